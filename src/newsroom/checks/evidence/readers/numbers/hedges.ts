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
