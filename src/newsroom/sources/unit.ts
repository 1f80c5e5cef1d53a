/** One citable piece of a source: a sentence, a heading, a list item, a table row, a line of code, or a field of its head. */
export type Unit = {
  /** `S1.12`; `S1.title`, `S1.date` and `S1.author` for the head. */
  id: string
  kind: 'title' | 'date' | 'author' | 'heading' | 'sentence' | 'item' | 'row' | 'code'
  text: string
  /** Units of one paragraph, list, table or code block share it; -1 for the head. */
  block: number
  mark: 'byline' | 'date' | 'caption' | 'related' | 'boilerplate' | null
}

/** A source as the writer sees it and the checks read it: `id` is `S1`, or `A1` for our own earlier posts; `date` is ISO text (`firstSeen`: of when it turned up); the head's units come first. */
export type NumberedSource = {
  id: string
  hash: string
  publisher: string
  url: string
  title: string
  date: string
  firstSeen?: true | undefined
  author: string | null
  units: Unit[]
}
