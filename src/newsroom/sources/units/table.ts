/** A table of a text: its rows with the row of heads first, if it has one. */
export type Table = { kind: 'table'; caption: string[]; hasHead: boolean; rows: string[][] }

/** How many lines from a place on are rows of one table; 0 where a bar only stands in a sentence. */
export function countRows(lines: string[], from: number): number {
  let end = from
  while (end < lines.length && isRow(lines[end] ?? '')) end += 1
  return end - from > 1 ? end - from : 0
}

/** The table of some rows. Its first row is its heads if a row of dashes says so, or if it names columns of numbers. */
export function tableOf(lines: string[]): Table {
  const rows = lines.filter((line) => !SEPARATOR.test(line)).map(cellsOf)
  const hasHead = SEPARATOR.test(lines[1] ?? '') || namesColumns(rows)
  return { kind: 'table', caption: [], hasHead, rows }
}

/** A row as it can be understood alone: with the heads of its columns, unless it is long. */
export function textOfRow({ hasHead, rows }: Table, row: number): string {
  const cells = rows[row] ?? []
  const heads = rows[0] ?? []
  const filled = cells.filter(Boolean)
  if (hasHead && row > 0 && filled.length > 1 && heads.length === cells.length) {
    const named = cells.map((cell, column) => (heads[column] === '' ? cell : `${heads[column]}: ${cell}`))
    const text = named.filter((_, column) => cells[column] !== '').join(' | ')
    if (text.length <= LONGEST_NAMED) return text
  }
  return filled.length === 1 ? (filled[0] ?? '') : cells.join(' | ')
}

const LONGEST_NAMED = 300
const SEPARATOR = /^\|? ?:?-{3,}:?(?: ?\| ?:?-{3,}:?)+ ?\|?$/

function isRow(line: string): boolean {
  return line.includes(' | ') || /^\|.*\|$/.test(line.trim()) || SEPARATOR.test(line) || line.endsWith(' |')
}

function cellsOf(line: string): string[] {
  const inner = /^\|(.*)\|$/.exec(line.trim())?.[1] ?? line
  return ` ${inner} `.split(' | ').map((cell) => cell.trim())
}

// Words above columns of which at least one has a number in every row.
function namesColumns([first = [], ...others]: string[][]): boolean {
  return (
    others.length > 0 &&
    first.length > 1 &&
    new Set(first).size === first.length &&
    first.slice(1).every((cell) => cell !== '' && !/\d/.test(cell)) &&
    others.every((row) => row.length === first.length) &&
    first.some((_, column) => column > 0 && others.every((row) => /\d/.test(row[column] ?? '')))
  )
}
