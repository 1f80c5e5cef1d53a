import { isFunctionWord } from '#text/common-words.ts'
import { fold, wordsOf as foldedWords } from '#text/words.ts'

/** A lowercase word without accents, and its position in UTF-16 code units. */
export type Token = { word: string; start: number; end: number }

// Letters and digits, and the signs that distinguish C++ and C# from C. If you change this, raise the version of the
// search index.
const WORD = /[\p{L}\p{N}\p{M}+#]*[\p{L}\p{N}][\p{L}\p{N}\p{M}+#]*/gu

/** Matches characters of scripts that do not put spaces between words, and captures them so that `split` keeps them. */
export const UNSPACED =
  /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+)/u

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Returns the words in text, in order, with their positions. */
export function tokenize(text: string): Token[] {
  return foldedWords(text, WORD).flatMap(({ text: word, folded, at, end }) =>
    UNSPACED.test(word) ? segmented(word, at) : [{ word: folded, start: at, end }],
  )
}

// Segments only the parts without spaces, because the segmenter would split "C#".
function segmented(text: string, at: number): Token[] {
  let end = at
  return text
    .split(UNSPACED)
    .flatMap((part) => (UNSPACED.test(part) ? Array.from(segmenter.segment(part), ({ segment }) => segment) : [part]))
    .map((part) => ({ word: fold(part), start: end, end: (end += part.length) }))
    .filter(({ start, end: last }) => /[\p{L}\p{N}]/u.test(text.slice(start - at, last - at)))
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
