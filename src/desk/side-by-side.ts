import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

/**
 * Two texts as lines for a terminal of so many columns: side by side where it is wide, else the second below the first,
 * indented. Widths are those that a terminal draws: two columns for East Asian characters and emoji. The texts may be
 * styled.
 */
export function sideBySide({ left, right, columns }: { left: string; right: string; columns: number }): string[] {
  if (right === '') return wrapped(left, columns)
  if (columns < WIDE) return [...wrapped(left, columns), ...indented(right, columns)]
  const width = Math.floor((columns - GAP) / 2)
  const [ours, theirs] = [wrapped(left, width), wrapped(right, width)]
  return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, index) => {
    const [line = '', beside = ''] = [ours[index], theirs[index]]
    if (beside === '') return line
    return `${line}${' '.repeat(Math.max(width - stringWidth(line), 0) + GAP)}${beside}`
  })
}

/** A text as lines of at most so many columns; what stands at the start of its own lines, such as code's blanks, stays. */
export function wrapped(text: string, columns: number): string[] {
  const width = Math.max(columns, NARROWEST)
  return text.split('\n').flatMap((line) => {
    const [first = '', ...rest] = wrapAnsi(line, width, { hard: true, trim: false }).split('\n')
    return [first, ...rest.map((row) => row.replace(LEADING_BLANKS, '$1'))].map((row) => row.trimEnd())
  })
}

/** The same, set in from the left. */
export function indented(text: string, columns: number): string[] {
  return wrapped(text, columns - INDENT).map((line) => (line === '' ? '' : `${' '.repeat(INDENT)}${line}`))
}

// From here on, two columns have room for lines that can be read.
const WIDE = 100

const GAP = 4

const INDENT = 4

// A character of two columns has room in any.
const NARROWEST = 10

// The blank at which a line was broken, and the styles before it.
// oxlint-disable-next-line no-control-regex
const LEADING_BLANKS = /^((?:\u001b\[[\d;]*m)*)[^\S\n]+/
