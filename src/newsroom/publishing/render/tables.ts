import { h } from 'hastscript'
import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { withoutCitations } from '#text/citations.ts'
import type { Element, Root } from 'hast'

const CAPTION = /^Table:\s*/

// Matches a table cell that contains a number, with an optional sign and short unit (`−14.5%`, `$3`, `32 kB`,
// `87,000`), or a dash.
const NUMBER = /^(?:[~≈<>≤≥+−–-]?\s?[$€£]?\d[\d.,\u00a0\u202f]*(?:\s?[^\s\d]{1,4})?|[–—-])$/

// Matches a number without a comma or point. Only these get tabular digits, because those would leave too much space
// around commas and points.
const WHOLE = /^(?!.*\d[.,]\d)/

/**
 * Converts each table to a figure with a caption (from a paragraph `Table: …` before it) and a box that contains the
 * table. If the table is too wide for a phone, the box scrolls, also by keyboard.
 */
export function frameTables(tree: Root): void {
  let count = 0
  visit(tree, 'element', (table, index, parent) => {
    if (table.tagName !== 'table' || parent === undefined || index === undefined) return undefined
    const rows = elementsIn(table, 'tr').map((row) => row.children.filter((cell) => cell.type === 'element'))
    for (const [row, cells] of rows.entries()) for (const cell of cells) setCell(cell, row === 0)
    setNumbers(rows)

    const before = parent.children.slice(0, index).findLastIndex((node) => node.type === 'element')
    const caption = takeCaption(parent.children[before])
    const start = caption === null ? index : before
    count += 1
    const id = `table-${count}`
    const name = caption === null ? { ariaLabel: 'Table' } : { ariaLabelledBy: [id] }
    const scrolls = isWide(rows.map((cells) => cells.map(wordsOf)))
    if (scrolls) table.properties.className = ['wide']
    if (caption !== null) Object.assign(table.properties, name)
    const figure = h('figure.table-fig', [
      ...(caption === null ? [] : [h('figcaption', { id }, caption)]),
      h('.table', scrolls ? { tabIndex: 0, role: 'region', ...name } : {}, table),
    ])
    parent.children.splice(start, index - start + 1, figure)
    return [SKIP, start + 1]
  })
}

// The style sheet aligns numbers by class. An empty cell in the header row becomes an ordinary cell.
function setCell(cell: Element, isHead: boolean): void {
  if (cell.properties.align === 'right') cell.properties.className = ['num']
  delete cell.properties.align
  if (cell.tagName === 'th') cell.properties.scope = isHead ? 'col' : 'row'
  if (isHead && toString(cell).trim() === '') Object.assign(cell, h('td', cell.children))
}

// A column of numbers gets the class for numbers, whatever its alignment. Skip the first column, which has row names.
function setNumbers([head = [], ...body]: Element[][]): void {
  for (const column of head.keys().drop(1)) {
    const texts = body.flatMap((cells) => cells.slice(column, column + 1)).map(wordsOf)
    if (!texts.some((text) => /\d/.test(text)) || !texts.every((text) => NUMBER.test(text))) continue
    const className = texts.every((text) => WHOLE.test(text)) ? ['num', 'tabular'] : ['num']
    for (const cells of [head, ...body]) if (cells[column] !== undefined) cells[column].properties.className = className
  }
}

function elementsIn(node: Element, name: string): Element[] {
  const found: Element[] = []
  visit(node, 'element', (child) => void (child.tagName === name && found.push(child)))
  return found
}

function wordsOf(cell: Element): string {
  return withoutCitations(toString(cell))
}

function takeCaption(paragraph: Root['children'][number] | undefined): Element['children'] | null {
  const first = paragraph?.type === 'element' && paragraph.tagName === 'p' ? paragraph.children[0] : undefined
  if (paragraph?.type !== 'element' || first?.type !== 'text' || !CAPTION.test(first.value)) return null
  first.value = first.value.replace(CAPTION, '')
  return paragraph.children
}

// More columns, or longer rows in more than three columns, do not fit on a phone.
const MAX_COLUMNS = 5
const MAX_ROW_CHARACTERS = 72

function isWide(rows: string[][]): boolean {
  const columns = Math.max(0, ...rows.map((cells) => cells.length))
  const isLong = rows.some((cells) => cells.join(' ').length > MAX_ROW_CHARACTERS)
  return columns > MAX_COLUMNS || (columns > 3 && isLong)
}
