import type { PostToPublish } from '#archive/post-store.ts'
import type { Provenance } from '#blog/post.ts'
import type { revalidate } from '#newsroom/checks/revalidate.ts'

/** Checks an edited article as the newsroom checks its own, and renders it. */
export type Revalidate = typeof revalidate

/** What a correction may change: the text, what lists show of it, and its sources in the order of their numbers. */
export type EditedArticle = Parameters<Revalidate>[0]['edited']

/** A finding of the newsroom about a text. */
export type Finding = Awaited<ReturnType<Revalidate>>['findings'][number]

/** Where a post stands: its category, as its prefix spells it, and its id. */
export type Place = { category: string; id: string }

/** What the newsroom kept of a post that it wrote. */
export type PostRecord = {
  /** As it was written. */
  post: PostToPublish
  findings: Finding[]
  /** The text of a source as the newsroom read it, by its address; null when it kept none. */
  textOf(url: string): Promise<string | null>
  /** When its publisher dated that text, ISO text. */
  dateOf(url: string): string | null
  /** Publishes the post, as it was written or as a person edited it; false when it was published or retracted before. */
  publish(post: PostToPublish): Promise<boolean>
}

/** One post at the desk. */
export type ReviewItem = EditedArticle & {
  place: Place
  /** `held`: it waits for a verdict before it is published. */
  state: 'published' | 'held'
  author: string
  date: string
  /** The record of its making, with the journal's reviews and corrections; null when there is none. */
  provenance: Provenance | null
  /** The sequence of the event that brought this text; 0 when held. */
  baseVersion: number
  /** What the newsroom's checks and its judge warned of. */
  findings: Finding[]
  /** Why it is high in the list, in words: "2 judge doubts", "one publisher". */
  risks: string[]
  /** The text of each of `sources` as the newsroom read it; null: not kept. */
  texts: (string | null)[]
}

/** What the list shows of a post. */
export type ListedPost = { place: Place; state: 'published' | 'held'; title: string; date: string; risks: string[] }

/** A post that is not there, or not any more: who retracted it, when, why. */
export type Gone = { state: 'gone'; sentence: string }

/** What became of a verdict. */
export type Verdict =
  | { state: 'done'; sentence: string }
  | Gone
  /** Its text was corrected meanwhile, or a held one published; the person has not seen this text. */
  | { state: 'changed'; sentence: string }
  /** The checks of a correction found what blocks. */
  | { state: 'failed'; findings: Finding[] }
  /** The edited file cannot be used, or the post could not be published: what is wrong, and where. */
  | { state: 'refused'; sentence: string }

/** The posts that wait for a person, and the verdicts on them. */
export type Desk = {
  /** The posts without a verdict, riskiest first, and what is wrong with each record of the newsroom that cannot be read. */
  list(): Promise<{ posts: ListedPost[]; unreadable: string[] }>
  /** The places that `name` may mean: `category/id` one, an id every post that has it. */
  find(name: string): Promise<Place[]>
  open(place: Place): Promise<ReviewItem | Gone>
  keep(options: { item: ReviewItem; by: string; note: string }): Promise<Verdict>
  /** The file that the editor opens. */
  editable(item: ReviewItem): string
  /** `file` is the edited text; `anyway` publishes it despite failed checks, which the page then shows as failed. */
  correct(options: { item: ReviewItem; file: string; by: string; note: string; anyway: boolean }): Promise<Verdict>
  retract(options: { item: ReviewItem; by: string; reason: string }): Promise<Verdict>
}
