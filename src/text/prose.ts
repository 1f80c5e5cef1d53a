const CODE_SPAN = /`([^`\n]+)`/g
// The stars in `2*3` are not emphasis.
const EMPHASIS = /(?<![\p{L}\p{N}])\*+(?=\S)|(?<=\S)\*+(?![\p{L}\p{N}])/gu

/** Returns the inline code in text, without backticks. */
export function codeSpans(text: string): string[] {
  return Array.from(text.matchAll(CODE_SPAN), ([, code = '']) => code)
}

/** Replaces inline code and emphasis stars with spaces, so that the other words keep their positions. */
export function withoutCode(text: string): string {
  const blank = (found: string) => ' '.repeat(found.length)
  return text.replaceAll(CODE_SPAN, blank).replaceAll(EMPHASIS, blank)
}

/** Returns the text as readers see it, without the Markdown for emphasis and code. */
export function plain(text: string): string {
  const parts = text.split(CODE_SPAN)
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(EMPHASIS, ''))).join('')
}

const MAX_CHARACTERS_BACK = 20

/** True if a sentence, heading, item or table cell starts at this position. */
export function startsSentence(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - MAX_CHARACTERS_BACK), at)
  const before = near.replace(/["'“”‘’([*_\s]+$/u, (end) => (end.includes('\n') ? '\n' : ''))
  return (before === '' && at <= MAX_CHARACTERS_BACK) || /[.!?:;|\n…•]$/.test(before)
}
