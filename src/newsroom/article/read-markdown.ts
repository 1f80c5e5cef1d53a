import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { CITATION, citedNumbers } from '#text/citations.ts'

/** A top-level block in an article's Markdown. */
export type MarkdownNode = ReturnType<typeof nodesOf>[number]

/** Text, and the numbers of the sources cited at its end. */
export type Run = { text: string; numbers: number[] }

/** Parses an article's Markdown and returns its blocks in order. */
export function nodesOf(markdown: string) {
  return unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).parse(markdown).children
}

/** Returns the source numbers of all visible citations, in order. Brackets in code are not citations. */
export function citationsOf(markdown: string): number[] {
  const cited = (nodes: readonly MarkdownNode[]): number[] =>
    nodes.flatMap((node) => {
      // A figure caption is HTML and may contain citations.
      if (node.type === 'text' || node.type === 'html')
        return [...node.value.matchAll(CITATION)].flatMap(([, list = '']) => citedNumbers(list))
      return 'children' in node ? cited(node.children) : []
    })
  return cited(nodesOf(markdown))
}

/**
 * Splits text from `textOf` after each citation. A citation inside a sentence applies to the whole sentence.
 * `isRecorded` returns true for a recorded sentence, which may end without a full stop.
 */
export function runsOf(marked: string, isRecorded: (text: string) => boolean): Run[] {
  const runs: Run[] = []
  for (const piece of piecesOf(marked)) {
    const open = runs.at(-1)
    const [stop = ''] = open === undefined ? [] : (/^[.!?…]+["”’)]*/.exec(piece.text) ?? [])
    const rest = piece.text.slice(stop.length)
    if (open !== undefined) open.text += stop
    if (open === undefined || isRecorded(open.text) || isEnded(open.text)) runs.push({ ...piece, text: rest })
    else {
      open.text += rest
      open.numbers.push(...piece.numbers)
    }
  }
  return runs.map(tidied).filter(({ text, numbers }) => text !== '' || numbers.length > 0)
}

/** Returns the nodes' text without citations, and the source numbers in those citations. */
export function wholeOf(nodes: readonly MarkdownNode[], markdown: string): Run {
  const pieces = piecesOf(nodes.map((node) => textOf(node, markdown)).join(' '))
  return tidied({ text: pieces.map(({ text }) => text).join(''), numbers: pieces.flatMap(({ numbers }) => numbers) })
}

/** Returns a node's Markdown on one line and without escapes, as drafts store text, and marks the citations in it. */
export function textOf(node: MarkdownNode, markdown: string): string {
  return unescaped(sourceOf(node, markdown), marked)
}

/** Returns a heading's text. Headings have no citations, so text that looks like one is kept. */
export function headingOf(heading: MarkdownNode, markdown: string): string {
  return unescaped(sourceOf(heading, markdown).replace(/^#+\s+/, ''))
}

// Two private-use characters enclose a citation. Any such characters in the article are removed first.
const MARK = /\uE000([\d,]+)\uE001/

function marked(text: string): string {
  return text
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll(CITATION, (_, list: string) => `\uE000${citedNumbers(list).join(',')}\uE001`)
}

// Returns the text before each citation with the citation's source numbers, then the text after the last citation.
function piecesOf(marked: string): Run[] {
  const parts = marked.split(MARK)
  return parts.flatMap((text, index) =>
    index % 2 === 1 ? [] : [{ text, numbers: parts[index + 1]?.split(',').map(Number) ?? [] }],
  )
}

function tidied({ text, numbers }: Run): Run {
  return { text: text.trim(), numbers: [...new Set(numbers)] }
}

function isEnded(text: string): boolean {
  return /[.!?…:]["”’)*`]*$/.test(text.trimEnd())
}

// Joins lines, and removes escapes and a block quote's signs. Leaves code unchanged.
function unescaped(markdown: string, mark = (text: string) => text): string {
  const parts = markdown.replaceAll(/\\?\n[ >]*/g, ' ').split(/((?<!\\)`[^`]+`)/)
  const read = (text: string) => mark(text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'))
  return parts.map((part, index) => (index % 2 === 1 ? part : read(part))).join('')
}

// Returns a node's Markdown. A table cell's range includes its bars.
function sourceOf({ type, position }: MarkdownNode, markdown: string): string {
  const source = markdown.slice(position?.start.offset, position?.end.offset)
  return type === 'tableCell' ? source.replaceAll(/^\||(?<!\\)\|$/g, '').replaceAll('\\|', '|') : source
}
