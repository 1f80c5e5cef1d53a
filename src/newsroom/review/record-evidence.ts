import type { Evidence, Source } from '#blog/post.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import { LONGEST_QUOTE, UNCITED, WHAT_CHANGES, type SentenceEvidence } from '#newsroom/article/render-markdown.ts'
import { shorten } from '#text/sentences.ts'
import type { ReadTexts } from '#newsroom/review/edit.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { numberSource } from '#newsroom/sources/units.ts'

/** A claim of an article, the sources that it cites (`S1`), and its units. */
export type Cited = { claim: Claim; ids: string[]; from: string[] }

type Recorded = { sources: Source[]; evidence: Evidence[] }

/** Numbers the listed sources. A source whose text is missing has only the units that the record quotes. */
export function numberListed(
  listed: Source[],
  { texts, record }: { texts: ReadTexts; record: Recorded },
): NumberedSource[] {
  return listed.map(({ url, title, publisher }, index) => {
    const id = `S${index + 1}`
    const read = texts.get(url)
    if (read !== undefined) return numberSource({ ...read, id })
    const quoted = record.evidence.filter(({ source }) => record.sources[source]?.url === url)
    const units = quoted.map(({ unit, quote }): Unit => {
      return { id: id + unit.slice(unit.indexOf('.')), kind: 'sentence', text: quote, block: 0, mark: null }
    })
    return { id, hash: '', publisher, url, title, date: '', author: null, units }
  })
}

/** Finds the recorded units by their quotes, because an earlier version may have numbered them differently. */
export function currentRecord(record: Recorded, texts: ReadTexts): { sources: Source[]; evidence: SentenceEvidence[] } {
  const { sources } = record
  const numbered = numberListed(sources, { texts, record })
  const evidence = record.evidence.flatMap((entry) => {
    const units = numbered[entry.source]?.units.filter(({ text }) => shorten(text, LONGEST_QUOTE) === entry.quote) ?? []
    const unit = units.find(({ id }) => id === entry.unit) ?? units[0]
    return unit === undefined ? [] : [{ ...entry, where: '', unit: unit.id }]
  })
  return { sources, evidence }
}

/**
 * Builds the evidence record of a page. `citation` is the number of the link in its HTML. It is null everywhere if the
 * links do not match the citations of the claims one by one.
 */
export function recordEvidence(
  cited: Cited[],
  { sources, markdown, html }: { sources: NumberedSource[]; markdown: string; html: string },
): Evidence[] {
  const units = new Map(sources.flatMap((source) => source.units.map((unit): [string, string] => [unit.id, unit.text])))
  const links = Array.from(html.matchAll(/<a href="#s(\d+)"/g), ([, number]) => `S${number}`)
  const linked = cited.filter(({ claim }) => !UNCITED.has(claim.kind))
  const changes = linked.filter(({ claim }) => claim.kind === 'change')
  const body = linked.filter(({ claim }) => claim.kind !== 'change')
  // A page shows the changes first. An article of an earlier version ends with them.
  const shown = markdown.includes(`**${WHAT_CHANGES}**`) ? [...changes, ...body] : [...body, ...changes]
  const starts = startsOf(shown, links)
  const rest = cited.filter(({ claim }) => UNCITED.has(claim.kind))
  return [...shown, ...rest].flatMap(({ claim: { text, compute }, from }, index) =>
    from.flatMap((unit): Evidence[] => {
      const quoted = units.get(unit)
      if (quoted === undefined) return []
      const source = unit.slice(0, unit.indexOf('.'))
      const start = starts?.[index]
      const citation = start === undefined ? null : links.indexOf(source, start) + 1
      const quote = shorten(quoted, LONGEST_QUOTE)
      return [{ text, compute, citation, source: Number(source.slice(1)) - 1, unit, quote }]
    }),
  )
}

// The position of the first link of each claim, or null if a claim lacks one of its links.
function startsOf(shown: Cited[], links: string[]): number[] | null {
  let next = 0
  const starts: number[] = []
  for (const { ids } of shown) {
    const own = links.slice(next, next + ids.length)
    if (!ids.every((id) => own.includes(id))) return null
    starts.push(next)
    next += ids.length
  }
  return next === links.length ? starts : null
}
