import { blocking, warning, type Finding } from '#newsroom/checks/finding.ts'
import { citationsOf } from '#newsroom/drafting/parse-draft.ts'
import { textOf, type Draft } from '#newsroom/drafting/draft.ts'
import type { Check, Source } from '#blog/post.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** An article as a person edited it. */
export type EditedArticle = { title: string; excerpt: string; tags: string[]; markdown: string; sources: Source[] }

/** An edit to be checked. */
export type Edit = {
  edited: EditedArticle
  /** As it is published, with the results that readers are shown. */
  before: EditedArticle & { checks: Check[] }
  /** The text of a source as the newsroom read it; null when it never did. */
  textOf: (url: string) => Promise<string | null>
  /** When the publisher dated that text, in ISO 8601: what "on Tuesday" means in it. Null when no record tells. */
  dateOf: (url: string) => string | null
  /** Other posts, without this one, newest first. */
  published: Subject['published']
  /** The day of the edit, `YYYY-MM-DD`. */
  date: string
}

/** What checking an edit gave: results for readers, findings for the person who edits. */
export type Checked = { checks: Check[]; findings: Finding[] }

/** What is known of the sources that the newsroom read, by their addresses. */
export type ReadTexts = Map<string, Omit<Reference, 'id'>>

/** What must not be empty. */
export function blanks({ title, excerpt }: EditedArticle, { sections }: Draft): Finding[] {
  const parts = { title, excerpt, text: sections.flatMap(({ blocks }) => blocks.map(textOf)).join('') }
  return Object.entries(parts)
    .filter(([, text]) => text.trim() === '')
    .map(([where]) => {
      const message = `The ${where} is empty: write it, or retract the article.`
      return blocking({ code: 'blank', where, message, evidence: '' })
    })
}

/** What a list of sources claims: that each is somewhere, is cited, and is all that there is. `reported` is known already. */
export function listFindings({ markdown, sources }: EditedArticle, reported: Finding[] = []): Finding[] {
  const listed = sources.map((_, index) => `S${index + 1}`)
  const cited = new Set(citationsOf(markdown).map((number) => `S${number}`))
  const known = new Set(reported.filter(({ code }) => code === 'unknown-source').map(({ evidence }) => evidence))
  const all = listed.length === 0 ? 'none is listed' : `the sources are ${listed.join(', ')}`
  const unknown = [...cited].filter((id) => !listed.includes(id) && !known.has(id))
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
      const message = `Nothing cites ${id}: cite it where it belongs, or take it off the list.`
      return warning({ code: 'uncited-source', where: 'sources', message, evidence: id })
    }),
    ...bad.map(({ index, url }) => {
      const message = `The source S${index + 1} cannot be listed: give its title, its publisher and its http or https address.`
      return blocking({ code: 'bad-source', where: `sources.${index}`, message, evidence: url })
    }),
  ]
}

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
