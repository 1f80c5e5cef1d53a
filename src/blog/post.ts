/** A post as lists show it. `date` is the ISO text as the backend gave it; `prefix` is null when it names no folder. */
export type PostSummary = {
  id: string
  category: string
  title: string
  excerpt: string
  date: string | null
  prefix: string | null
  picture?: Picture
  /** To read it; where the backend says. */
  minutes?: number
  /** Whether a person's review of it is on record; absent where the backend does not say. */
  reviewed?: boolean
  /** Of a post that was searched for: where its title has the words. */
  marks?: Mark[]
  /**
   * Of a post that was searched for: a piece of its text that has the words which its title lacks, and the heading above it;
   * or its excerpt, and the tag that has them.
   */
  snippet?: { text: string; marks: Mark[]; section?: string; tag?: string } | null
}

/** A place in a text, in UTF-16 units: from, and up to. */
export type Mark = [start: number, end: number]

/** A post as its page shows it. `html` is whatever the backend wrote: sanitise it before it reaches a page. */
export type Post = {
  title: string
  excerpt: string
  html: string
  author: string
  date: string | null
  category: string
  tags: string[]
  /** Bucket key or absolute address of the picture. */
  thumbnail: string | null
  picture?: Picture
  /** Posts to read next, named by our own backend only. */
  related: PostSummary[]
  /** How the post was made; null when the backend keeps no record. */
  provenance: Provenance | null
}

/**
 * What is known of a post's picture; a backend may keep no such record. In each of the widths, in pixels and narrowest
 * first, it is there in each of the formats, best first, beside the picture itself (`variantKey`).
 */
export type Picture = {
  widths: number[]
  formats: (typeof PICTURE_FORMATS)[number][]
  /** The colour of the whole, `#rrggbb`, for the time until it is there. */
  placeholder: string | null
  /** What is seen on it; empty where it is decoration. */
  alt: string
}

/** The formats that pictures are offered in, best first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/**
 * A text that an article cites, in the order of its numbers; `url` is http(s), or empty where no such address is known.
 * `date` is the day (`YYYY-MM-DD`) that its publisher gave it, null where it gave none; `read` the day on which it was read.
 * Where no record tells, they are absent.
 */
export type Source = { title: string; publisher: string; url: string; date?: string | null; read?: string }

/** The result of one check of a draft: what was checked, whether it held, and the evidence in words. */
export type Check = { name: string; passed: boolean; detail: string }

/**
 * A unit of a source that bears a sentence of an article: `text` is the sentence, and `compute` what it computes. `citation`
 * counts the links that citations are, from 1 in the order of the text, and is null where none is shown (a title, a lead, a
 * heading). `source` is an index into the article's sources, `unit` an id that counts them from `S1` (`S2.14`), `quote` at
 * most 300 characters of the unit.
 */
export type Evidence = {
  text: string
  compute: string
  citation: number | null
  source: number
  unit: string
  quote: string
}

/**
 * What a model had to say of a draft: whether it is the one that wrote it; on how many sentences its verdict stands; how
 * many errors code had `planted` for it, and how many of those it `found`.
 */
export type JudgeRecord = {
  model: string
  provider: string
  isWriter: boolean
  sentences: number
  planted: number
  found: number
}

/** How a draft was judged: by whom most of it was, and who judged the rest; how many sentences failed and were cut. */
export type Judging = JudgeRecord & { cut: number; others?: JudgeRecord[] }

/** A person's verdict that a post may stand. */
export type Review = { by: string; date: string; note: string }

/** What was changed after publication, when, and by whom. */
export type Correction = { by: string; date: string; note: string }

/**
 * What a person changed or took back: one entry of the page of corrections. `published` is the date of its post, `note` what
 * was changed or why it was taken back. `mark` is the number of its note in the text (`#correction-1`), where the text as it
 * stands is sure to have one.
 */
export type Change = {
  kind: 'correction' | 'retraction'
  category: string
  id: string
  title: string
  published: string
  date: string
  by: string
  note: string
  mark?: number
}

/** The record of a post's making: everything the page claims about it comes from here. */
export type Provenance = {
  /** The model that wrote the text; null when no record names it. */
  writer: { model: string; provider: string } | null
  /** A plain sentence about how it was written, or null. */
  note: string | null
  sources: Source[]
  checks: Check[]
  /** What its sentences rest on; a post from before such records were kept has none. */
  evidence?: Evidence[]
  /** Absent where no model judged it. */
  judging?: Judging
  /** Newest last. */
  reviews: readonly Review[]
  /** Newest last. */
  corrections: readonly Correction[]
}
