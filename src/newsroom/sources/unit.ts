/** One citable piece of a source: a sentence, a heading, a list item, a table row, a line of code, or a field of its head. */
export type Unit = {
  /** `S1.12`; `S1.title`, `S1.date` and `S1.author` for the head. */
  id: string
  kind: 'title' | 'date' | 'author' | 'heading' | 'sentence' | 'item' | 'row' | 'code'
  text: string
  /** Number of the paragraph, list, table or code block that the unit is in; -1 for the head. */
  block: number
  mark: 'byline' | 'date' | 'caption' | 'related' | 'boilerplate' | null
  /** Set if the unit is part of a block quote. `by` is its speaker or author, if known. */
  quoted?: { by: string | null }
}

/** A source with its units, as the writer sees it and the checks read it. The units of the head come first. */
export type NumberedSource = {
  /** `S1`, or `A1` for an earlier post of this blog. */
  id: string
  hash: string
  publisher: string
  url: string
  title: string
  /** ISO text, empty if the date is unknown. */
  date: string
  /** True if `date` is the day on which the entry was first seen in a feed that gives it no date. */
  firstSeen?: true | undefined
  author: string | null
  units: Unit[]
  /** Number of units of the whole article text, without its head. Trimming a source leaves fewer in `units`. */
  unitCount?: number | undefined
  /** True if the text was cut when it was read, so that its end is unknown. */
  isCut?: true | undefined
}

/** True unless a unit is a link to another article or boilerplate of its page. */
export function isArticleText({ mark }: Unit): boolean {
  return mark !== 'related' && mark !== 'boilerplate'
}
