/** A word in a text, in the form that comparisons use (`folded`), and its position in UTF-16 units. */
export type Word = { text: string; folded: string; at: number; end: number }

// Letters and digits, with apostrophes inside: can't, O’Brien.
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu

/** Returns the words of a text in order. By default, hyphens, points and commas separate words, also in numbers. */
export function wordsOf(text: string, pattern = WORD): Word[] {
  return Array.from(text.matchAll(pattern), ({ 0: word, index }) => {
    return { text: word, folded: fold(word), at: index, end: index + word.length }
  })
}

/** Returns lowercase text without accents, with straight quotation marks and apostrophes. */
export function fold(text: string): string {
  const straight = text.replaceAll(/[‘’′]/g, "'").replaceAll(/[“”″]/g, '"').toLowerCase()
  // Most words are ASCII, and normalisation is slow.
  if (!/\P{ASCII}/u.test(straight)) return straight
  return straight
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

/**
 * Returns the folded words between single spaces, with one at either end, for finding a run of words. Raised and lowered
 * digits and fractions are words of their own, because folding would write 10⁶ as 106.
 */
export function wordLine(text: string): string {
  const words = wordsOf(text.replaceAll(/(?<=\p{Nd})(?=\p{No})/gu, ' ')).map(({ folded }) => folded)
  return ` ${words.join(' ')} `
}
