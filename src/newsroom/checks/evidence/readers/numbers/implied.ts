import type { Reading } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import { PERCENT, TIMES, unitsOf, type Unit } from '#newsroom/checks/evidence/readers/numbers/units.ts'
import { fold } from '#text/words.ts'

const MEANT: readonly (readonly [words: RegExp, value: number, unit: Unit | null])[] = [
  [/\b(?:once|single|sole|only)\b/, 1, null],
  [/\b(?:both|pair|couple|twins?|duo)\b/, 2, null],
  [/\b(?:twice|doubl(?:e[ds]?|ing)|two-?fold)\b/, 2, TIMES],
  [/\b(?:thrice|tripl(?:e[ds]?|ing)|trebl(?:e[ds]?|ing)|three-?fold)\b/, 3, TIMES],
  [/\btrio\b/, 3, null],
  [/\b(?:quadrupl(?:e[ds]?|ing)|four-?fold)\b/, 4, TIMES],
  [/\bquartet\b/, 4, null],
  [/\b(?:ten-?fold|order of magnitude)\b/, 10, TIMES],
  [/\b(?:half|halve[ds]?|halving)\b/, 50, PERCENT],
  [/\bhalv(?:e[ds]?|ing)\b/, 0.5, TIMES],
  [/\bmedian\b/, 50, PERCENT],
  [/\bthird\b/, 100 / 3, PERCENT],
  [/\btwo[ -]thirds\b/, 200 / 3, PERCENT],
  [/\bquarter\b/, 25, PERCENT],
  [/\bthree[ -]quarters\b/, 75, PERCENT],
  [/\bfifth\b/, 20, PERCENT],
  [/\btenth\b/, 10, PERCENT],
  [/\bdoubl(?:e[ds]?|ing)\b/, 100, PERCENT],
  [/\bhundredths?\b/, 100, TIMES],
  [/\bthousandths?\b/, 1000, TIMES],
  [/\b(?:first|1st)\b/, 1, null],
  [/\b(?:second|2nd)\b/, 2, null],
]

const SPANS = /\b(?:an?|one|per|each|every|the next|the last)\s(hour|minute|second|day|week|month|year|decade)\b/g

/** The numbers that a text means without writing them: `both` are 2, `a third` is 33.3%, `a week` is 7 days. */
export function impliedReadings(text: string): Reading[] {
  const folded = fold(text)
  return [
    ...MEANT.filter(([words]) => words.test(folded)).map(([, value, unit]) => ({ value, step: 1, unit })),
    ...Array.from(folded.matchAll(SPANS)).flatMap(([, word = '']) =>
      unitsOf(word).map((unit) => ({ value: 1, step: 1, unit })),
    ),
  ]
}
