import { defaultHandlers, toMdast, type Handle, type State } from 'hast-util-to-mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { CUT_MARK, cutAt, textOf } from '#newsroom/sources/feed/markdown-text.ts'
import { SKIP, visit } from 'unist-util-visit'
import type { Element, Parents, Root } from 'hast'
import type { ListItem, Nodes, Paragraph, TableRow } from 'mdast'

/**
 * Converts HTML to Markdown that keeps only the structure needed for citations: headings, lists, tables, block quotes
 * and code. Links and emphasis become plain text, and images are removed. Text beyond `maxLength` is cut after a whole
 * block and replaced with the cut mark.
 */
export function markdownOf(tree: Root, maxLength: number): string {
  dropEnd(tree, 2 * maxLength)
  const document = toMdast(tree, { handlers: HANDLERS, document: true })
  visit(document, 'paragraph', ({ children }, index, parent) => {
    if (parent === undefined || index === undefined || children.some(({ type }) => type !== 'break')) return undefined
    parent.children.splice(index, 1)
    return index
  })
  const extensions = [gfmTableToMarkdown({ tablePipeAlign: false })]
  const whole = toMarkdown(document, { bullet: '-', rule: '-', fences: true, extensions }).trim()
  if (whole.length <= maxLength) return whole
  const length = maxLength - CUT_MARK.length - 2
  const end = whole.lastIndexOf('\n\n', length)
  return `${end === -1 ? cutAt(whole, length) : whole.slice(0, end)}\n\n${CUT_MARK}`
}

/** Drops a tree's text beyond this length, because converting a very long page takes seconds. */
export function dropEnd(tree: Root, length: number): void {
  let left = length
  visit(tree, (node, index, parent) => {
    if (node.type === 'text') left -= node.value.length
    if (left >= 0 || node.type === 'root' || parent === undefined || index === undefined) return undefined
    parent.children.splice(index)
    return SKIP
  })
}

function handled(names: string, handle: Handle): Record<string, Handle> {
  return Object.fromEntries(names.split(' ').map((name) => [name, handle]))
}

const HANDLERS: Record<string, Handle> = {
  ...handled('a abbr b code em i kbd mark samp strong tt u var', (state, node: Element) => state.all(node)),
  ...handled('details tr td th thead tbody tfoot', (state, node: Element) => state.toFlow(state.all(node))),
  ...handled('audio button canvas head img input object select textarea video wbr', () => undefined),
  ...handled('h1 h2 h3 h4 h5 h6', heading),
  dl: definitions,
  figcaption: caption,
  menu: defaultHandlers.ul,
  pre: codeBlock,
  q: (state, node: Element) => ({ type: 'text', value: `“${textOf(state.all(node))}”` }),
  table,
}

// Writes a heading on one line.
function heading(state: State, node: Element): Nodes {
  const depth = ([1, 2, 3, 4, 5] as const).find((level) => node.tagName === `h${level}`) ?? 6
  return { type: 'heading', depth, children: [{ type: 'text', value: textOf(state.all(node)) }] }
}

// Marks a quotation's caption as its speaker.
function caption(state: State, node: Element, parent: Parents | undefined): Nodes[] {
  const isSpeaker = parent?.children.some((child) => child.type === 'element' && child.tagName === 'blockquote')
  const value = textOf(state.all(node)).replace(/^(?:[—–―-]|--) ?/, '')
  return isSpeaker && value !== '' ? [paragraph(`— ${value}`)] : state.toFlow(state.all(node))
}

// Converts each description in a definition list to a list item that begins with the term.
function definitions(state: State, node: Element): Nodes {
  const items: string[] = []
  let term: string | null = null
  visit(node, 'element', (part) => {
    if (part.tagName !== 'dt' && part.tagName !== 'dd') return undefined
    const value = textOf(state.all(part))
    if (value === '') return SKIP
    const explained = part.tagName === 'dd' && term !== null
    if (explained && items.at(-1) === term) items.pop()
    items.push(explained ? `${term?.replace(/:$/, '')}: ${value}` : value)
    if (part.tagName === 'dt') term = value
    return SKIP
  })
  const children = items.map((item): ListItem => ({ type: 'listItem', spread: false, children: [paragraph(item)] }))
  return { type: 'list', spread: false, children }
}

// Returns undefined for a column of line numbers next to code.
function codeBlock(state: State, node: Element): Nodes | undefined {
  const code = defaultHandlers.pre(state, node)
  const value = code.value.replace(/^(?: *\n)+/, '').trimEnd()
  return /^(?:(?:\s*\d+\n)+\s*\d*)?$/.test(value) ? undefined : { ...code, value, meta: null }
}

const NOT_IN_DATA = /^(?:table|h[1-6]|pre|blockquote|figure|section|article|form|ul|ol)$/
const MAX_TABLE = 40_000
const MAX_CELL = 300
const MAX_COLUMNS = 20

// Converts a data table, preceded by its caption. A layout table, which contains block elements, long cells, or only
// one row or column, is replaced with its contents.
function table(state: State, node: Element): Nodes[] {
  const rows: { row: Element; cells: string[]; isHead: boolean }[] = []
  let isLayout = false
  let title = ''
  visit(node, 'element', (row, _, parent) => {
    if (row !== node && NOT_IN_DATA.test(row.tagName)) isLayout = true
    if (row.tagName === 'caption') title = textOf(state.all(row))
    const isInHead = parent?.type === 'element' && parent.tagName === 'thead'
    if (row.tagName === 'tr')
      rows.push({ row, cells: [], isHead: isInHead || elementsOf(row).every(({ tagName }) => tagName === 'th') })
  })
  let size = 0
  for (const [index, { row, cells }] of rows.entries()) {
    for (const cell of isLayout ? [] : elementsOf(row)) {
      const text = textOf(state.all(cell))
      const width = spanOf(cell.properties.colSpan, MAX_COLUMNS)
      const height = spanOf(cell.properties.rowSpan, rows.length - index)
      size += height * (text.length + width)
      if (text.length > MAX_CELL || size > MAX_TABLE) return state.toFlow(state.all(node))
      const free = cells.findIndex((value) => value === undefined)
      const start = free === -1 ? cells.length : free
      // Repeat a cell that spans several rows so that each row makes sense alone.
      for (const { cells: line } of rows.slice(index, index + height))
        for (let column = start; column < start + width; column += 1) line[column] = column === start ? text : ''
    }
  }
  const filled = rows.filter(({ cells }) => cells.some(Boolean))
  const hasColumns = filled.filter(({ cells }) => cells.filter(Boolean).length > 1).length > 1
  if (isLayout || !hasColumns) return state.toFlow(state.all(node))
  const width = Math.max(...filled.map(({ cells }) => cells.length))
  const head = filled[0]?.isHead === true && filled[1]?.isHead !== true ? [] : [[]]
  const children = [...head, ...filled.map(({ cells }) => cells)].map((cells) => tableRow(cells, width))
  return [...(title === '' ? [] : [paragraph(title)]), { type: 'table', children }]
}

function elementsOf({ children }: Element): Element[] {
  return children.filter((child) => child.type === 'element')
}

function tableRow(cells: string[], width: number): TableRow {
  const texts = Array.from({ length: width }, (_, column) => ({ type: 'text' as const, value: cells[column] ?? '' }))
  return { type: 'tableRow', children: texts.map((text) => ({ type: 'tableCell', children: [text] })) }
}

function spanOf(value: unknown, most: number): number {
  return Math.min(Math.max(Number(value ?? 1) || 1, 1), most)
}

function paragraph(value: string): Paragraph {
  return { type: 'paragraph', children: [{ type: 'text', value }] }
}
