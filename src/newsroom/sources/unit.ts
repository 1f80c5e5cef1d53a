import type { Reference } from '#newsroom/sources/entry.ts'

/** A citable piece of a source: a sentence, a heading, a list item, a table row, a line of code, or a field of the head. */
export type Unit = {
  /** `S1.12`; `S1.title`, `S1.date` and `S1.author` for the head. */
  id: string
  kind: 'title' | 'date' | 'author' | 'heading' | 'sentence' | 'item' | 'row' | 'code'
  text: string
  /** The number of the paragraph, list, table or code block that contains the unit; -1 for the head. */
  block: number
  mark: 'byline' | 'date' | 'caption' | 'related' | 'boilerplate' | null
  /** Set if the unit is part of a block quote. `by` is its speaker or author, if known. */
  quoted?: { by: string | null }
}

/** A unit before it has an id. */
export type Piece = Pick<Unit, 'kind' | 'text'>

/** A block of a text with its pieces. `level` is set for headings. */
export type Block = {
  kind: 'heading' | 'paragraph' | 'caption' | 'list' | 'table' | 'code'
  pieces: Piece[]
  level: number
  quoted: { by: string | null } | null
}

/** A source with its units, for the writer and the checks. `id` is `S1`, or `A1` for an earlier post of this blog. */
export type NumberedSource = Omit<Reference, 'text'> & {
  author: string | null
  /** The units of the head come first. */
  units: Unit[]
  /** Number of units in the whole article text, without the head. `units` has fewer if the source was trimmed. */
  unitCount?: number | undefined
  /** True if the text was cut when it was read, so that its end is unknown. */
  isCut?: true | undefined
}

/** True unless a unit is a link to another article or boilerplate of its page. */
export function isArticleText({ mark }: Unit): boolean {
  return mark !== 'related' && mark !== 'boilerplate'
}
