import type { Cell, Measure, Result, Table } from './result.ts'

/** A cell as text: the median, and behind it the ends of the samples when they differ. */
export function cellText(cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell
  const { unit, median, min, max } = cell
  const text = `${numberText(median, unit)}${UNITS[unit]}`
  const ends = [numberText(min, unit), numberText(max, unit)]
  return ends[0] === ends[1] ? text : `${text} (${ends.join('–')})`
}

/** A number without its unit, in as many digits as it is worth. */
export function numberText(value: number, unit: Measure['unit']): string {
  if (unit === 'x') return value.toFixed(2)
  if (value !== 0 && Math.abs(value) < 10 && !Number.isInteger(value)) return value.toFixed(Math.abs(value) < 1 ? 3 : 1)
  return Math.round(value).toLocaleString('en')
}

/** The results of a section for a terminal: columns aligned. */
export function terminalText({ section, sentence, tables }: Result): string {
  return [`\n— ${section}\n${sentence}`, ...tables.map(terminalTable)].join('\n\n')
}

/** A table in Markdown. */
export function markdownTable(table: Table): string {
  const lines = rowsOf(table).map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  const rule = `| --- | ${table.columns.map(() => '---:').join(' | ')} |`
  return [`**${table.title}**`, '', lines[0], rule, ...lines.slice(1)].join('\n')
}

const UNITS: Record<Measure['unit'], string> = {
  ...{ ms: ' ms', s: ' s', kB: ' kB', MB: ' MB', '/s': ' /s', x: ' ×', '%': ' %', '': '' },
}

function rowsOf({ columns, rows }: Table): string[][] {
  return [['', ...columns], ...rows.map(({ name, cells }) => [name, ...cells.map(cellText)])]
}

function terminalTable(table: Table): string {
  const rows = rowsOf(table)
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [table.title, ...rows.map((row) => `  ${line(row)}`.trimEnd())].join('\n')
}
