import type { Reference } from '#newsroom/sources/entry.ts'

/**
 * A citable piece of a source: a sentence, heading, list item, table row or line of code, or the source's title, date
 * or author.
 */
export type Unit = {
  /**
   * The unit's id, such as `S1.12`. The source's title, date and author have the ids `S1.title`, `S1.date` and
   * `S1.author`.
   */
  id: string
  kind: 'title' | 'date' | 'author' | 'heading' | 'sentence' | 'item' | 'row' | 'code'
  text: string
  /**
   * The number of the paragraph, list, table or code block that contains the unit. It is -1 for title, date and author.
   */
  block: number
  mark: 'byline' | 'boilerplate' | null
  /** Present only if the unit is part of a block quote. `by` is the quote's speaker or author, if known. */
  quoted?: { by: string | null }
}

/** A unit that has no id yet. */
export type Piece = Pick<Unit, 'kind' | 'text'>

/** A block of text and its pieces. */
export type Block = {
  kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code'
  pieces: Piece[]
  quoted: { by: string | null } | null
}

/** A source and its units, for the writer and the checks. `id` is `S1`, or `A1` for an earlier post of this blog. */
export type NumberedSource = Omit<Reference, 'text'> & {
  author: string | null
  /** The title, date and author come first. */
  units: Unit[]
  /**
   * Number of units in the complete article text, not counting title, date and author. `units` has fewer if the source
   * was trimmed.
   */
  unitCount?: number | undefined
  /** True if the text was cut off when it was read, so that its end is unknown. */
  isCut?: true | undefined
}

/** Returns true if a unit belongs to the article. */
export function isArticleText({ mark }: Unit): boolean {
  return mark !== 'boilerplate'
}
