// What a line of a table holds on a phone of 390 px, in characters of 14 px, and what parts two of its columns.
const LINE = 46
const GAP = 2

// The lines that the longest text of a column may take.
const MOST_LINES = 5

/**
 * Whether a table needs more width than a phone has: its rows as the texts of their cells, headings first. A column is as
 * wide as its longest word, and wide enough for its longest text to take no more than five lines.
 */
export function isWide(rows: readonly (readonly string[])[]): boolean {
  const columns = Math.max(0, ...rows.map((cells) => cells.length))
  if (columns > 5) return true
  let width = -GAP
  for (let column = 0; column < columns; column += 1)
    width += GAP + Math.max(0, ...rows.map((cells) => widthOf(cells[column] ?? '')))
  return width > LINE
}

// Breaks are where blanks are that break, and after hyphens.
function widthOf(text: string): number {
  const words = text.split(/[ \t\n]+|(?<=[^\d\s]-)(?=\p{L})/u)
  return Math.max(Math.ceil(text.length / MOST_LINES), ...words.map((word) => word.length))
}
