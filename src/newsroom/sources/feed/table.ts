import type { DomElement } from '#newsroom/sources/feed/dom.ts'
import { layoutOf } from '#newsroom/sources/feed/layout.ts'
import { raised } from '#newsroom/sources/feed/raised.ts'
import { walk } from '#newsroom/sources/feed/walk.ts'

/**
 * The lines of a table that holds data: its caption, its rows as `a | b`, and `--- | ---` under a row of heads. A cell that
 * spans rows stands in each of them. Null for a table that only lays out a page: with blocks or long cells, or with a single row or column.
 */
export function tableLines(table: DomElement): string[] | null {
  const grid = createGrid()
  let caption = ''
  let cell: string[] = []
  let size = 0
  const whole = walk(table, {
    text(data, node) {
      cell.push(raised(data, node, /\d$/.test(cell.at(-1) ?? '')))
      size += data.length
    },
    enter(element) {
      const { localName: name } = element
      if (BLOCKS.has(name) || size > LONGEST_TABLE) return 'stop'
      if (name === 'tr') grid.startRow(element.parentNode?.localName === 'thead')
      if (layoutOf(name) !== 'inline') cell.push(' ')
      if (CELLS.has(name)) cell = []
      return 'into'
    },
    leave(element) {
      const { localName: name } = element
      if (layoutOf(name) !== 'inline') cell.push(' ')
      if (!CELLS.has(name)) return
      const text = cell.join('').replace(/\s+/g, ' ').trim()
      if (name === 'caption') caption = text
      else grid.add(text.replaceAll(' | ', '|'), element)
      cell = []
    },
  })
  const rows = whole ? grid.done() : null
  if (rows === null) return null
  const lines = rows.map(({ cells }) => cells.join(' | '))
  const [first, second] = rows
  if (first && second && isHead(first) && !isHead(second)) lines.splice(1, 0, first.cells.map(() => '---').join(' | '))
  return caption === '' ? lines : [caption, ...lines]
}

const CELLS = new Set(['td', 'th', 'caption'])
const BLOCKS = new Set('table h1 h2 h3 h4 h5 h6 pre blockquote figure section article form'.split(' '))
const LONGEST_TABLE = 40_000
const LONGEST_CELL = 300
const WIDEST_SPAN = 20
const HIGHEST_SPAN = 200

type Row = { cells: string[]; inHead: boolean; hasHeads: boolean; hasData: boolean }

function createGrid() {
  const rows: Row[] = []
  // By column, what a cell of a row above still has to fill.
  const spanning = new Map<number, { text: string; left: number }>()
  let size = 0

  function startRow(inHead: boolean): Row {
    const before = rows.at(-1)
    if (before) fillSpans(before)
    const row = { cells: [], inHead, hasHeads: false, hasData: false }
    rows.push(row)
    return row
  }

  function add(text: string, element: DomElement): void {
    const row = rows.at(-1) ?? startRow(false)
    fillSpans(row)
    if (text !== '' && element.localName === 'th') row.hasHeads = true
    if (text !== '' && element.localName === 'td') row.hasData = true
    const left = spanOf(element, 'rowspan', HIGHEST_SPAN) - 1
    for (let column = 0; column < spanOf(element, 'colspan', WIDEST_SPAN); column++) {
      const part = column === 0 ? text : ''
      if (left > 0) spanning.set(row.cells.length, { text: part, left })
      put(row, part)
    }
  }

  function fillSpans(row: Row): void {
    for (;;) {
      const span = spanning.get(row.cells.length)
      if (span === undefined || span.left === 0) return
      span.left -= 1
      put(row, span.text)
    }
  }

  function put(row: Row, text: string): void {
    size += text.length + 1
    // What spans many rows must not make more of a text than it is.
    if (size <= LONGEST_TABLE) row.cells.push(text)
  }

  function done(): Row[] | null {
    const last = rows.at(-1)
    if (last) fillSpans(last)
    const filled = rows.filter(({ cells }) => cells.some(Boolean))
    const isData =
      size <= LONGEST_TABLE &&
      filled.filter(({ cells }) => cells.filter(Boolean).length > 1).length > 1 &&
      filled.every(({ cells }) => cells.every((cell) => cell.length <= LONGEST_CELL))
    return isData ? filled : null
  }

  return { startRow, add, done }
}

function isHead({ inHead, hasHeads, hasData }: Row): boolean {
  return inHead || (hasHeads && !hasData)
}

function spanOf(element: DomElement, attribute: string, most: number): number {
  const wanted = Number.parseInt(element.getAttribute(attribute) ?? '1', 10)
  return Math.min(Math.max(Number.isNaN(wanted) ? 1 : wanted, 1), most)
}
