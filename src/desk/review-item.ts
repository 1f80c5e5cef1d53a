import type { Provenance } from '#blog/post.ts'
import type { Notes } from '#newsroom/review/post-records.ts'
import type { revalidate } from '#newsroom/review/revalidate.ts'
import type { ShownSentence } from '#newsroom/review/shown-sentences.ts'

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
  /** The title, the excerpt and the text as readers see them. Each sentence is a `<span data-sentence>`. */
  html: string
  sentences: ShownSentence[]
  removed: Notes['removed']
}

/** A row of the list of posts. `isDrawn` is true if chance selected it for the sample. */
export type ListedPost = Pick<ReviewItem, 'place' | 'state' | 'title' | 'date' | 'risks'> & { isDrawn: boolean }

/** The result of a check. `changes` are the words of the difference between the texts. */
export type Check =
  | { state: 'checked'; findings: Finding[]; changes: { value: string; added: boolean; removed: boolean }[] }
  | { state: 'refused'; sentence: string }

/** The result for a missing or retracted post. The sentence has the person, date and reason of the retraction. */
export type Gone = { state: 'gone'; sentence: string }

/**
 * The result of a verdict. `changed`: the person has not seen the current text. `failed`: the corrected text has blocking
 * findings. `refused`: the edited file is invalid, or publishing failed.
 */
export type Verdict =
  Gone | { state: 'done' | 'changed' | 'refused'; sentence: string } | { state: 'failed'; findings: Finding[] }
