// Browsers take 10 s to lay out a title of 20,000 letters without a space, because the font has kerning.
const MAX_WORD_LENGTH = 500

/** Truncates the words of a text to 500 characters. */
export function withShortWords(text: string): string {
  if (text.length <= MAX_WORD_LENGTH) return text
  const words = text.split(/(\s+)/)
  return words.map((word) => (word.length > MAX_WORD_LENGTH ? `${word.slice(0, MAX_WORD_LENGTH)}…` : word)).join('')
}
