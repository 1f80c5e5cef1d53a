import { visit } from 'unist-util-visit'
import type { Element } from 'hast'

const BLOCKS = new Set('table h1 h2 h3 h4 h5 h6 pre blockquote figure section article form ul ol'.split(' '))
const MAX_TABLE = 40_000
const MAX_CELL = 300
const MAX_COLUMNS = 20
const MAX_ROWS_OF_CELL = 200

type Row = { cells: string[]; isHead: boolean }

/**
 * The rows of a table that holds data, the header row first. It is empty if the table does not have one. A cell that spans rows
 * is repeated in each of them. Null for a table that only lays out a page: with blocks or long cells, or with a single
 * row or column.
 */
export function tableOf(table: Element, textOf: (cell: Element) => string): { title: string; rows: string[][] } | null {
  const rows: Row[] = []
  const spanning: { text: string; left: number }[] = []
  let title = ''
  let isLayout = false
  let size = 0
  visit(table, 'element', (node, _, parent) => {
    if (node !== table && BLOCKS.has(node.tagName)) isLayout = true
    if (node.tagName === 'caption') title = textOf(node)
    if (node.tagName !== 'tr') return
    const row: Row = { cells: [], isHead: parent?.type === 'element' && parent.tagName === 'thead' }
    const cells = node.children.filter((child) => child.type === 'element')
    for (const cell of cells) {
      fillSpans(row)
      const text = textOf(cell)
      const left = spanOf(cell, 'rowSpan', MAX_ROWS_OF_CELL) - 1
      for (let column = 0; column < spanOf(cell, 'colSpan', MAX_COLUMNS); column += 1) {
        const part = column === 0 ? text : ''
        if (left > 0) spanning[row.cells.length] = { text: part, left }
        row.cells.push(part)
      }
    }
    fillSpans(row)
    row.isHead ||= cells.length > 0 && cells.every((cell) => cell.tagName === 'th' || textOf(cell) === '')
    size += row.cells.reduce((sum, { length }) => sum + length + 1, 0)
    if (size > MAX_TABLE) isLayout = true
    else rows.push(row)
  })
  const filled = rows.filter(({ cells }) => cells.some(Boolean))
  const isData =
    filled.filter(({ cells }) => cells.filter(Boolean).length > 1).length > 1 &&
    filled.every(({ cells }) => cells.every((cell) => cell.length <= MAX_CELL))
  if (isLayout || !isData) return null
  const width = Math.max(...filled.map(({ cells }) => cells.length))
  const [first, second] = filled
  const hasHead = first?.isHead === true && second?.isHead !== true
  return { title, rows: [...(hasHead ? [] : [[]]), ...filled.map(({ cells }) => cells)].map(padded) }

  function fillSpans({ cells }: Row): void {
    for (let span = spanning[cells.length]; span !== undefined && span.left > 0; span = spanning[cells.length]) {
      span.left -= 1
      cells.push(span.text)
    }
  }

  function padded(cells: string[]): string[] {
    return [...cells, ...Array<string>(width - cells.length).fill('')]
  }
}

function spanOf({ properties }: Element, attribute: 'rowSpan' | 'colSpan', most: number): number {
  const wanted = Number.parseInt(String(properties[attribute] ?? '1'), 10)
  return Math.min(Math.max(Number.isNaN(wanted) ? 1 : wanted, 1), most)
}
