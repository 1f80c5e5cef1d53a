/** A word of a text: as it stands there, in the form that comparisons use, and its place in characters. */
export type Word = { text: string; folded: string; at: number; end: number }

// Letters and digits, with apostrophes inside: can't, O’Brien.
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu

/**
 * The words of a text in their order; hyphens, points and commas part words, also in numbers. `pattern` says otherwise
 * what a word is.
 */
export function wordsOf(text: string, pattern = WORD): Word[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const [word] = match
    return { text: word, folded: fold(word), at: match.index, end: match.index + word.length }
  })
}

/** Lower case, without diacritics, with straight quotation marks and apostrophes. */
export function fold(text: string): string {
  const straight = text
    .replaceAll(/[‘’ʼ′]/g, "'")
    .replaceAll(/[“”″]/g, '"')
    .toLowerCase()
  // Most words are plain already, and normalising is what takes the time.
  if (!/\P{ASCII}/u.test(straight)) return straight
  return straight
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
}

/** The folded words of a text between single blanks, with one at either end, so that a run of words can be looked for. */
export function wordLine(text: string): string {
  return ` ${wordsOf(text)
    .map(({ folded }) => folded)
    .join(' ')} `
}

/** Like a word line, but parted also where letters meet digits: `v2.4.1`, `V 2.4.1` and `Falcon9`, `Falcon 9` become the same. */
export function partLine(text: string): string {
  return ` ${(fold(text).match(/\p{L}+|\p{N}+/gu) ?? []).join(' ')} `
}
