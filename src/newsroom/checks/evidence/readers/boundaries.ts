import type { Figures } from '#newsroom/checks/evidence/readers/figures.ts'
import { partsOf } from '#newsroom/checks/evidence/readers/identifiers.ts'
import type { Span } from '#newsroom/checks/evidence/readers/span.ts'

/** On which side of a figure things lie; `isIn` tells whether the figure is one of them, null where the words leave it open; `isSure` is false behind a "not". */
export type Side = { side: 'up' | 'down'; isIn: boolean | null; words: string; isSure: boolean }

/**
 * A figure with the boundary words around it. `keys` are what it is compared by; what is `ordered` (a date, a year, a
 * version) has things before and after it, anything else is an amount.
 */
export type Bounded = Span & { keys: string[]; isOrdered: boolean; sides: Side[] }

type Words = readonly [words: RegExp, side: Side['side'], isIn: boolean | null]

// What may stand between a boundary word and its figure: `before the Sable 9.1 release`, `up to about 40`.
const FILLED = String.raw`(?:(?:the|its|an?|about|around|some|versions?|releases?|builds?|firmware|kernel|end of|year|on|in|of|i?\p{Lu}[\p{L}\p{N}]*)\s){0,3}$`

const ORDERED: readonly Words[] = [
  [
    before('up to but (?:not including|excluding)|before|prior to|(?<!\\bno )(?:earlier|older|lower) than|preceding'),
    'down',
    false,
  ],
  [before('up to and including|through'), 'down', true],
  [
    before(String.raw`up to|until|till|by|no later than|ends?|ended|ending|closes?|closing|expires?|expired`),
    'down',
    null,
  ],
  [before('from|since|starting|starts?|started|begins?|began|beginning|as of|opens?'), 'up', true],
  [before(String.raw`after|(?<!\bno\s)(?:later|newer|higher) than`), 'up', false],
  [/^,?\s(?:and|or)\s(?:all\s)?(?:earlier|older|below|lower|before|prior)\b/i, 'down', true],
  [/^,?\s(?:and|or)\s(?:all\s)?(?:later|newer|above|higher|up|after|onwards?)\b|^\sonwards?\b|^\+/i, 'up', true],
  [/^\sinclusive\b/i, 'down', true],
]

const AMOUNTS: readonly Words[] = [
  [
    before(
      String.raw`up to|at most|no (?:more|greater|larger|longer|higher|older) than|as (?:many|much) as|a? ?maximum(?: of)?|capped at|within|or|not exceed(?:ing)?|≤`,
    ),
    'down',
    true,
  ],
  [before(String.raw`(?<!\bno\s)(?:less|fewer|lower|smaller|shorter) than|under|below`), 'down', false],
  [before(String.raw`at least|no (?:fewer|less|lower|smaller|shorter) than|a? ?minimum(?: of)?|≥`), 'up', true],
  [
    before(
      String.raw`(?<!\bno\s)(?:more|greater|larger|longer|higher|older) than|(?<!\b(?:take|takes|taken|taking|took|hand|hands|handed|turn|turned|bought|won|went|gone|goes|carried)\s)over|above|exceed(?:s|ed|ing)?|upwards of`,
    ),
    'up',
    false,
  ],
  [/^\s(?:\p{L}+\s)?or (?:less|fewer)\b|^\s(?:maximum|at most)\b/iu, 'down', true],
  [/^\+|^\s(?:\p{L}+\s)?or more\b|^\s(?:minimum|at least)\b/iu, 'up', true],
]

/** The figures of a text, each with its boundaries. */
export function boundedIn(figures: Figures): Bounded[] {
  const { text, quantities, dates, identifiers } = figures
  return [
    ...quantities
      .filter(({ form }) => form === 'digits' || form === 'words')
      .map(({ text: words, at, end, readings }) => {
        const isOrdered = isVersionLike(text, at, words)
        const keys = isOrdered
          ? [partsOf(words)]
          : readings.map(({ value, unit }) => `${unit?.dimension.split('/')[0] ?? ''} ${value * (unit?.factor ?? 1)}`)
        const found = bounded({ text: words, at, end, keys, isOrdered }, text)
        // `Over five years` is not for more than five.
        const isTime = readings.some(({ unit }) => unit?.dimension === 'time' || unit?.dimension === 'months')
        return isTime ? { ...found, sides: found.sides.filter(({ words }) => !words.startsWith('over')) } : found
      }),
    ...dates.map(({ text: words, at, end, ways }) => {
      const keys = ways
        .flat()
        .map(({ year, month, day, part }) => (month === null ? `${part ?? partsOf(String(year))}` : `${month}-${day}`))
      return bounded({ text: words, at, end, keys, isOrdered: true }, text)
    }),
    ...identifiers
      .filter(({ isVersion }) => isVersion)
      .map(({ text: words, at, end, parts }) =>
        bounded({ text: words, at, end, keys: [parts], isOrdered: true }, text),
      ),
  ]
}

function before(words: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words})\s${FILLED}`, 'u')
}

// A year, or a number behind a name or behind `version`.
function isVersionLike(text: string, at: number, words: string): boolean {
  if (/^[12]\d{3}$/.test(words)) return true
  if (!/^\d+(?:\.\d+)*$/.test(words)) return false
  return (
    /(?<!\p{L})(?:versions?|releases?|builds?|firmware|kernel|i?\p{Lu}[\p{L}\p{N}]*)\s$/u.test(
      text.slice(Math.max(0, at - 30), at),
    ) || /\.\d+\.|^\d+\.\d+$/.test(words)
  )
}

const NEGATED = /(?:\b(?:not|never|nor|without|cannot)|n['’]t)\b[^.;:,]{0,30}$/i

function bounded(figure: Omit<Bounded, 'sides'>, text: string): Bounded {
  const [front, behind] = [text.slice(Math.max(0, figure.at - 60), figure.at), text.slice(figure.end, figure.end + 30)]
  const lower = front.slice(0, 1).toLowerCase() + front.slice(1)
  const sides = (figure.isOrdered ? ORDERED : AMOUNTS).flatMap(([words, side, isIn]): Side[] => {
    const found = words.exec(words.source.startsWith('^') ? behind : lower)
    if (found === null) return []
    const isSure = words.source.startsWith('^') || !NEGATED.test(lower.slice(0, found.index))
    return [{ side, isIn, words: found[0].trim(), isSure }]
  })
  return { ...figure, sides }
}
