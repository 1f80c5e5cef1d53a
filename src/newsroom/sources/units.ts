import { sentencesOf } from '#text/sentences.ts'
import type { Reference } from '#newsroom/stories/story.ts'

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

/** A source as the writer sees it and the checks read it: `id` is `S1`, or `A1` for our own earlier posts; `date` is ISO text; the head's units come first. */
export type NumberedSource = {
  id: string
  hash: string
  publisher: string
  url: string
  title: string
  date: string
  author: string | null
  units: Unit[]
}

/** Cuts a source's text into numbered units; the same text always has the same ids. */
export function numberSource({ id, hash, publisher, url, title, date, text }: Reference): NumberedSource {
  const head: Unit[] = [
    { id: `${id}.title`, kind: 'title', text: title, block: -1, mark: null },
    { id: `${id}.date`, kind: 'date', text: date, block: -1, mark: null },
  ]
  const body = blocksOf(text)
    .flatMap((pieces, block) => pieces.map((piece) => ({ ...piece, block, mark: null })))
    .map((piece, index) => ({ id: `${id}.${index + 1}`, ...piece }))
  return { id, hash, publisher, url, title, date, author: null, units: [...head, ...body] }
}

type Piece = Pick<Unit, 'kind' | 'text'>

function blocksOf(text: string): Piece[][] {
  const blocks: Piece[][] = []
  let open: Piece[] = []
  let fence: string | null = null
  const close = () => {
    if (open.length > 0) blocks.push(open)
    open = []
  }
  for (const line of text.split('\n')) {
    const mark = /^`{3,}$/.exec(line)?.[0]
    if (fence !== null) {
      if (line === fence) {
        close()
        fence = null
      } else if (line.trim() !== '') open.push({ kind: 'code', text: line })
    } else if (mark !== undefined) {
      close()
      fence = mark
    } else if (line.trim() === '') close()
    else open.push(...piecesOf(line))
  }
  close()
  return blocks
}

function piecesOf(line: string): Piece[] {
  const heading = /^#{1,6} (.+)$/.exec(line)?.[1]
  if (heading !== undefined) return [{ kind: 'heading', text: heading }]
  if (line.includes(' | ')) return [{ kind: 'row', text: line }]
  const item = /^ *(?:- |\d{1,4}[.)] )(.+)$/.exec(line)?.[1]
  const kind = item === undefined ? 'sentence' : 'item'
  if (item !== undefined && item.length <= LONGEST_ITEM) return [{ kind, text: item }]
  return sentencesOf(item ?? line).map((text) => ({ kind, text }))
}

const LONGEST_ITEM = 200
