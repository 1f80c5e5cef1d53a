import { mistakesBetween, mistakesIn } from '#blog/misspelling.ts'

/** A text with the words that were searched for marked, wherever a word of it begins so, or was meant by a misspelt one. */
export function Marked({ text, words }: { text: string; words: string }) {
  return parts(text, words).map(({ part, matches }, index) => (matches ? <mark key={index}>{part}</mark> : part))
}

/** The text in pieces, those that match set apart. */
export function parts(text: string, words: string): { part: string; matches: boolean }[] {
  const wanted = words.split(/\s+/).filter((word) => word !== '')
  if (wanted.length === 0) return [{ part: text, matches: false }]
  const meant = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word).filter((word) => isMeant(word, wanted))
  const pattern = [...wanted, ...meant]
    .map((word) => word.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`))
    .join('|')
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}])(${pattern})`, 'giu'))
    .map((part, index) => ({ part, matches: index % 2 === 1 }))
    .filter(({ part }) => part !== '')
}

// By the rule that the search itself goes by.
function isMeant(word: string, wanted: string[]): boolean {
  return wanted.some(
    (typed) => mistakesBetween(typed.toLowerCase(), word.toLowerCase(), mistakesIn(typed)) <= mistakesIn(typed),
  )
}
