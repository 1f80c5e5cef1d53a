import { CITATION } from '#text/citations.ts'
import { isFunctionWord } from '#text/common-words.ts'
import { wordsOf as foldedWords } from '#text/words.ts'

/** A lowercase word without accents, and its position in UTF-16 code units. */
export type Token = { word: string; start: number; end: number }

// Letters and digits, and the signs that distinguish C++ and C# from C. If you change this, raise the version of the
// search index.
const WORD = /[\p{L}\p{N}\p{M}+#]*[\p{L}\p{N}][\p{L}\p{N}\p{M}+#]*/gu

/** Returns the words in text, in order, with their positions. */
export function tokenize(text: string): Token[] {
  return foldedWords(text, WORD).map(({ folded, at, end }) => ({ word: folded, start: at, end }))
}

/** Returns the words in text, in order. */
export function wordsOf(text: string): string[] {
  return tokenize(text).map(({ word }) => word)
}

/** True if a word is too frequent to search for, such as "the" or the ending of "they're". */
export function isCommon(word: string): boolean {
  return isFunctionWord(word) || /^(?:d|ll|m|re|s|t|ve)$/.test(word)
}

/** Replaces tags, entities and citations in HTML or Markdown with spaces. */
export function plainText(text: string): string {
  return text.replaceAll(CITATION, ' ').replaceAll(/<\/?[a-z][^>]*>|&#?\w{1,10};/gi, ' ')
}
