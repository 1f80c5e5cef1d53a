import type { Evidence, Source } from '#blog/post.ts'
import { shorten } from '#text/shorten.ts'
import type { ReadTexts, Recorded } from '#newsroom/review/edit.ts'
import type { SentenceEvidence } from '#newsroom/article/render-markdown.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { numberSource } from '#newsroom/sources/units.ts'

/**
 * Numbers the listed sources, the first as `S1`: those that were read by their texts; of others there is what the record
 * quotes.
 */
export function numberListed(
  listed: Source[],
  { texts, record }: { texts: ReadTexts; record: Recorded },
): NumberedSource[] {
  return listed.map(({ url, title, publisher }, index) => {
    const id = `S${index + 1}`
    const read = texts.get(url)
    if (read !== undefined) return numberSource({ ...read, id })
    const units = record.evidence
      .filter(({ source }) => record.sources[source]?.url === url)
      .map(({ unit, quote }): Unit => ({
        id: `${id}${suffixOf(unit)}`,
        kind: 'sentence',
        text: quote,
        block: 0,
        mark: null,
      }))
    return { id, hash: '', publisher, url, title, date: '', author: null, units }
  })
}

/** The record in the units of today: texts may be cut by other rules than when it was made, and a quote tells its unit. */
export function currentRecord(record: Recorded, texts: ReadTexts): { sources: Source[]; evidence: SentenceEvidence[] } {
  const { sources } = record
  const numbered = numberListed(sources, { texts, record })
  const evidence = record.evidence.flatMap((entry) => {
    const units = numbered[entry.source]?.units.filter(({ text }) => quoteOf(text) === entry.quote) ?? []
    const unit = units.find(({ id }) => id === entry.unit) ?? units[0]
    return unit === undefined ? [] : [{ ...entry, where: '', unit: unit.id }]
  })
  return { sources, evidence }
}

/** What a record holds of a unit. */
export function quoteOf(text: string): string {
  return shorten(text, LONGEST_QUOTE)
}

// In characters.
const LONGEST_QUOTE = 300

function suffixOf(unit: Evidence['unit']): string {
  return unit.slice(unit.indexOf('.'))
}
