import { beginsNumber, readSpelled } from '#newsroom/checks/readers/number-words.ts'
import { readGlued, readTail, type Reading } from '#newsroom/checks/readers/readings.ts'
import { unitOf, type Unit } from '#newsroom/checks/readers/units.ts'
import { wordsOf } from '#text/words.ts'

/**
 * A number of a text. `spelled` ones stand in words; an `identifier` (`v2.4.1`, `CVE-2026-41876`, `A100`) has no value to
 * compare, only its letters and digits. `at` and `end` are the places of its characters, without a unit that follows.
 */
export type Quantity = {
  text: string
  at: number
  end: number
  sort: 'number' | 'ordinal' | 'spelled' | 'identifier'
  readings: Reading[]
}

// What parts tokens, beside blanks; a comma does unless it groups thousands.
const TOKEN = /(?:[^\s()[\]{}<>"“”«»|;=×/–—…→,]|(?<=\d),(?=\d{3}(?!\d)))+/gu
const NUMBER = /^([$€£¥₹]|[A-Z]{1,2}\$|USD|EUR|GBP|CHF)?(\d{1,3}(?:[,'\u00A0\u202F]\d{3})+(?!\d)|\d+)(\.\d+)?(.*)$/u
const VERSION = /^v?\d+(?:\.\d+){2,}|^v\d|^\d+(?:\.\d+)*\.[x*]/i
const PREFIX = /^(?:mid|pre|post|sub|non|under|over|late|early|plus|top|near|all)-(?=\d)/i
// How far from a sum its parts may stand, in characters.
const LONGEST_SUM = 200
// It says nothing of the matter.
const IDIOM = /(?<!\d)24\/7(?!\d)/g
// `One hundred and twenty three thousand and five` has eight words.
const LONGEST_SPELLED = 8
// What may stand between two numbers that share a unit: `45 to 50%`, `10, 20 and 30 km`.
const SHARING = /^\s*(?:-|–|—|\/|,|to|and|or|,\s?and|×|x|by)\s*$/

/** The numbers of a text, in their order. Dates and code should be blanked before. */
export function readQuantities(text: string): Quantity[] {
  const clean = text.replaceAll(IDIOM, '    ')
  const tokens = Array.from(clean.matchAll(TOKEN)).filter(([token]) => /\d/.test(token))
  const digits = tokens.flatMap((match) => readToken(match[0], match.index, clean))
  return sharingUnits(
    [...digits, ...readWords(clean)].toSorted((a, b) => a.at - b.at),
    clean,
  )
}

function readToken(token: string, start: number, text: string): Quantity[] {
  const front = /^[^\p{L}\p{N}$€£¥₹]*/u.exec(token)?.[0].length ?? 0
  const body = token.slice(front).replace(/[^\p{L}\p{N}%°€$£¥]+$/u, '')
  const at = start + front
  const prefix = PREFIX.exec(body)?.[0].length ?? 0
  if (prefix > 0) return readToken(body.slice(prefix), at + prefix, text)
  const match = VERSION.test(body) ? null : NUMBER.exec(body)
  const identifier = { text: body, at, end: at + body.length, sort: 'identifier' as const, readings: [] }
  if (match === null) return [identifier]
  const [, sign = '', whole = '', fraction = '', rest = ''] = match
  const value = Number(whole.replaceAll(/\D/g, '') + fraction)
  const end = at + body.length - rest.length
  const number = { text: body.slice(0, body.length - rest.length), at, end, sort: 'number' as const }
  const currency = unitOf(sign) ?? currencyBefore(text, at)
  // What ends in a full stop or a comma has no unit after it.
  const tail = body.length + front === token.length ? text.slice(at + body.length, at + body.length + 40) : ''
  if (rest === '') return [{ ...number, readings: readTail(value, currency, tail) }]
  if (/^(?:st|nd|rd|th)(?:-|$)/.test(rest)) return [{ ...number, sort: 'ordinal', readings: [{ value, unit: null }] }]
  if (/^-\d/.test(rest)) {
    return [{ ...number, readings: [{ value, unit: currency }] }, ...readToken(rest.slice(1), end + 1, text)]
  }
  if (rest.startsWith('-')) return [{ ...number, readings: readTail(value, currency, rest + tail) }]
  const [glued = ''] = rest.split('-')
  const readings = readGlued({ value, currency, glued, tail: rest.slice(glued.length) + tail })
  return [readings.length === 0 ? identifier : { ...number, text: number.text + glued, readings }]
}

function currencyBefore(text: string, at: number): Unit | null {
  const code = /(?:^|[\s(])(USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|INR|US\$|[$€£¥])\s$/.exec(
    text.slice(Math.max(0, at - 6), at),
  )
  return code?.[1] === undefined ? null : unitOf(code[1])
}

function readWords(text: string): Quantity[] {
  const words = wordsOf(text)
  const quantities: Quantity[] = []
  for (let index = 0; index < words.length;) {
    const first = words[index]
    const isNumber = first !== undefined && beginsNumber(first.folded)
    const spelled = isNumber ? readSpelled(together(words.slice(index, index + LONGEST_SPELLED), text)) : null
    const last = spelled === null ? undefined : words[index + spelled.places - 1]
    if (first === undefined || spelled === null || last === undefined) {
      index += 1
      continue
    }
    const [at, end] = [first.at, last.end]
    const tail = text.slice(end, end + 40)
    quantities.push({
      text: text.slice(at, end),
      at,
      end,
      sort: 'spelled',
      readings: spelledReadings(spelled.value, tail),
    })
    index += spelled.places
  }
  return quantities
}

// The folded words up to the first gap that is more than a blank or a hyphen.
function together(words: ReturnType<typeof wordsOf>, text: string): string[] {
  const stop = words.findIndex((word, index) => {
    const before = words[index - 1]
    return before !== undefined && !/^[\s-]{1,2}$/.test(text.slice(before.end, word.at))
  })
  return (stop === -1 ? words : words.slice(0, stop)).map(({ folded }) => folded)
}

const FRACTIONS: readonly (readonly [words: RegExp, value: number])[] = [
  [/^ and a half\b/, 0.5],
  [/^ and a quarter\b/, 0.25],
  [/^ and three quarters\b/, 0.75],
]

// `Two thirds` counts nothing; `two and a half hours` are 2.5.
function spelledReadings(value: number, tail: string): Reading[] {
  if (/^[\s-](?:halves|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?)\b/.test(tail)) return []
  const fraction = FRACTIONS.find(([words]) => words.test(tail))
  if (fraction === undefined) return readTail(value, null, tail)
  return readTail(value + fraction[1], null, tail.replace(fraction[0], ''))
}

// In `45 to 50%` the first number has the unit of the second, and in `€11.6 million: 2.9 for milk, 4.3 for work` each has
// unit and magnitude of the first: what a number may mean besides is added to its readings.
function sharingUnits(quantities: Quantity[], text: string): Quantity[] {
  return quantities.map((quantity, index) => {
    if (quantity.sort !== 'number' || quantity.readings.some(({ unit }) => unit !== null)) return quantity
    const next = quantities[index + 1]
    const isRange = next !== undefined && SHARING.test(text.slice(quantity.end, next.at).replace(/^[-\s]+$/, '-'))
    const sum = quantities
      .slice(0, index)
      .findLast((other) => scaleOf(other) > 1 && quantity.at - other.end < LONGEST_SUM)
    const isPart = sum !== undefined && !/[.!?]\s/.test(text.slice(sum.end, quantity.at))
    const givers = [...(isRange ? [next] : []), ...(isPart ? [sum] : [])]
    const more = givers.flatMap((giver) => {
      const unit = giver.readings[0]?.unit ?? null
      const scales = [...new Set([1, scaleOf(giver)])]
      return quantity.readings.flatMap(({ value }) => scales.map((scale) => ({ value: value * scale, unit })))
    })
    return { ...quantity, readings: [...quantity.readings, ...more] }
  })
}

// By how much the words after a number multiply it: 1,000,000 for `€11.6 million`.
function scaleOf({ sort, text, readings }: Quantity): number {
  const digits = Number(text.replaceAll(/[^\d.]/g, ''))
  const value = readings.at(-1)?.value ?? 0
  return sort === 'number' && digits > 0 ? value / digits : 1
}
