import { toString } from 'hast-util-to-string'
import { defaultHandlers, toMdast, type Handle, type State } from 'hast-util-to-mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { CUT_MARK, cutAt, textOf } from '#newsroom/sources/feed/markdown-text.ts'
import { SKIP, visit } from 'unist-util-visit'
import { tableOf } from '#newsroom/sources/feed/table.ts'
import type { Element, Nodes as HtmlNodes, Parents, Root } from 'hast'
import type { ListItem, Nodes, Paragraph, Root as MarkdownRoot } from 'mdast'

/**
 * Writes HTML as Markdown that only keeps the structure needed to cite parts of a text: headings, lists, tables, block
 * quotes and code. Links, emphasis and images are reduced to their text. A text that is longer than `maxLength` ends
 * after a whole block, followed by the cut mark.
 */
export function markdownOf(tree: Root, maxLength: number): string {
  dropEnd(tree, 2 * maxLength)
  const document = toMdast(tree, { handlers: HANDLERS, document: true })
  if (document.type !== 'root') return ''
  const whole = print(document)
  return whole.length <= maxLength ? whole : firstBlocks(document, whole, maxLength)
}

// Removes the text after this length, because converting all of a very long page takes seconds.
function dropEnd(tree: Root, length: number): void {
  let left = length
  visit(tree, (node, index, parent) => {
    if (node.type === 'text') left -= node.value.length
    if (left >= 0 || node.type === 'root' || parent === undefined || index === undefined) return undefined
    parent.children.splice(index)
    return SKIP
  })
}

function print(root: MarkdownRoot): string {
  return toMarkdown(root, {
    bullet: '-',
    rule: '-',
    fences: true,
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
  }).trim()
}

function firstBlocks(document: MarkdownRoot, whole: string, maxLength: number): string {
  let length = CUT_MARK.length
  const end = document.children.findIndex((child) => {
    length += print({ type: 'root', children: [child] }).length + 2
    return length > maxLength
  })
  const kept = print({ type: 'root', children: document.children.slice(0, end) })
  return `${kept === '' ? cutAt(whole, maxLength - CUT_MARK.length - 2) : kept}\n\n${CUT_MARK}`
}

const skip: Handle = () => undefined
const text: Handle = (state, node: Element) => state.all(node)
const flow: Handle = (state, node: Element) => state.toFlow(state.all(node))

const HANDLERS: Record<string, Handle> = {
  ...Object.fromEntries('a abbr b code em i kbd mark samp strong tt u var'.split(' ').map((name) => [name, text])),
  ...Object.fromEntries('tr td th thead tbody tfoot'.split(' ').map((name) => [name, flow])),
  ...Object.fromEntries(
    'audio button canvas head iframe img input noscript object select svg textarea video'
      .split(' ')
      .map((name) => [name, skip]),
  ),
  blockquote: (state, node: Element) => ({ type: 'blockquote', children: state.toFlow(state.all(node)) }),
  dl: definitions,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading])),
  figcaption: caption,
  math: (_, node: Element) => ({ type: 'text', value: formulaOf(node) }),
  pre: codeBlock,
  q: (state, node: Element) => ({ type: 'text', value: `“${textOf(state.all(node))}”` }),
  sub: (state, node: Element, parent) => raisedOrLowered(state, node, { parent, sign: '_' }),
  sup: (state, node: Element, parent) => raisedOrLowered(state, node, { parent, sign: '^' }),
  table,
}

// `10<sup>6</sup>` becomes 10^6, not 106. The number of a note is put in brackets.
function raisedOrLowered(
  state: State,
  node: Element,
  { parent, sign }: { parent: Parents | undefined; sign: '^' | '_' },
): Nodes[] {
  const value = toString(node).trim()
  if (!/^[-−+]?(?:\d{1,4}|[a-z*†‡])$/.test(value)) return state.all(node)
  const isNote = isLink(parent) || node.children.some(isLink)
  if (isNote) return [{ type: 'text', value: `[${value}]` }]
  const siblings = parent?.children ?? []
  const before = siblings
    .slice(
      0,
      siblings.findIndex((sibling) => sibling === node),
    )
    .at(-1)
  const isPower = /\d/.test(value) && before !== undefined && /\d$/.test(wordsOf(before))
  return [{ type: 'text', value: isPower ? `${sign}${value}` : value }]
}

function isLink(node: HtmlNodes | undefined): boolean {
  return node?.type === 'element' && node.tagName === 'a'
}

function wordsOf(node: HtmlNodes): string {
  return node.type === 'text' ? node.value : node.type === 'element' ? toString(node) : ''
}

const MAX_HEADING = 300

// A heading with more text was probably never closed.
function heading(state: State, node: Element): Nodes | Nodes[] {
  const value = textOf(state.all(node))
  if (value.length > MAX_HEADING) return state.toFlow(state.all(node))
  const depth = ([1, 2, 3, 4, 5, 6] as const).find((level) => node.tagName === `h${level}`) ?? 6
  return { type: 'heading', depth, children: [{ type: 'text', value }] }
}

// The caption of a figure. Under a quotation, it is the speaker.
function caption(state: State, node: Element, parent: Parents | undefined): Paragraph | undefined {
  const value = textOf(state.all(node))
  if (value === '') return undefined
  const isSpeaker = parent?.children.some((child) => child.type === 'element' && child.tagName === 'blockquote')
  return paragraph(isSpeaker ? `— ${value.replace(/^(?:[—–―-]|--) ?/, '')}` : `Caption: ${value}`)
}

// Writes a term and its first explanation as one item, each further explanation as an item of its own.
function definitions(state: State, node: Element): Nodes {
  const parts = node.children.flatMap((child) =>
    child.type === 'element' && child.tagName === 'div' ? child.children : [child],
  )
  const items: string[] = []
  let isTermOpen = false
  for (const part of parts) {
    const value = part.type === 'element' ? textOf(state.all(part)) : ''
    if (value === '' || part.type !== 'element') continue
    const term = isTermOpen && part.tagName === 'dd' ? items.pop() : undefined
    items.push(term === undefined ? value : `${term.replace(/:$/, '')}: ${value}`)
    isTermOpen = part.tagName === 'dt'
  }
  const children = items.map((item): ListItem => ({ type: 'listItem', spread: false, children: [paragraph(item)] }))
  return { type: 'list', spread: false, children }
}

// A column of line numbers next to code is not code.
function codeBlock(state: State, node: Element): Nodes | undefined {
  const code = defaultHandlers.pre(state, node)
  const value = code.value.replace(/^(?: *\n)+/, '').trimEnd()
  const lines = value.split('\n')
  const first = Number(lines[0])
  const areNumbers = lines.length > 1 && lines.every((line, index) => line.trim() === `${first + index}`)
  return value === '' || areNumbers ? undefined : { ...code, value, meta: null }
}

// A table that holds data, after its caption; the contents of one that only lays out a page.
function table(state: State, node: Element): Nodes[] {
  const found = tableOf(node, (cell) => textOf(state.all(cell)))
  if (found === null) return state.toFlow(state.all(node))
  const { rows, title } = found
  const children = rows.map((cells) => ({
    type: 'tableRow' as const,
    children: cells.map((value) => ({ type: 'tableCell' as const, children: [{ type: 'text' as const, value }] })),
  }))
  return [...(title === '' ? [] : [paragraph(title)]), { type: 'table', children }]
}

// MathML on one line: 1/2 instead of 12, x^2 instead of x2.
function formulaOf(node: HtmlNodes): string {
  if (node.type === 'text') return node.value.trim()
  if (node.type !== 'element' || node.tagName.startsWith('annotation')) return ''
  const parts = node.children.map(formulaOf).filter(Boolean)
  const join = { mfrac: '/', msup: '^', msub: '_' }[node.tagName]
  if (join !== undefined) return parts.map((part) => (/^[\p{L}\p{N}.,]+$/u.test(part) ? part : `(${part})`)).join(join)
  return node.tagName === 'msqrt' ? `√(${parts.join('')})` : parts.join('')
}

function paragraph(value: string): Paragraph {
  return { type: 'paragraph', children: [{ type: 'text', value }] }
}
