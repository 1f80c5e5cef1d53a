/** A word in text. `folded` is its form for comparisons. `at` and `end` are positions in UTF-16 code units. */
export type Word = { text: string; folded: string; at: number; end: number }

// Letters and digits, with apostrophes between them: can't, O’Brien.
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu

/** Returns the words in text, in order. By default, hyphens, full stops and commas separate words, even in numbers. */
export function wordsOf(text: string, pattern = WORD): Word[] {
  return Array.from(text.matchAll(pattern), ({ 0: word, index }) => {
    return { text: word, folded: fold(word), at: index, end: index + word.length }
  })
}

/** Returns text in lowercase, without accents, and with straight quotation marks and apostrophes. */
export function fold(text: string): string {
  const straight = text.replaceAll(/[‘’′]/g, "'").replaceAll(/[“”″]/g, '"').toLowerCase()
  // Return early for ASCII, because most words are ASCII and normalisation is slow.
  if (!/\P{ASCII}/u.test(straight)) return straight
  return straight
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFC')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
}

// Accents, and the vowel signs of Hebrew and Arabic, which most texts omit.
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g

// Letters that Unicode does not decompose.
const LETTERS: Record<string, string> = Object.fromEntries(
  'ß ss,æ ae,œ oe,ø o,ł l,đ d,ð d,þ th,ı i'.split(',').map((pair) => pair.split(' ')),
)

/**
 * Returns the folded words, with one space before and after each so that a search for consecutive words finds only
 * whole words. Raised and lowered digits and fractions are separate words, because folding would otherwise turn 10⁶
 * into 106.
 */
export function wordLine(text: string): string {
  const words = wordsOf(text.replaceAll(/(?<=\p{Nd})(?=\p{No})/gu, ' ')).map(({ folded }) => folded)
  return ` ${words.join(' ')} `
}

/** The English names of the months. */
export const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Source of a regular expression that matches a month's name or abbreviation. */
export const MONTH = String.raw`(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|Sept)\b\.?`

// Endings of inflected and derived words, longest first, each with the minimum length of the stem before it.
const ENDINGS: readonly (readonly [ending: RegExp, minLength: number])[] = [
  [/(?:ization|isation)$/, 3],
  [/(?:ations?|itions?)$/, 3],
  [/(?:ments?|ness|ingly|edly|fully)$/, 3],
  [/(?:ities|ity)$/, 4],
  [/(?:ions?)$/, 4],
  [/(?:ings?|ized?|ised?|izes|ises|izing|ising)$/, 3],
  [/(?:able|ible|ally|ical|ive|ists?)$/, 4],
  [/(?:ers?|ors?|ed|ly|al|ic)$/, 3],
]

/** Removes the ending of a folded word, so that `attackers` and `attacked` have the same stem. */
export function stem(word: string): string {
  const singular = word
    .replace(/'s?$/, '')
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh|ss|z)es$/, '$1')
    .replace(/([^su])s$/, '$1')
  for (const [ending, minLength] of ENDINGS) {
    const short = singular.replace(ending, '')
    if (short !== singular && short.length >= minLength) return bare(short)
  }
  return bare(singular)
}

// Makes the spellings of a stem equal: "stopp" (from "stopped") becomes "stop", "write" becomes "writ", and "identify"
// becomes "identif".
function bare(word: string): string {
  if (word.length < 4) return word
  return word.replace(/([^aeiouls])\1$/, '$1').replace(/(?:e|y|i)$/, '')
}
