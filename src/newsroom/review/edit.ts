import type { Check, Evidence, Source } from '#blog/post.ts'
import { claimsOf, type Draft } from '#newsroom/article/draft.ts'
import { blocking, revising, type Finding } from '#newsroom/article/finding.ts'
import { publisherAlone } from '#newsroom/article/parse-draft.ts'
import { citationsOf } from '#newsroom/article/read-markdown.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import type { Reference } from '#newsroom/sources/entry.ts'
import { independentPublishers } from '#newsroom/sources/publishers.ts'

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
