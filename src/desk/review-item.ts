import type { ChangeObject } from 'diff'
import type { Provenance } from '#blog/post.ts'
import type { Notes } from '#newsroom/review/post-records.ts'
import type { revalidate } from '#newsroom/review/revalidate.ts'
import type { ShownSentence } from '#newsroom/review/shown-sentences.ts'

/** Runs the newsroom's checks on an edited article and renders it. */
export type Revalidate = typeof revalidate

/** The parts of an article that a correction may change. Sources are ordered by their citation numbers. */
export type EditedArticle = Parameters<Revalidate>[0]['edited']

/** A finding from the newsroom's checks or its judge. */
export type Finding = Awaited<ReturnType<Revalidate>>['findings'][number]

/** The category and id of a post. The category is spelled as in the journal. */
export type PostId = { category: string; id: string }

/** Returns a post's name: `category/id`. */
export function nameOf({ category, id }: PostId): string {
  return `${category}/${id}`
}

/** A post under review. */
export type ReviewItem = EditedArticle & {
  place: PostId
  /** `held` until a reviewer decides whether to publish the post. */
  state: 'published' | 'held'
  author: string
  date: string
  /**
   * How the post was made, and the reviews and corrections from the journal. It is null if the post has no such record.
   */
  provenance: Provenance | null
  /** The sequence number of the event that published this text, or 0 for a held post. */
  baseVersion: number
  /** The findings from the newsroom's checks and its judge. */
  findings: Finding[]
  /** The reasons for the post's position in the list, such as "2 judge doubts" or "one publisher". */
  risks: string[]
  /** The title, excerpt and text as readers see them. Each sentence is wrapped in a `<span data-sentence>`. */
  html: string
  sentences: ShownSentence[]
  removed: Notes['removed']
  /** The contents of the file that a reviewer edits to correct the post. */
  file: string
}

/** A row in the list of posts. `isDrawn` is true if the post was selected at random for the sample. */
export type ListedPost = Pick<ReviewItem, 'place' | 'state' | 'title' | 'date' | 'risks'> & { isDrawn: boolean }

/** A verdict that a person submits. For a retraction, `note` is the reason. */
export type Given = {
  item: ReviewItem
  by: string
  note: string
  /** The contents of the edited file, for a correction. */
  file?: string
  /** Set to true to publish a correction despite failed checks. The post's page then shows the failed checks. */
  anyway?: boolean
}

/** The result of checking an edited file. `changes` is the word diff between the original and the edited file. */
export type Check =
  | { state: 'checked'; findings: Finding[]; changes: ChangeObject<string>[] }
  | { state: 'refused'; sentence: string }

/**
 * The result if a name does not identify exactly one post or if the post was retracted. `sentence` gives the reason.
 */
export type Gone = { state: 'gone'; sentence: string }

/**
 * The result of a verdict. `changed` means that the text was changed after the reviewer opened it. `failed` means that
 * the corrected text fails its checks. `refused` means that the edited file is invalid.
 */
export type Verdict = { state: 'done' | 'gone' | 'changed' | 'failed' | 'refused'; sentence: string }
