import type { Provenance } from '#blog/post.ts'
import type { Notes } from '#newsroom/review/post-records.ts'
import type { revalidate } from '#newsroom/review/revalidate.ts'
import type { ShownSentence } from '#newsroom/review/shown-sentences.ts'

/** Checks an edited article with the newsroom's checks, and renders it. */
export type Revalidate = typeof revalidate

/** The parts of an article that a correction may change. Sources are in the order of their numbers. */
export type EditedArticle = Parameters<Revalidate>[0]['edited']

/** A finding of the newsroom's checks or its judge. */
export type Finding = Awaited<ReturnType<Revalidate>>['findings'][number]

/** The category and id of a post. The category is spelled as in the journal. */
export type PostId = { category: string; id: string }

/** Returns the name of a post: `category/id`. */
export function nameOf({ category, id }: PostId): string {
  return `${category}/${id}`
}

/** A post under review. */
export type ReviewItem = EditedArticle & {
  place: PostId
  /** `held` until a reviewer decides whether the post is published. */
  state: 'published' | 'held'
  author: string
  date: string
  /** Includes the reviews and corrections in the journal. Null if the post has no record. */
  provenance: Provenance | null
  /** The sequence number of the event that published this text, or 0 for a held post. */
  baseVersion: number
  /** The warnings from the newsroom's checks and its judge. */
  findings: Finding[]
  /** The reasons for the post's position in the list, such as "2 judge doubts" or "one publisher". */
  risks: string[]
  /** The title, excerpt and text as readers see them. Each sentence is in a `<span data-sentence>`. */
  html: string
  sentences: ShownSentence[]
  removed: Notes['removed']
  /** The file for editing the post. */
  file: string
}

/** A row in the list of posts. `isDrawn` is true if the post was drawn at random for the sample. */
export type ListedPost = Pick<ReviewItem, 'place' | 'state' | 'title' | 'date' | 'risks'> & { isDrawn: boolean }

/** A verdict by a person. For a retraction, `note` is the reason. */
export type Given = {
  item: ReviewItem
  by: string
  note: string
  /** The edited file of a correction. */
  file?: string
  /** Publishes a correction despite failed checks, which its page then shows. */
  anyway?: boolean
}

/** The result of checking an edited file. `changes` is the word diff of the two files. */
export type Check =
  | { state: 'checked'; findings: Finding[]; changes: { value: string; added: boolean; removed: boolean }[] }
  | { state: 'refused'; sentence: string }

/** The result for a name that does not identify one post, or for a retracted post. `sentence` gives the reason. */
export type Gone = { state: 'gone'; sentence: string }

/**
 * The result of a verdict. `changed`: the text was changed after the reviewer opened it. `failed`: the corrected text has
 * blocking findings. `refused`: the edited file is invalid, or publishing failed.
 */
export type Verdict =
  Gone | { state: 'done' | 'changed' | 'refused'; sentence: string } | { state: 'failed'; findings: Finding[] }
