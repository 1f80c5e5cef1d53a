import type { Check, Evidence, Source } from '#blog/post.ts'
import { claimsOf, type Claim, type Draft } from '#newsroom/article/draft.ts'
import { blocking, revising, type Finding } from '#newsroom/article/finding.ts'
import { publisherAlone } from '#newsroom/article/parse-draft.ts'
import { citationsOf } from '#newsroom/article/read-markdown.ts'
import { LONGEST_QUOTE, UNCITED, WHAT_CHANGES, type SentenceEvidence } from '#newsroom/article/render-markdown.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import { independentPublishers, type Reference } from '#newsroom/sources/entry.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { numberSource } from '#newsroom/sources/units.ts'
import { shorten } from '#text/sentences.ts'

/** An article as a person edited it. */
export type EditedArticle = { title: string; excerpt: string; tags: string[]; markdown: string; sources: Source[] }

/** An edit to check. */
export type Edit = {
  edited: EditedArticle
  /** The published article, with its check results and the recorded evidence of its sentences. */
  before: EditedArticle & { checks: Check[]; evidence?: Evidence[] | undefined }
  /** Resolves to the text of a source as the newsroom read it, or to null if it was never read. */
  textOf: (url: string) => Promise<string | null>
  /** Returns the publication date of that text in ISO 8601, or null if it is unknown. */
  dateOf: (url: string) => string | null
  /** Other posts, newest first. */
  published: Subject['published']
  /** The day of the edit, `YYYY-MM-DD`. */
  date: string
}

/** Check results for readers, findings for the person who edits, and the evidence of each sentence. */
export type Checked = { checks: Check[]; findings: Finding[]; evidence: Evidence[] }

/** The sources that the newsroom read, by address. */
export type ReadTexts = Map<string, Omit<Reference, 'id'>>

/** Blocks an empty title, excerpt or text. */
export function blanks({ title, excerpt }: EditedArticle, draft: Draft): Finding[] {
  const body = claimsOf(draft).filter(({ kind }) => kind !== 'title' && kind !== 'lead' && kind !== 'heading')
  const parts = { title, excerpt, text: body.map(({ text }) => text).join('') }
  return Object.entries(parts)
    .filter(([, text]) => text.trim() === '')
    .map(([where]) => {
      const message = `The ${where} is empty: write it, or retract the article.`
      return blocking({ code: 'blank', where, message, evidence: '' })
    })
}

/** Checks that citations and the list of sources match, and that each source has a title, a publisher and an address. */
export function listFindings({ markdown, sources }: EditedArticle): Finding[] {
  const listed = sources.map((_, index) => `S${index + 1}`)
  const cited = new Set(citationsOf(markdown).map((number) => `S${number}`))
  const all = listed.length === 0 ? 'none is listed' : `the sources are ${listed.join(', ')}`
  const unknown = [...cited].filter((id) => !listed.includes(id))
  const uncited = listed.filter((id) => !cited.has(id))
  const bad = sources.flatMap(({ title, publisher, url }, index) =>
    title.trim() !== '' && publisher.trim() !== '' && isAddress(url) ? [] : [{ index, url }],
  )
  return [
    ...unknown.map((id) => {
      const message = `There is no source "${id}": ${all}.`
      return blocking({ code: 'unknown-source', where: 'text', message, evidence: id })
    }),
    ...uncited.map((id) => {
      const message = `Nothing cites ${id}: cite it, or remove it from the list.`
      return revising({ code: 'uncited-source', where: 'sources', message, evidence: id })
    }),
    ...bad.map(({ index, url }) => {
      const message = `The source S${index + 1} is incomplete: add its title, its publisher and its http or https address.`
      return blocking({ code: 'bad-source', where: `sources.${index}`, message, evidence: url })
    }),
  ]
}

/** Checks the line about a single publisher, because an edit may add or remove sources. */
export function publisherFindings({ markdown, sources }: EditedArticle): Finding[] {
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))]
  const named = publisherAlone(markdown, sources)
  const [only, ...others] = publishers
  // Two feeds of one site may have two names.
  if (only === undefined || (named === null ? others.length > 0 : independentPublishers(sources) === 1)) return []
  const message =
    named === null
      ? `All sources are from one publisher: begin with the line "*Everything below comes from one publisher, ${only}.*"`
      : `The sources are from ${publishers.length} publishers: remove the line that everything comes from ${named}.`
  return [blocking({ code: 'one-publisher', where: 'text', message, evidence: publishers.join(', ') })]
}

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

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
