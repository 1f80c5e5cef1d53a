import type { JSONSchema7 } from 'ai'
import { listOf, objectOf, oneOf, oneOfAtMost, TEXT } from '#newsroom/llm/strict-json-schema.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/**
 * The JSON Schema of a draft over these sources. Every field is required, and empty where a block has no use for it; a list
 * has its items in `sentences`. The ids of units are an enum as long as they are few enough.
 */
export function draftSchema(sources: NumberedSource[]): JSONSchema7 {
  const from = evidenceSchema(sources, PLACES)
  const sentence = objectOf({ text: TEXT, from, compute: TEXT })
  return objectOf({
    angle: TEXT,
    leave_out: listOf(oneOfAtMost(MOST_VALUES, sourceIds(sources))),
    form: oneOf('brief', 'report'),
    title: sentence,
    excerpt: listOf(sentence),
    tags: listOf(TEXT),
    sections: listOf(
      objectOf({
        heading: sentence,
        blocks: listOf(
          objectOf({
            kind: oneOf('paragraph', 'list', 'quote', 'code', 'table'),
            sentences: listOf(sentence),
            text: TEXT,
            speaker: TEXT,
            language: TEXT,
            from,
            caption: sentence,
            head: listOf(TEXT),
            rows: listOf(objectOf({ cells: listOf(TEXT), from })),
          }),
        ),
      }),
    ),
    what_changes: listOf(sentence),
  })
}

/** The schema of the ids that bear something, in a schema that names them at so many places. */
export function evidenceSchema(sources: NumberedSource[], places: number): JSONSchema7 {
  const ids = sources.flatMap(({ units }) => units.map(({ id }) => id))
  return listOf(oneOfAtMost(Math.floor(MOST_VALUES / places), ids))
}

// https://platform.openai.com/docs/guides/structured-outputs#supported-schemas: a schema has at most 1,000 values in enums.
const MOST_VALUES = 900
// Title, lead, heading, sentences, caption, rows, what changes, and the block itself.
const PLACES = 8

function sourceIds(sources: NumberedSource[]): string[] {
  return sources.map(({ id }) => id)
}
