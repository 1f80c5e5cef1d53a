import { h } from 'hastscript'
import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { withoutCitations } from '#text/citations.ts'
import type { Element, ElementContent, Root } from 'hast'

const CAPTION = /^Table:\s*/

// A number in a cell, with a sign before it and a short unit after it: `−14.5%`, `$3`, `32 kB`, `87,000`; or a dash.
const NUMBER = /^(?:[~≈<>≤≥+−–-]?\s?[$€£]?\d[\d.,\u00a0\u202f]*(?:\s?[^\s\d]{1,4})?|[–—-])$/

// A number without a comma or point. Only such numbers are set in digits of one width, because commas and points would
// get too much space.
const WHOLE = /^(?!.*\d[.,]\d)/

/**
 * Makes each table a figure: the caption, from a paragraph `Table: …` before it, then the box of the table. The box scrolls,
 * also by keyboard, only if the table is too wide for a phone.
 */
export function frameTables(tree: Root): void {
  let count = 0
  visit(tree, 'element', (table, index, parent) => {
    if (table.tagName !== 'table' || parent === undefined || index === undefined) return undefined
    visit(table, 'element', setCell)
    for (const head of table.children) if (isElement(head) && head.tagName === 'thead') setHead(head)
    setNumbers(table)

    const before = previousElement(parent.children, index)
    const paragraph = parent.children[before]
    const caption = paragraph?.type === 'element' ? takeCaption(paragraph) : null
    const start = caption === null ? index : before
    count += 1
    parent.children.splice(start, index - start + 1, figure(table, caption, `table-${count}`))
    return [SKIP, start + 1]
  })
}

function figure(table: Element, caption: ElementContent[] | null, id: string): Element {
  const name: Element['properties'] = caption === null ? { ariaLabel: 'Table' } : { ariaLabelledBy: [id] }
  const scrolls = isWide(rowsOf(table).map((row) => cellsOf(row).map(wordsOf)))
  if (scrolls) table.properties.className = ['wide']
  if (caption !== null) Object.assign(table.properties, name)
  return h('figure.table-fig', [
    ...(caption === null ? [] : [h('figcaption', { id }, caption)]),
    h('.table', scrolls ? { tabIndex: 0, role: 'region', ...name } : {}, table),
  ])
}

// The style sheet aligns numbers by their class.
function setCell(cell: Element): void {
  if (cell.properties.align === 'right') cell.properties.className = ['num']
  delete cell.properties.align
  if (cell.tagName === 'th') cell.properties.scope = 'row'
}

function setHead(head: Element): void {
  visit(head, 'element', (cell) => {
    if (cell.tagName !== 'th') return
    // A header cell without words is an ordinary cell.
    if (toString(cell).trim() === '') {
      cell.tagName = 'td'
      delete cell.properties.scope
    } else {
      cell.properties.scope = 'col'
    }
  })
}

// A column with only numbers gets the class for numbers, however it was aligned. The first column names the rows.
function setNumbers(table: Element): void {
  const rows = rowsOf(table).map(cellsOf)
  const body = rows.filter((cells) => cells.some((cell) => cell.properties.scope !== 'col'))
  for (let column = 1; column < (rows[0]?.length ?? 0); column += 1) {
    const inColumn = (cells: Element[]) => cells.slice(column, column + 1)
    const texts = body.flatMap(inColumn).map(wordsOf)
    if (!texts.some((text) => /\d/.test(text)) || !texts.every((text) => NUMBER.test(text))) continue
    const className = texts.every((text) => WHOLE.test(text)) ? ['num', 'tabular'] : ['num']
    for (const cell of rows.flatMap(inColumn)) cell.properties.className = className
  }
}

function rowsOf(table: Element): Element[] {
  const rows: Element[] = []
  visit(table, 'element', (node) => {
    if (node.tagName === 'tr') rows.push(node)
  })
  return rows
}

function cellsOf(row: Element): Element[] {
  return row.children.filter(isElement).filter(({ tagName }) => tagName === 'th' || tagName === 'td')
}

function wordsOf(cell: Element): string {
  return withoutCitations(toString(cell)).trim()
}

function previousElement(nodes: Root['children'] | ElementContent[], index: number): number {
  let before = index - 1
  for (let node = nodes[before]; node?.type === 'text' && node.value.trim() === ''; node = nodes[before]) before--
  return before
}

function takeCaption(paragraph: Element): ElementContent[] | null {
  const first = paragraph.children[0]
  if (paragraph.tagName !== 'p' || first?.type !== 'text' || !CAPTION.test(first.value)) return null
  first.value = first.value.replace(CAPTION, '')
  return paragraph.children
}

function isElement(node: ElementContent): node is Element {
  return node.type === 'element'
}

// Characters of 14 px on a line of a table on a phone of 390 px, and between two of its columns.
const LINE = 46
const GAP = 2
const MAX_COLUMNS = 5

// Maximum number of lines for the longest text of a column.
const MAX_LINES = 5

// True if a table needs more width than a phone has. A column is as wide as its longest word, and wide enough for its longest
// text to take at most five lines.
function isWide(rows: readonly (readonly string[])[]): boolean {
  const columns = Math.max(0, ...rows.map((cells) => cells.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((cells) => widthOf(cells[column] ?? ''))),
  )
  return columns > MAX_COLUMNS || widths.reduce((sum, width) => sum + width + GAP, -GAP) > LINE
}

// Lines break at spaces that break, and after hyphens.
function widthOf(text: string): number {
  const words = text.split(/[ \t\n]+|(?<=[^\d\s]-)(?=\p{L})/u)
  return Math.max(Math.ceil(text.length / MAX_LINES), ...words.map((word) => word.length))
}
