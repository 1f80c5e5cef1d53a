import type { Figures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import type { GivenDate } from '#newsroom/checks/evidence/readers/dates/dates.ts'
import { partsOf, wordBefore } from '#newsroom/checks/evidence/readers/names/identifiers.ts'
import type { Quantity, Reading } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import type { Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'

/** On which side of a figure things lie; `isIn` tells whether the figure is one of them, null where the words leave it open; `isSure` is false behind a "not". */
export type Side = { side: 'up' | 'down'; isIn: boolean | null; words: string; isSure: boolean }

/**
 * A figure with the boundary words around it. What is ordered (a date, a time, a version) has things before and after it
 * and is known by `keys`, any other is an amount with `readings`.
 */
export type Bounded = Span & { keys: string[]; readings: Reading[]; sides: Side[] }

/** The figures of a text, each with its boundaries. */
export function boundedIn({ text, quantities, dates, times, identifiers }: Figures): Bounded[] {
  const amounts = quantities.filter(({ form }) => form === 'digits' || form === 'words' || form === 'share')
  const ordered = (span: Span, keys: string[]) =>
    bounded(text, { text: span.text, at: span.at, end: span.end, keys, readings: [] })
  return [
    ...amounts.map((quantity) =>
      isVersion(text, quantity) ? ordered(quantity, [partsOf(quantity.text)]) : amount(text, quantity),
    ),
    ...dates.map((date) => ordered(date, date.ways.flat().flatMap(keysOf))),
    ...times.map((time) => ordered(time, [`at ${time.minutes}`])),
    ...identifiers.filter(({ isVersion }) => isVersion).map((identifier) => ordered(identifier, [identifier.parts])),
  ]
}

type Words = readonly [words: RegExp, side: Side['side'], isIn: boolean | null]

// What may stand between a boundary word and its figure: `before the Sable 9.1 release`, `up to about 40`.
const FILLED = String.raw`(?:(?:the|its|an?|about|around|some|versions?|releases?|builds?|firmware|kernel|end of|year|on|in|of|i?\p{Lu}[\p{L}\p{N}]*)\s){0,3}$`
const MORE = 'more|greater|larger|longer|higher|older'
const LESS = 'less|fewer|lower|smaller|shorter'
// To take over 40 sites is not to take more than 40.
const PHRASAL = 'take|takes|taken|taking|took|hand|hands|handed|turn|turned|bought|won|went|gone|goes|carried'
const NUMBER = String.raw`(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten)`

const ORDERED: readonly Words[] = [
  [before('up to but (?:not including|excluding)|before|prior to|preceding'), 'down', false],
  [before(String.raw`(?<!\b(?:no|not)\s)(?:earlier|older|lower) than`), 'down', false],
  [before('up to and including|through'), 'down', true],
  [before('up to|until|till|by|(?:no|not) later than'), 'down', null],
  [before(String.raw`ends?(?!\sof\b)|ended|ending|closes?|closing|expires?|expired`), 'down', null],
  [before('from|since|as of|(?:no|not) (?:earlier than|before)'), 'up', true],
  [before('starting|starts?|started|begins?|began|beginning|opens?'), 'up', true],
  [before(String.raw`after|(?<!\b(?:no|not)\s)(?:later|newer|higher) than`), 'up', false],
  [/^,?\s(?:and|or)\s(?:all\s)?(?:earlier|older|below|lower|before|prior)\b/i, 'down', true],
  [/^,?\s(?:and|or)\s(?:all\s)?(?:later|newer|above|higher|up|after|onwards?)\b|^\sonwards?\b|^\+/i, 'up', true],
  [/^\sinclusive\b/i, 'down', true],
]

const AMOUNTS: readonly Words[] = [
  [before(`up to|at most|(?:no|not) (?:${MORE}) than|not exceed(?:ing)?|≤`), 'down', true],
  [before('as (?:many|much) as|a? ?maximum(?: of)?|capped at|within'), 'down', true],
  [before(String.raw`(?<!\b(?:no|not)\s)(?:${LESS}) than|under|below`), 'down', false],
  [before(`at least|(?:no|not) (?:${LESS}) than|a? ?minimum(?: of)?|≥`), 'up', true],
  [before(String.raw`(?<!\b(?:no|not)\s)(?:${MORE}) than|(?<!\b(?:${PHRASAL})\s)over|above`), 'up', false],
  [before('exceed(?:s|ed|ing)?|upwards of'), 'up', false],
  [new RegExp(String.raw`(?<![\p{L}\d])${NUMBER}(?:\sto\s|–)$`, 'u'), 'down', true],
  [/^\s(?:\p{L}+\s)?or (?:less|fewer)\b|^\s(?:maximum|at most)\b/iu, 'down', true],
  [/^\+|^\s(?:\p{L}+\s)?or more\b|^\s(?:minimum|at least)\b/iu, 'up', true],
]

const NEGATED = /(?:\b(?:not|never|nor|without|cannot)|n['’]t)\b[^.;:,]{0,30}$/i

function before(words: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words})\s${FILLED}`, 'u')
}

function amount(text: string, { text: words, at, end, readings }: Quantity): Bounded {
  const found = bounded(text, { text: words, at, end, keys: [], readings })
  // `Over five years` is not for more than five.
  const isTime = readings.some(({ unit }) => unit?.dimension === 'time' || unit?.dimension === 'months')
  const isMore = /\b(?:a (?:little|bit)|slightly|just|well|far) over\s$/i.test(text.slice(0, at))
  return isTime && !isMore ? { ...found, sides: found.sides.filter(({ words }) => !words.startsWith('over')) } : found
}

// A month is the beginning of its days, so that `until the end of March` and `until 31 March` meet.
function keysOf({ year, month, day, part }: GivenDate): string[] {
  if (month === null) return [part ?? partsOf(String(year))]
  return [`${month}-${day ?? ''}`]
}

// A year, or a number behind a name or behind `version`.
function isVersion(text: string, { text: words, at }: Quantity): boolean {
  if (/^[12]\d{3}$|^\d+\.\d+$/.test(words)) return true
  const word = wordBefore(text, at) ?? ''
  return /^\d+$/.test(words) && /^(?:versions?|releases?|builds?|firmware|kernel|i?\p{Lu}[\p{L}\p{N}]*)$/u.test(word)
}

function bounded(text: string, figure: Omit<Bounded, 'sides'>): Bounded {
  const [front, behind] = [text.slice(Math.max(0, figure.at - 60), figure.at), text.slice(figure.end, figure.end + 30)]
  const lower = front.slice(0, 1).toLowerCase() + front.slice(1)
  const sides = (figure.keys.length > 0 ? ORDERED : AMOUNTS).flatMap(([words, side, isIn]): Side[] => {
    const isBehind = words.source.startsWith('^')
    const found = words.exec(isBehind ? behind : lower)
    if (found === null) return []
    return [{ side, isIn, words: found[0].trim(), isSure: isBehind || !NEGATED.test(lower.slice(0, found.index)) }]
  })
  return { ...figure, sides }
}
