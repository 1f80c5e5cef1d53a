import { isFunctionWord } from '#text/function-words.ts'

/** A word of a text, in lower case and without accents, and where it stands, in UTF-16 units. */
export type Token = { word: string; start: number; end: number }

// What of a text is a word: letters and digits, with the signs that tell C++ and C# from C.
const WORD = /[\p{L}\p{N}\p{M}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu

// Writing that puts no blanks between words.
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

// What is longer names nothing that anybody types: a hash, a key, a picture in text.
const LONGEST = 40

const ASCII = /^[\0-\x7f]*$/

// Letters that Unicode does not take apart, and the two languages whose names end in signs.
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '++': 'plusplus',
  '#': 'sharp',
}

// What only `tokenize` reads as it should; the rest any tokenizer that knows Unicode splits in the same way. Plain ranges of the
// scripts above, as a hundred thousand texts go through it at a first start.
const SPECIAL =
  /(?:[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud88d][\udc00-\udfff])+\w*|\+\+|[#ßẞæÆœŒøØłŁđĐðÐþÞı]/g

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The words of a text in their order, with their places; whatever the text holds, it is only text. */
export function tokenize(text: string): Token[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    if (!UNSPACED.test(word)) return [{ word: fold(word), start: index, end: index + word.length }]
    return [...segmenter.segment(word)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment, index: at }) => ({
        word: fold(segment),
        start: index + at,
        end: index + at + segment.length,
      }))
  }).flat()
}

/** The words of a text in their order, without their places. */
export function wordsOf(text: string): string[] {
  return tokenize(text).map(({ word }) => word)
}

/** A text in which every tokenizer that knows Unicode finds the words that `tokenize` finds. */
export function tokenizable(text: string): string {
  return text.replaceAll(SPECIAL, (part, at: number) => {
    if (UNSPACED.test(part)) return ` ${wordsOf(part).join(' ')} `
    const isSign = part === '#' || part === '++'
    // They end a name only right after a letter and before none.
    if (isSign && !/^[\p{L}\p{N}](?:\+\+|#(?![\p{L}\p{N}]))/u.test(text.slice(at - 1, at + 2))) return ' '
    return (PLAIN[part.toLowerCase()] ?? part) + (isSign ? ' ' : '')
  })
}

/** Whether a word is in so many texts that it finds none: "the", and the ends of "it's" and "they're". */
export function isCommon(word: string): boolean {
  return isFunctionWord(word) || /^(?:d|ll|m|re|s|t|ve)$/.test(word)
}

/** The text of an article's HTML, or of its Markdown, for its words: without tags, entities and the numbers of sources. */
export function plainText(text: string): string {
  return text.replaceAll(/<\/?[a-z][^>]*>|&#?\w{1,10};|\[S\d+\]/gi, ' ')
}

function fold(word: string): string {
  const lower = word.toLowerCase()
  const letters = ASCII.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
  return letters.replaceAll(/[ßæœøłđðþı#]|\+\+/g, (letter) => PLAIN[letter] ?? letter).slice(0, LONGEST)
}
