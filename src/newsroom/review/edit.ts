import type { Check, Evidence, Provenance, Source } from '#blog/post.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import { blocking, revising, type Finding } from '#newsroom/article/finding.ts'
import { publisherAlone, type EditedArticle, type Recorded } from '#newsroom/article/parse-draft.ts'
import { citationsOf } from '#newsroom/article/read-markdown.ts'
import { UNCITED } from '#newsroom/article/render-markdown.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import type { ReadSource } from '#newsroom/review/post-records.ts'
import { independentPublishers } from '#newsroom/sources/publishers.ts'

/** An edit to be checked. */
export type Edit = {
  edited: EditedArticle
  /** The article before the edit, with its check results and its recorded evidence. */
  before: EditedArticle & Pick<Provenance, 'checks' | 'evidence'>
  readSource: ReadSource
  /** The blog's other posts, newest first. */
  published: Subject['published']
  /** The day of the edit, `YYYY-MM-DD`. */
  date: string
}

/** Check results for readers, findings for the editor, and each sentence's evidence. */
export type Checked = { checks: Check[]; findings: Finding[]; evidence: Evidence[] }

/** Checks that an article's citations match its list of sources. */
export function listFindings({ markdown, sources }: EditedArticle): Finding[] {
  const listed = sources.map((_, index) => `S${index + 1}`)
  const cited = new Set(citationsOf(markdown).map((number) => `S${number}`))
  const all = listed.length === 0 ? 'The list of sources is empty' : `The sources are ${listed.join(', ')}`
  const unknown = [...cited].filter((id) => !listed.includes(id))
  const uncited = listed.filter((id) => !cited.has(id))
  return [
    ...unknown.map((id) => {
      const message = `There is no source "${id}". ${all}.`
      return blocking({ code: 'unknown-source', where: 'text', message, evidence: id })
    }),
    ...uncited.map((id) => {
      const message = `No sentence cites ${id}. Cite it, or remove it from the list.`
      return revising({ code: 'uncited-source', where: 'sources', message, evidence: id })
    }),
  ]
}

/**
 * Checks the first line about a single publisher if an edit has changed the line or the sources. If not, the line is
 * right: the list can also contain earlier posts of the blog, which do not count as publishers.
 */
export function publisherFindings({ markdown, sources }: EditedArticle, before: EditedArticle): Finding[] {
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))]
  const named = publisherAlone(markdown, sources)
  const urls = (list: Source[]) => list.map(({ url }) => url).join('\n')
  if (named === publisherAlone(before.markdown, before.sources) && urls(sources) === urls(before.sources)) return []
  const [only, ...others] = publishers
  // Feeds from the same site can have different publisher names.
  const count = independentPublishers(sources)
  if (only === undefined || (named === null ? others.length > 0 || count > 1 : count === 1)) return []
  const message =
    named === null
      ? `All sources are from one publisher. Begin with the line "*Everything below comes from one publisher, ${only}.*"`
      : `The sources are from ${count} publishers. Remove the line that says everything comes from ${named}.`
  return [blocking({ code: 'one-publisher', where: 'text', message, evidence: publishers.join(', ') })]
}

/** Returns the ids of the sources that a claim cites, such as `S1`. */
export function citedSources({ from }: Claim): string[] {
  return [...new Set(from.map((id) => id.split('.')[0] ?? id))]
}

/** The id of a unit, and the text that is quoted from it. */
export type Quote = [unit: string, quote: string]

/**
 * Returns a function that looks up a claim's recorded quotes. A person may have added, removed or moved sources, so the
 * ids of units use the numbers of `sources`.
 */
export function quotesFrom(record: Recorded, sources: Source[]): (claim: Claim) => Quote[] {
  const numberOf = (index: number) => sources.findIndex(({ url }) => url === record.sources[index]?.url) + 1
  const quotes = record.evidence.map(({ source, unit, quote }): Quote => {
    return [unit.replace(/^S\d+/, `S${numberOf(source)}`), quote]
  })
  return ({ from }) => [...new Map(quotes.filter(([unit]) => from.includes(unit)))]
}

/**
 * Builds a page's evidence record. `citation` is the index of the claim's link among all citations in the HTML. If the
 * links and the citations do not match one to one, it is null for every claim.
 */
export function recordEvidence(cited: { claim: Claim; quotes: Quote[] }[], html: string): Evidence[] {
  const links = Array.from(html.matchAll(/<a href="#s(\d+)"/g), ([, number]) => `S${number}`)
  const linked = cited.filter(({ claim }) => !UNCITED.has(claim.kind))
  const changes = linked.filter(({ claim }) => claim.kind === 'change')
  const body = linked.filter(({ claim }) => claim.kind !== 'change')
  const shown = [...changes, ...body]
  const starts = startsOf(shown, links)
  const rest = cited.filter(({ claim }) => UNCITED.has(claim.kind))
  return [...shown, ...rest].flatMap(({ claim: { text, compute }, quotes }, index) =>
    quotes.map(([unit, quote]): Evidence => {
      const source = unit.slice(0, unit.indexOf('.'))
      const start = starts?.[index]
      const citation = start === undefined ? null : links.indexOf(source, start) + 1
      return { text, compute, citation, source: Number(source.slice(1)) - 1, unit, quote }
    }),
  )
}

// Returns the index of each claim's first link, or null if any of a claim's links is missing.
function startsOf(shown: { claim: Claim }[], links: string[]): number[] | null {
  let next = 0
  const starts: number[] = []
  for (const { claim } of shown) {
    const ids = citedSources(claim)
    const own = links.slice(next, next + ids.length)
    if (!ids.every((id) => own.includes(id))) return null
    starts.push(next)
    next += ids.length
  }
  return next === links.length ? starts : null
}
