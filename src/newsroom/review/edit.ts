import type { Check, Evidence, Source } from '#blog/post.ts'
import type { Finding } from '#newsroom/article/finding.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import type { Reference } from '#newsroom/sources/entry.ts'

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
