import { PERCENT, TIMES, unitsOf, type Unit } from '#newsroom/checks/evidence/readers/numbers/units.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { stem } from '#text/stem.ts'
import { fold, wordsOf } from '#text/words.ts'

/** One way to understand a number: `3.5m` is 3,500,000 or 3.5 metres. `step` is what one more in its last digit that counts would add: 10 for `3,870`, 0.1 for `3.5`. */
export type Reading = { value: number; step: number; unit: Unit | null }

/**
 * A number in a text. `end` is behind its unit. A `share` stands in words (`two thirds of`), `times` multiply
 * (`doubled`), a `size` is only an order of magnitude (`hundreds of`).
 */
export type Quantity = {
  text: string
  at: number
  end: number
  form: 'digits' | 'words' | 'ordinal' | 'share' | 'times' | 'size'
  readings: Reading[]
}

/** A number in the base of its unit. */
export function baseOf({ value, unit }: Reading): number {
  return value * (unit?.factor ?? 1)
}

/** Whether two values are the same but for the noise of floating point. */
export function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))
}

// What may stand between a number and what it counts: `95 of the 120 challenges`.
const PASSED = new Set('of the its their our his her all these those such more other new'.split(' '))
const LONGEST = 4
// The part of a text right behind a number in which its noun may stand, in characters.
const NEAR = 100

/** The stems of the words right behind a place of a text that may be the noun of a number there, with its adjectives. */
export function nounsBehind(text: string, end: number): string[] {
  const tail = text.slice(end, end + NEAR)
  const nouns: string[] = []
  let place = 0
  for (const { folded, at, end } of wordsOf(tail)) {
    const isApart = /[^\s\u00A0"'“”‘’*-]/.test(tail.slice(place, at).replace(/,(?=\d{3}$)/, ''))
    if (isApart || nouns.length === LONGEST) break
    place = end
    if (/^\d/.test(folded) || PASSED.has(folded)) continue
    if (isFunctionWord(folded)) break
    nouns.push(stem(folded))
  }
  return nouns
}

/** How a text marks that a number is not exact: `near` (about), `below` (nearly), `above` (more than), `under` (less than). */
export type Hedge = 'near' | 'below' | 'above' | 'under'

const BEFORE: readonly (readonly [words: RegExp, hedge: Hedge])[] = [
  [
    /(?:\b(?:about|around|roughly|approximately|approx\.?|some|circa|ca\.|estimated|close to|in the region of|on the order of)\s|[~≈])$/i,
    'near',
  ],
  [/\b(?:nearly|almost|just under|just below|just short of)\s$/i, 'below'],
  [
    /(?:\b(?:(?:more|greater|larger|longer|higher|older|bigger) than|over|above|exceeding|exceeds|exceeded|upwards of|at least|no (?:fewer|less) than|beyond|passed|tops|topped)\s|[>≥]\s?)$/i,
    'above',
  ],
  [
    /(?:\b(?:(?:less|fewer|lower|smaller|shorter) than|under|below|within|at most|no more than|up to)\s|[<≤]\s?)$/i,
    'under',
  ],
]
const BEHIND: readonly (readonly [words: RegExp, hedge: Hedge])[] = [
  [/^\s(?:or so|or thereabouts|\p{L}+ or so)\b/u, 'near'],
  [/^(?:\+|-plus\b|\s(?:or more|or higher|and (?:more|above|up))\b)/u, 'above'],
  [/^\s(?:or (?:less|fewer)|and (?:below|under))\b/u, 'under'],
]

/** The mark of a number between two places of a text, or null. */
export function hedgeOf(text: string, at: number, end: number): Hedge | null {
  const before = text.slice(Math.max(0, at - 30), at).replace(/\b(?:an?|the|a further)\s$/i, '')
  const behind = text.slice(end, end + 30)
  const found = BEFORE.find(([words]) => words.test(before)) ?? BEHIND.find(([words]) => words.test(behind))
  return found?.[1] ?? null
}

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
