// Endings of inflected and derived words, the longest first, and the minimum length of the rest.
const ENDINGS: readonly (readonly [ending: RegExp, least: number])[] = [
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
  const singular = singularOf(word)
  for (const [ending, least] of ENDINGS) {
    const short = singular.replace(ending, '')
    if (short !== singular && short.length >= least) return bare(short)
  }
  return bare(singular)
}

/** Removes only plural, `-ing` and `-ed`, so that `attackers` and `attack` have different stems. */
export function lightStem(word: string): string {
  if (word.length < 5) return word
  const singular = singularOf(word)
  return bare(singular.length > 5 ? singular.replace(/(?:ing|ed)$/, '') : singular)
}

function singularOf(word: string): string {
  return word
    .replace(/'s?$/, '')
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh|ss|z)es$/, '$1')
    .replace(/([^su])s$/, '$1')
}

// Reverts the spelling changes before an ending: stopp(ed), writ(e), identif(y).
function bare(word: string): string {
  if (word.length < 4) return word
  return word.replace(/([^aeiouls])\1$/, '$1').replace(/(?:e|y|i)$/, '')
}
