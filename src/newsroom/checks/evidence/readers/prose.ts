// Code between backticks; what is code is looked at as such and not as words of a sentence.
const CODE_SPAN = /`([^`\n]+)`/g

/** What stands between backticks in a text. */
export function codeSpans(text: string): string[] {
  return Array.from(text.matchAll(CODE_SPAN), ([, code = '']) => code)
}

/** The text without the stars of bold and italic, and with blanks for code, so that the places of words stay the same. */
export function withoutCode(text: string): string {
  return blankStars(text.replaceAll(CODE_SPAN, (span) => ' '.repeat(span.length)))
}

/** The text as a reader sees it: without the stars and backticks of Markdown. */
export function plain(text: string): string {
  return text.replaceAll(CODE_SPAN, '$1').replaceAll(/\*+(?=\S)|(?<=\S)\*+/g, '')
}

/** Whether a sentence, a heading, an item or a cell begins at this place of a text. */
export function startsSentence(text: string, at: number): boolean {
  // All of a long text would be gone through for each of its words.
  const near = text.slice(Math.max(0, at - NEAR), at)
  const before = near.replace(/["'“”‘’«‹„([*_\s]+$/u, (end) => (/\n/.test(end) ? '\n' : ''))
  return (before === '' && at <= NEAR) || /[.!?:;|\n…•]$/.test(before)
}

const NEAR = 20

function blankStars(text: string): string {
  return text.replaceAll(/\*+(?=\S)|(?<=\S)\*+/g, (stars) => ' '.repeat(stars.length))
}
