import { isCommon, wordsOf } from '#text/tokenize.ts'

/** The maximum length of a query, so that each one is fast. The search field accepts as many characters. */
export const MAX_CHARACTERS = 200

/** The maximum number of words or phrases in a query. Later ones are ignored. */
export const MAX_WORDS = 8

/** The words of a query without the common ones. If all are common, as in "how to", returns all of them. */
export function queryWords(query: string): string[] {
  const words = [...new Set(wordsOf(query.slice(0, MAX_CHARACTERS)))]
  const telling = words.filter((word) => !isCommon(word))
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS)
}
