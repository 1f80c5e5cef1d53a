/** Whether what stands as code is prose that was only set in lines: most of it stands in long lines of words. */
export function isProse(lines: string[]): boolean {
  const prose = lines.filter((line) => line.length >= LONG_LINE && wordShare(line) >= MOSTLY)
  const sentences = prose.filter((line) => /\p{L}[.!?](?:\s|$)/u.test(line))
  return prose.length >= 3 && sizeOf(prose) * 2 >= sizeOf(lines) && sentences.length * 8 >= prose.length
}

/** Whether a paragraph among such lines is prose, too, and no code that it speaks of. */
export function isProseParagraph(lines: string[]): boolean {
  const code = lines.filter((line) => CODE.test(line) || (line.length >= LONG_LINE && wordShare(line) < MOSTLY))
  return code.length * 2 < lines.length
}

/** Lines as they were before they were broken at a width; others stay apart. */
export function unwrap(lines: string[]): string[] {
  const isFilled = isFilledTo(lines)
  const whole: string[] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const text = line.trim()
    if (before === undefined || !(isFilled || isBroken(before.trim(), text))) whole.push(text)
    else whole[whole.length - 1] = `${whole.at(-1)}${/\p{L}-$/u.test(before) ? '' : ' '}${text}`
  }
  return whole
}

const LONG_LINE = 45
const MOSTLY = 0.7
const CODE = /^\s{4,}\S|[{};\\]|\s[=<>|&]{1,2}\s|^\s*(?:\$ |# |\/\/|[+@-]{2})|\w\(/

function sizeOf(lines: string[]): number {
  return lines.reduce((sum, line) => sum + line.trim().length, 0)
}

// The part of the tokens that are words of letters, as prose has them.
function wordShare(line: string): number {
  const tokens = line.trim().split(/\s+/)
  return tokens.filter((token) => /^["'“‘(]?\p{L}[\p{L}’'-]*["'”’).,:;!?]{0,3}$/u.test(token)).length / tokens.length
}

// No line but the last has room for the first word of the next.
function isFilledTo(lines: string[]): boolean {
  const lengths = lines.map(({ length }) => length)
  const width = lengths.reduce((most, length) => Math.max(most, length), 0)
  if (lines.length < 3 || width < 50 || width > 100) return false
  return lines.slice(1).every((line, index) => {
    const [word = ''] = line.trimStart().split(' ', 1)
    return (lengths[index] ?? 0) + 1 + word.length > width - SLACK
  })
}

// Ragged right edges: people break a line a little before its end.
const SLACK = 4

function isBroken(before: string, line: string): boolean {
  return before.length >= LONG_LINE - 5 && /[\p{L}\d,)-]$/u.test(before) && /^\p{Ll}/u.test(line)
}
