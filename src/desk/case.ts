import type { Provenance, Source } from '#blog/post.ts'

/** Where a post stands: its category, as its prefix spells it, and its id. */
export type Place = { category: string; id: string }

/**
 * A finding of the newsroom about a text: `code` is its reason, kebab-case; `block` keeps a text from being published,
 * `warn` does not; `where` is the place in the draft, `message` one sentence, `evidence` the words complained of.
 */
export type Complaint = { code: string; level: 'block' | 'warn'; where: string; message: string; evidence: string }

/** What a correction may change: the text, what lists show of it, and its sources in the order of their numbers. */
export type Edited = { title: string; excerpt: string; tags: string[]; markdown: string; sources: Source[] }

/** One post at the desk. */
export type DeskCase = Edited & {
  place: Place
  /** `held`: it waits for a verdict before it is published. */
  state: 'published' | 'held'
  author: string
  date: string
  /** The record of its making, with the journal's reviews and corrections; null when there is none. */
  provenance: Provenance | null
  /** The sequence of the event that brought this text; 0 when held. */
  seen: number
  /** What the newsroom's checks and its judge warned of. */
  complaints: Complaint[]
  /** Why it is high in the list, in words: "2 judge doubts", "one publisher". */
  risks: string[]
  /** The text of each of `sources` as the newsroom read it; null: not kept. */
  texts: (string | null)[]
}

/** What the list shows of a post. */
export type DeskListing = { place: Place; state: 'published' | 'held'; title: string; date: string; risks: string[] }

/** What became of a verdict. */
export type Verdict =
  | { state: 'done'; sentence: string }
  /** Somebody retracted the post meanwhile: who, when, why. */
  | { state: 'gone'; sentence: string }
  /** Its text was corrected meanwhile; the person has not seen this text. */
  | { state: 'changed'; sentence: string }
  /** The re-check of a correction found what blocks. */
  | { state: 'failed'; complaints: Complaint[] }
  /** The edited file cannot be used: what is wrong, and where. */
  | { state: 'refused'; sentence: string }

/** The posts that wait for a person, and the verdicts on them. */
export type Desk = {
  /** The posts without a verdict, riskiest first. */
  list(): Promise<DeskListing[]>
  open(place: Place): Promise<DeskCase | { state: 'gone'; sentence: string }>
  keep(options: { subject: DeskCase; by: string; note: string }): Promise<Verdict>
  /** The file that the editor opens. */
  editable(subject: DeskCase): string
  /** `file` is the edited text; `anyway` publishes it despite failed checks, which the page then shows as failed. */
  correct(options: { subject: DeskCase; file: string; by: string; note: string; anyway: boolean }): Promise<Verdict>
  retract(options: { subject: DeskCase; by: string; reason: string }): Promise<Verdict>
}
