import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { CITATION, citedNumbers } from '#text/citations.ts'

/** A piece of an article's Markdown. */
export type MarkdownNode = ReturnType<typeof nodesOf>[number]

type Inline = Extract<MarkdownNode, { type: 'paragraph' }>['children'][number]

/** Words up to a citation, and the numbers of the sources that it names; the last may have none. */
export type Run = { text: string; numbers: number[] }

/** The pieces of an article, in their order. */
export function nodesOf(markdown: string) {
  return unified().use(remarkParse).use(remarkGfm).parse(markdown).children
}

/** The numbers of all citations that a reader sees in a text, in its order; what stands in code cites nothing. */
export function citationsOf(markdown: string): number[] {
  const cited = (nodes: readonly MarkdownNode[]): number[] =>
    nodes.flatMap((node) => {
      // The caption of a figure is HTML, and may cite.
      if (node.type === 'text' || node.type === 'html')
        return [...node.value.matchAll(CITATION)].flatMap(([, list = '']) => citedNumbers(list))
      return 'children' in node ? cited(node.children) : []
    })
  return cited(nodesOf(markdown))
}

/**
 * The words of nodes, up to each citation and after the last. `isKnown` knows sentences: elsewhere a citation amid a
 * sentence belongs to its end.
 */
export function runsOf(
  nodes: readonly MarkdownNode[],
  {
    markdown,
    glue = ' ',
    isKnown = () => false,
  }: { markdown: string; glue?: string; isKnown?: (text: string) => boolean },
): Run[] {
  const text = nodes.map((node) => textOf(node, markdown)).join(glue)
  const [first = '', ...rest] = text.split(MARK)
  const runs: Run[] = [{ text: first, numbers: [] }]
  // What was split at a mark is in turns the numbers and the words behind them.
  for (const [index, part] of rest.entries()) {
    const open = runs.at(-1)
    if (open === undefined) break
    if (index % 2 === 0) open.numbers.push(...part.split(',').map(Number))
    else {
      const [stop = ''] = /^[.!?…]+["”’)]*/.exec(part) ?? []
      open.text += stop
      if (isKnown(open.text) || isEnded(open.text)) runs.push({ text: part.slice(stop.length), numbers: [] })
      else open.text += part.slice(stop.length)
    }
  }
  return runs
    .map(({ text, numbers }) => ({ text: text.trim(), numbers: [...new Set(numbers)] }))
    .filter(({ text, numbers }) => text !== '' || numbers.length > 0)
}

/** The words of nodes and all their citations. */
export function wholeOf(
  nodes: readonly MarkdownNode[],
  { markdown, glue = ' ' }: { markdown: string; glue?: string },
): Run {
  const numbers: number[] = []
  const text = nodes.map((node) => textOf(node, markdown)).join(glue)
  const words = text.replaceAll(MARK, (_, list: string) => {
    numbers.push(...list.split(',').map(Number))
    return ''
  })
  return { text: words.trim(), numbers: [...new Set(numbers)] }
}

/** The words of a heading, which cites nothing: whatever looks like a citation stays. */
export function headingOf({ children }: Extract<MarkdownNode, { type: 'heading' }>, markdown: string): string {
  return children
    .map((child) => inlineOf(child, markdown, (text) => text))
    .join('')
    .trim()
}

// Between two characters that no text needs.
const MARK = /\uE000([\d,]+)\uE001/g

function marked(text: string): string {
  return text
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll(CITATION, (_, list: string) => `\uE000${citedNumbers(list).join(',')}\uE001`)
}

function isEnded(text: string): boolean {
  return /[.!?…:]["”’)*`]*$/.test(text.trimEnd())
}

// What a draft has no block for is as it stands in the file.
function textOf(node: MarkdownNode, markdown: string): string {
  return node.type === 'paragraph' || node.type === 'tableCell'
    ? node.children.map((child) => inlineOf(child, markdown, marked)).join('')
    : marked(written(node, markdown))
}

// Text with bold, italic and code in Markdown, as a draft has it.
function inlineOf(node: Inline, markdown: string, mark: (text: string) => string): string {
  const inner = (children: readonly Inline[]) => children.map((child) => inlineOf(child, markdown, mark)).join('')
  if (node.type === 'text') return mark(node.value).replaceAll(/[ \t\r\n]+/g, ' ')
  if (node.type === 'break') return ' '
  if (node.type === 'strong') return `**${inner(node.children)}**`
  if (node.type === 'emphasis') return `*${inner(node.children)}*`
  if (node.type === 'inlineCode' && !node.value.includes('`')) return `\`${node.value.replaceAll('\n', ' ')}\``
  // An address that became a link by itself has no place of its own in the file: it is its words.
  if (node.position === undefined && 'children' in node) return inner(node.children)
  return written(node, markdown)
}

function written({ position }: MarkdownNode, markdown: string): string {
  return markdown.slice(position?.start.offset, position?.end.offset)
}
