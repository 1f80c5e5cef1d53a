import type { Reading } from '#newsroom/checks/readers/readings.ts'
import { unitOf, type Unit } from '#newsroom/checks/readers/units.ts'
import { fold } from '#text/words.ts'

const PERCENT: Unit = { dimension: 'percent', factor: 1 }

const PLAIN: readonly (readonly [words: RegExp, value: number])[] = [
  [/\b(?:once|single|sole|only)\b/, 1],
  [/\b(?:twice|double[ds]?|doubling|both|pair|couple|twins?|halves|two-?fold)\b/, 2],
  [/\b(?:thrice|tripled?|treble[ds]?|trio)\b/, 3],
  [/\b(?:quadrupled?|quartet)\b/, 4],
  ...`first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth twentieth`
    .split(/\s+/)
    .map((word, index): [RegExp, number] => [new RegExp(String.raw`\b${word}s?\b`), index + 1]),
  [/\bhundredths?\b/, 100],
  [/\bthousandths?\b/, 1000],
]

const SHARES: readonly (readonly [words: RegExp, share: number])[] = [
  [/\b(?:half|halve[ds]?|halving)\b/, 1 / 2],
  [/\bthird\b/, 1 / 3],
  [/\btwo[ -]thirds\b/, 2 / 3],
  [/\bquarter\b/, 1 / 4],
  [/\bthree[ -]quarters\b/, 3 / 4],
  [/\bfifth\b/, 1 / 5],
  [/\btenth\b/, 1 / 10],
  [/\b(?:double[ds]?|doubling)\b/, 1],
]

const SPANS = /\b(?:an?|one|per|each|every|the next|the last)\s(hour|minute|second|day|week|month|year|decade)\b/g

/** The numbers that a text means without writing them: `both` are 2, `a third` is 33.3%, `the fourth` is 4, `a week` is 7 days. */
export function impliedReadings(text: string): Reading[] {
  const folded = fold(text)
  return [
    ...PLAIN.filter(([words]) => words.test(folded)).map(([, value]) => ({ value, unit: null })),
    ...SHARES.filter(([words]) => words.test(folded)).flatMap(([, share]) => sharesOf(share)),
    ...Array.from(folded.matchAll(SPANS), ([, word = '']) => ({ value: 1, unit: unitOf(word) })),
  ]
}

// A third may be told as 33%, 33.3% or 33.33%.
function sharesOf(share: number): Reading[] {
  return [0, 1, 2].map((digits) => ({ value: Number((share * 100).toFixed(digits)), unit: PERCENT }))
}
