import type { JSONSchema7 } from 'ai'
import * as z from 'zod'
import { delimitersFor } from '#newsroom/llm/prompt-delimiters.ts'
import { objectOf, oneOf } from '#newsroom/llm/strict-json-schema.ts'
import { relevantUnits, type Share } from '#newsroom/drafting/relevant-units.ts'
import { promptFor, readDraft, unreadable, type Written, type writeDraft } from '#newsroom/drafting/write.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

// Four characters are a token, and ids and marks take some: sources fill about two fifths of what the model can take.
const CHARACTERS_A_TOKEN = 1.2
// A grammar names each of them wherever evidence is named.
const MOST_UNITS = 100
const TEMPERATURE = 0.3
const OUTLINE_TOKENS = 1_500
const SECTION_TOKENS = 2_000

// How much of its sources a model with a context of so many tokens is shown.
function shareOf(context: number): Share {
  return { units: MOST_UNITS, characters: Math.round(context * CHARACTERS_A_TOKEN) }
}

/**
 * Has a short article written by a model that cannot take all sources, or give a whole article: an outline, then each of
 * its sections, over the units that tell most of the event. Every answer is bounded and names only ids that it was shown.
 * What can be read of it makes the draft. Rejects with whatever `ask` rejects with.
 */
export async function writeInSections(
  options: Parameters<typeof writeDraft>[0] & {
    /** In tokens: what a question and its answer may have together. */
    window: number
  },
): Promise<Written> {
  const { ask, prompts, seed } = options
  const sources = relevantUnits(options.sources, shareOf(options.window))
  const delimiters = delimitersFor(seed)
  const instructions = `${prompts.sections}\n\n${delimiters.rule}`
  // The same beginning for each question: a model that keeps what it has read reads the sources once.
  const material = promptFor({ ...options, sources, context: [], unread: null }, delimiters)
  const question = { purpose: 'write', instructions, temperature: TEMPERATURE } as const
  const told = { canaries: delimiters.canaries, instructions }

  const retry = options.unread === null ? '' : ' Your last outline could not be used: keep to its form.'
  const first = await ask({
    ...question,
    prompt: `${material}\n\nWrite the outline.${retry}`,
    schema: outlineSchema(sources),
    schemaName: 'outline',
    maxOutputTokens: OUTLINE_TOKENS,
  })
  const { success, data: plan } = outline.safeParse(first.output)
  if (!success || first.finishReason === 'length')
    return { ...unreadable('unreadable', 'The outline could not be read.', first.text), raw: first.text, ...told }

  const sections: { heading: unknown; blocks: unknown[] }[] = []
  for (const [index, { heading, about }] of plan.sections.entries()) {
    const answer = await ask({
      ...question,
      prompt: [
        material,
        `The outline:\n${delimiters.fence(plan)}`,
        ...(sections.length === 0 ? [] : [`Written so far:\n${delimiters.fence(sections)}`]),
        `Write section ${index + 1} of ${plan.sections.length}: ${delimiters.fence({ heading: heading.text, about })}`,
      ].join('\n\n'),
      schema: sectionSchema(sources),
      schemaName: 'section',
      maxOutputTokens: SECTION_TOKENS,
    })
    const read = section.safeParse(answer.output)
    // What is left is an article, too.
    if (!read.success || answer.finishReason === 'length') continue
    const blocks = read.data.paragraphs.map(({ sentences }) => ({ kind: 'paragraph', sentences }))
    sections.push({ heading, blocks })
  }
  const raw = JSON.stringify({ ...plan, form: 'brief', sections, what_changes: [] })
  const answer = {
    text: raw,
    output: JSON.parse(raw),
    finishReason: 'stop',
    usage: { inputTokens: 0, outputTokens: 0 },
  }
  return { ...readDraft(answer), raw, ...told }
}

const sentence = z.looseObject({ text: z.string() })
const outline = z.looseObject({
  sections: z.array(z.object({ heading: sentence, about: z.string().catch('') })).min(1),
})
const section = z.object({ paragraphs: z.array(z.object({ sentences: z.array(z.unknown()) })).min(1) })

function outlineSchema(sources: NumberedSource[]): JSONSchema7 {
  const part = objectOf({ heading: sentenceSchema(sources, 100, 0), about: textOf(200) })
  return objectOf({
    angle: textOf(300),
    leave_out: {
      type: 'array',
      items: oneOf(...sources.map(({ id }) => id)),
      maxItems: Math.max(0, sources.length - 1),
    },
    title: sentenceSchema(sources, 120, 1),
    excerpt: { type: 'array', items: sentenceSchema(sources, 240, 1), minItems: 1, maxItems: 2 },
    tags: { type: 'array', items: textOf(40), minItems: 3, maxItems: 6 },
    sections: { type: 'array', items: part, minItems: 1, maxItems: 2 },
  })
}

/** The schema of one section, whose sentences name units of these sources. */
export function sectionSchema(sources: NumberedSource[]): JSONSchema7 {
  const sentences: JSONSchema7 = { type: 'array', items: sentenceSchema(sources, 320, 1), minItems: 2, maxItems: 5 }
  return objectOf({ paragraphs: { type: 'array', items: objectOf({ sentences }), minItems: 1, maxItems: 3 } })
}

function sentenceSchema(sources: NumberedSource[], longest: number, fewest: number): JSONSchema7 {
  const ids = sources.flatMap(({ units }) => units.map(({ id }) => id))
  return objectOf({
    text: textOf(longest),
    from: { type: 'array', items: oneOf(...ids), minItems: fewest, maxItems: 3 },
  })
}

// A small model that has lost its thread goes on for ever.
function textOf(longest: number): JSONSchema7 {
  return { type: 'string', maxLength: longest }
}
