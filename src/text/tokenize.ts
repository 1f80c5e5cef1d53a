import { isFunctionWord } from '#text/common-words.ts'
import { fold, wordsOf as foldedWords } from '#text/words.ts'

/** A lowercase word without accents, and its position in UTF-16 code units. */
export type Token = { word: string; start: number; end: number }

// Letters and digits, and the signs that distinguish C++ and C# from C. If you change this, raise the version of the
// search index.
const WORD = /[\p{L}\p{N}\p{M}+#]*[\p{L}\p{N}][\p{L}\p{N}\p{M}+#]*/gu

/** Matches a character of a script that does not put spaces between words. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Returns the words in text, in order, with their positions. */
export function tokenize(text: string): Token[] {
  return foldedWords(text, WORD).flatMap(({ text: word, folded, at, end }) => {
    if (!UNSPACED.test(word)) return [{ word: folded, start: at, end }]
    return Array.from(segmenter.segment(word))
      .filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment))
      .map(({ segment, index }) => ({ word: fold(segment), start: at + index, end: at + index + segment.length }))
  })
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
  return text.replaceAll(/<\/?[a-z][^>]*>|&#?\w{1,10};|\[S\d+\]/gi, ' ')
}
