import { isCommon, wordsOf } from '#text/tokenize.ts'

/** The longest question that is read, in UTF-16 units, and the most words of it: what is longer is cut, as a question is typed. */
export const LONGEST_QUERY = 200
export const MOST_WORDS = 8

/** The telling words of a question; of "how to", which has none, all. */
export function questionWords(query: string): string[] {
  const words = [...new Set(wordsOf(query.slice(0, LONGEST_QUERY)))]
  const telling = words.filter((word) => !isCommon(word))
  return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS)
}
