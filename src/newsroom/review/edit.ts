import type { Check, Evidence, Source } from '#blog/post.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import type { Reference } from '#newsroom/sources/entry.ts'

/** An article as a person edited it. */
export type EditedArticle = { title: string; excerpt: string; tags: string[]; markdown: string; sources: Source[] }

/** An edit to be checked. */
export type Edit = {
  edited: EditedArticle
  /** As it is published, with the results that readers are shown and what is on record of its sentences, if anything is. */
  before: EditedArticle & { checks: Check[]; evidence?: Evidence[] | undefined }
  /** The text of a source as the newsroom read it; null when it never did. */
  textOf: (url: string) => Promise<string | null>
  /** When the publisher dated that text, in ISO 8601: what "on Tuesday" means in it. Null when no record tells. */
  dateOf: (url: string) => string | null
  /** Other posts, without this one, newest first. */
  published: Subject['published']
  /** The day of the edit, `YYYY-MM-DD`. */
  date: string
}

/** What checking an edit gave: results for readers, findings for the person who edits, and what each sentence rests on. */
export type Checked = { checks: Check[]; findings: Finding[]; evidence: Evidence[] }

/** What is known of the sources that the newsroom read, by their addresses. */
export type ReadTexts = Map<string, Omit<Reference, 'id'>>

/** What is on record of an article's sentences, with the sources that it counts. */
export type Recorded = { sources: Source[]; evidence: Evidence[] }
