/** A post as lists show it. `date` is the ISO text as the backend gave it; `prefix` is null when it names no folder. */
export type PostSummary = {
  id: string
  category: string
  title: string
  excerpt: string
  date: string | null
  prefix: string | null
}

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
  /** Posts to read next, named by our own backend only. */
  related: PostSummary[]
  /** How the post was made; null when the backend keeps no record. */
  provenance: Provenance | null
}

/** A text that an article cites, in the order of its numbers. */
export type Source = { title: string; publisher: string; url: string }

/** The result of one check of a draft: what was checked, whether it held, and the evidence in words. */
export type Check = { name: string; passed: boolean; detail: string }

/** A person's verdict that a post may stand. */
export type Review = { by: string; date: string; note: string }

/** What was changed after publication, when, and by whom. */
export type Correction = { by: string; date: string; note: string }

/** The record of a post's making: everything the page claims about it comes from here. */
export type Provenance = {
  /** The model that wrote the text; null when no record names it. */
  writer: { model: string; provider: string } | null
  /** A plain sentence about how it was written, or null. */
  note: string | null
  sources: Source[]
  checks: Check[]
  /** Newest last. */
  reviews: Review[]
  /** Newest last. */
  corrections: Correction[]
}
