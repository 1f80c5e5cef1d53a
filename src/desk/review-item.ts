import type { PostToPublish } from '#archive/post-store.ts'
import type { Provenance } from '#blog/post.ts'
import type { revalidate } from '#newsroom/review/revalidate.ts'

/** Checks an edited article with the newsroom's checks, and renders it. */
export type Revalidate = typeof revalidate

/** The parts of an article that a correction may change. Sources are in the order of their numbers. */
export type EditedArticle = Parameters<Revalidate>[0]['edited']

/** A finding of the newsroom's checks or judge. */
export type Finding = Awaited<ReturnType<Revalidate>>['findings'][number]

/** Identifies a post. The category is spelled as in its prefix. */
export type PostId = { category: string; id: string }

/** Returns the name of a post, `category/id`. */
export function nameOf({ category, id }: PostId): string {
  return `${category}/${id}`
}

/** The newsroom's record of a post that it wrote. */
export type PostRecord = {
  /** The post as it was written. */
  post: PostToPublish
  findings: Finding[]
  /** Returns the text of a source as the newsroom read it, or null if it was not kept. */
  textOf(url: string): Promise<string | null>
  /** Returns the publication date of a source as ISO text. */
  dateOf(url: string): string | null
  /** Publishes the post. Returns false if it is already published or retracted. */
  publish(post: PostToPublish): Promise<boolean>
}

/** One post at the desk. */
export type ReviewItem = EditedArticle & {
  place: PostId
  /** A `held` post is published after a verdict. */
  state: 'published' | 'held'
  author: string
  date: string
  /** Includes the reviews and corrections of the journal. Null if there is no record. */
  provenance: Provenance | null
  /** The sequence of the event that published this text. 0 for a held post. */
  baseVersion: number
  /** The warnings of the newsroom's checks and judge. */
  findings: Finding[]
  /** The reasons for its position in the list, for example "2 judge doubts" or "one publisher". */
  risks: string[]
  /** The text of each source as the newsroom read it, or null if it was not kept. */
  texts: (string | null)[]
}

/** A row of the list of posts. */
export type ListedPost = { place: PostId; state: 'published' | 'held'; title: string; date: string; risks: string[] }

/** The result for a missing or retracted post. The sentence has the person, date and reason of the retraction. */
export type Gone = { state: 'gone'; sentence: string }

/** The result of a verdict. */
export type Verdict =
  | { state: 'done'; sentence: string }
  | Gone
  /** The person has not seen the current text, because the post was corrected or published in the meantime. */
  | { state: 'changed'; sentence: string }
  /** The corrected text has blocking findings. */
  | { state: 'failed'; findings: Finding[] }
  /** The edited file is invalid, or publishing failed. */
  | { state: 'refused'; sentence: string }
