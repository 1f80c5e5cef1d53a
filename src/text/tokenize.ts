import { isFunctionWord } from '#text/common-words.ts'
import { wordsOf as foldedWords } from '#text/words.ts'

/** A word of a text in lowercase and without accents, and its position in UTF-16 units. */
export type Token = { word: string; start: number; end: number }

// Letters and digits, and the signs that distinguish C++ and C# from C. The search index splits texts in the same way.
const WORD = /[\p{L}\p{N}\p{M}+#]*[\p{L}\p{N}][\p{L}\p{N}\p{M}+#]*/gu

/** The words of a text in order, with their positions. */
export function tokenize(text: string): Token[] {
  return foldedWords(text, WORD).map(({ folded, at, end }) => ({ word: folded, start: at, end }))
}

/** The words of a text in order. */
export function wordsOf(text: string): string[] {
  return tokenize(text).map(({ word }) => word)
}

/** True if a word is too frequent to search for: "the", and the ends of "it's" and "they're". */
export function isCommon(word: string): boolean {
  return isFunctionWord(word) || /^(?:d|ll|m|re|s|t|ve)$/.test(word)
}

/** Removes tags, entities and citation numbers from HTML or Markdown. */
export function plainText(text: string): string {
  return text.replaceAll(/<\/?[a-z][^>]*>|&#?\w{1,10};|\[S\d+\]/gi, ' ')
}
