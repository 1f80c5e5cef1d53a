// Because the font has kerning, browsers take 10 s to lay out a 20,000-letter title without spaces.
const MAX_WORD_LENGTH = 500

/** Truncates each word in the text to 500 characters. */
export function withShortWords(text: string): string {
  if (text.length <= MAX_WORD_LENGTH) return text
  const words = text.split(/(\s+)/)
  return words.map((word) => (word.length > MAX_WORD_LENGTH ? `${word.slice(0, MAX_WORD_LENGTH)}…` : word)).join('')
}
