import type { Provenance } from '#blog/post.ts'
import type { Sentence } from '#desk/sentences.ts'
import type { PostRecord } from '#newsroom/review/post-records.ts'
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

/** The newsroom's notes on the sentences of a post. */
export type Notes = NonNullable<PostRecord['notes']>

/** A unit that supports a sentence, with its neighbours in the source. */
export type ShownUnit = {
  id: string
  /** Index into the article's sources. */
  source: number
  text: string
  before: string | null
  after: string | null
  compute: string
}

/** A sentence with its evidence and the newsroom's notes on it. */
export type ShownSentence = Omit<Sentence, 'evidence'> & {
  /** Null if the sentence does not claim anything, or if the article has a list of sources instead. */
  units: ShownUnit[] | null
  /** The numbers and names in the sentence. `isFound` is true if its units contain it. */
  facts: { text: string; isFound: boolean }[]
  questions: Notes['questions']
  verdict: Notes['verdicts'][number] | null
  warnings: string[]
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
export type ListedPost = {
  place: PostId
  state: 'published' | 'held'
  title: string
  date: string
  risks: string[]
  isDrawn: boolean
}

/** The result of a check. `changes` are the words of the difference between the texts. */
export type Check =
  | { state: 'checked'; findings: Finding[]; changes: { value: string; added: boolean; removed: boolean }[] }
  | { state: 'refused'; sentence: string }

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
