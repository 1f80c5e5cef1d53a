import { isNamed } from '#newsroom/checks/evidence/readers/names/identifiers.ts'
import {
  ordinalOf,
  readShares,
  readSpelled,
  type SpelledNumber,
} from '#newsroom/checks/evidence/readers/numbers/number-words.ts'
import { nounsBehind, type Quantity, type Reading } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import { agree, isMoney, magnitudeOf, unitsOf, type Unit } from '#newsroom/checks/evidence/readers/numbers/units.ts'
import { wordsOf } from '#text/words.ts'

const SIGN = /(?:[$€£¥₹₩]|[A-Z]{1,2}\$|(?<!\p{L})(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|INR|KRW|PLN|RMB|CNY))\s?$/u
// A number in digits: grouped by commas, apostrophes, narrow blanks or points, by twos as in India, or plain.
const DIGITS = new RegExp(
  [
    String.raw`\d{1,3}(?:,\d{3}){1,6}(?!\d)(?:\.\d+)?`,
    String.raw`\d{1,3}(?:['’\u00A0\u202F\u2009]\d{3}){1,6}(?!\d)(?:[.,]\d+)?`,
    String.raw`\d{1,3}(?:\.\d{3}){1,6},\d+|\d{1,3}(?:\.\d{3}){2,6}(?![\d.])`,
    String.raw`\d{1,2}(?:,\d{2}){1,4},\d{3}(?!\d)`,
    String.raw`\d+,\d{1,2}(?=\s?(?:[%€]|million|mio|mln|mrd|billion|bn)(?!\p{L}))`,
    String.raw`\d+(?:\.\d+)?`,
  ].join('|'),
  'giu',
)
// It says nothing of the matter.
const IDIOM =
  /(?<![\d/])24\/7(?![\d/])|\b(?:9\/11|50[-/]50)\b|(?<![\p{L}\d])(?:0|zero)-?days?(?!\p{L})|\b(?:one-stop|two-factor|(?:one|two|three|four)-way|four-wheel|on all fours)\b/giu
const ORDINAL = /^(?:st|nd|rd|th)(?!\p{L})/u
// What may stand between numbers that share a unit: `45 to 50%`, `3, 4 and 5 MB`.
const SHARING =
  /^\s*(?:[-–—/,×x]|to|and|or|by|through|,\s?(?:and|or)|(?:and|or|to) (?:about|around|nearly|almost|over|roughly)|(?:out )?of (?:its|their|his|her|the|those))\s*$/
// `One hundred and twenty three thousand and five` has eight words.
const LONGEST_SPELLED = 8
// How far from a sum its parts may stand, in characters.
const LONGEST_SUM = 200
const MOST_PARTS = 8

/** The numbers of a text in their order. Dates, times and identifiers are to be blanked before. */
export function readQuantities(text: string): Quantity[] {
  const { shares, rest } = readShares(text.replaceAll(IDIOM, (idiom) => ' '.repeat(idiom.length)))
  const found = [...shares, ...inDigits(rest), ...inWords(rest)].toSorted((one, other) => one.at - other.at)
  return joined(shared(found, text), text)
}

function inDigits(text: string): Quantity[] {
  return Array.from(text.matchAll(DIGITS)).flatMap((match): Quantity[] => {
    const [digits] = match
    const [start, stop] = [match.index, match.index + digits.length]
    const sign = SIGN.exec(text.slice(Math.max(0, start - 5), start))?.[0] ?? ''
    const at = start - sign.length
    const value = valueOf(digits)
    const step = stepOf(value, digits)
    const suffix = ORDINAL.exec(text.slice(stop, stop + 3))?.[0]
    if (suffix !== undefined) {
      const end = stop + suffix.length
      return [{ text: text.slice(at, end), at, end, form: 'ordinal', readings: [{ value, step: 1, unit: null }] }]
    }
    const measured = measure({ value, step, currency: unitsOf(sign.trim()), text, end: stop })
    if (measured === null) return []
    const { readings, end } = measured
    return [{ text: text.slice(at, end), at, end, form: 'digits', readings }]
  })
}

function valueOf(digits: string): number {
  const isContinental =
    /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$|^\d+,\d{1,2}$|[\s'’\u00A0\u202F\u2009]\d{3},\d+$/.test(digits)
  const plain = isContinental ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  return Number(plain.replaceAll(/[^\d.]/g, ''))
}

function stepOf(value: number, digits: string): number {
  const decimals = /[.,](\d+)$/.exec(digits)?.[1]
  if (decimals !== undefined && !Number.isInteger(value)) return 10 ** -decimals.length
  // `About ten` is not about nine.
  if (value <= 10) return 1
  return 10 ** (/0*$/.exec(String(value))?.[0].length ?? 0)
}

function inWords(text: string): Quantity[] {
  const words = wordsOf(text)
  const found: Quantity[] = []
  for (let index = 0; index < words.length;) {
    const first = words[index]
    if (first === undefined) break
    const ordinal = ordinalOf(first.folded)
    if (ordinal !== null && !/^[\s-]part(?:y|ies)\b/.test(text.slice(first.end, first.end + 10))) {
      const { text: word, at, end } = first
      found.push({ text: word, at, end, form: 'ordinal', readings: [{ value: ordinal, step: 1, unit: null }] })
    }
    const halved = first.folded === 'half' ? halfOf(text, first) : null
    if (halved !== null) found.push(halved)
    const spelled = rateOf(text, first) ?? readSpelled(together(words.slice(index, index + LONGEST_SPELLED), text))
    const last = spelled === null ? undefined : words[index + spelled.places - 1]
    if (spelled === null || last === undefined) {
      index += 1
      continue
    }
    const half = /^ and (?:a half|(a quarter)|(three quarters))\b/.exec(text.slice(last.end, last.end + 20))
    const more = half === null ? 0 : half[1] !== undefined ? 0.25 : half[2] !== undefined ? 0.75 : 0.5
    const value = spelled.value + more
    const end = last.end + (half?.[0].length ?? 0)
    const step = more === 0 ? stepOf(spelled.value, '') : 0.5
    const measured = measure({ value, step, currency: [], text, end })
    if (measured !== null)
      found.push({ text: text.slice(first.at, measured.end), at: first.at, form: 'words', ...measured })
    index += spelled.places
  }
  return found
}

// `Per million tokens`.
function rateOf(text: string, { folded, at }: { folded: string; at: number }): SpelledNumber | null {
  const value = /(?<!\p{L})per\s$/iu.test(text.slice(Math.max(0, at - 5), at)) ? magnitudeOf(folded) : null
  return value === null ? null : { value, places: 1 }
}

// `Half an hour`, `half a gigabyte`, `a half hour`.
function halfOf(text: string, { at, end }: { at: number; end: number }): Quantity | null {
  const article = /^(?: an?)?(?=[ -])/.exec(text.slice(end, end + 4))?.[0]
  if (article === undefined || /\band a\s$/.test(text.slice(Math.max(0, at - 6), at))) return null
  const measured = measure({ value: 0.5, step: 0.5, currency: [], text, end: end + article.length })
  if (measured === null || measured.readings.every(({ unit }) => unit === null)) return null
  return { text: text.slice(at, measured.end), at, form: 'words', ...measured }
}

// The folded words up to the first gap that is more than a blank or a hyphen.
function together(words: ReturnType<typeof wordsOf>, text: string): string[] {
  const stop = words.findIndex((word, index) => {
    const before = words[index - 1]
    return before !== undefined && !/^[\s-]{1,2}$/.test(text.slice(before.end, word.at))
  })
  return (stop === -1 ? words : words.slice(0, stop)).map(({ folded }) => folded)
}

// In `45 to 50%` the first number has the unit of the second, in `€10 to 12 million` each has what the other has, and in
// `€11.6 million: 2.9 for milk` the part may have unit and magnitude of the sum.
function shared(found: Quantity[], text: string): Quantity[] {
  const out = [...found]
  const lend = (to: number, from: number, isSure: boolean) => {
    const [taker, giver] = [out[to], out[from]]
    if (taker?.form !== 'digits' && taker?.form !== 'words') return
    if (giver === undefined || isNamed(text, taker.at)) return
    // `The other one, three metres away`.
    if (taker.form === 'words' && /^,\s$/.test(text.slice(taker.end, giver.at))) return
    const scales = scaleOf(giver) > 1 && scaleOf(taker) === 1 ? [scaleOf(giver), 1] : [1]
    const given = [...new Set(giver.readings.map(({ unit }) => unit))]
    const lent = taker.readings.flatMap(({ value, step, unit: own }) =>
      scales.flatMap((scale) =>
        (own === null ? given : [own]).map((unit) => ({ value: value * scale, step: step * scale, unit })),
      ),
    )
    out[to] = { ...taker, readings: isSure ? lent : [...taker.readings, ...lent] }
  }
  const gapAt = (index: number) => {
    const [one, other] = [out[index], out[index + 1]]
    return one === undefined || other === undefined ? '' : text.slice(one.end, other.at)
  }
  const areShared = (index: number) => {
    const gap = gapAt(index)
    // `3, 4, or 5 MB` is a list, and `37 in 50,000, or 0.07%` says one thing twice.
    if (/^,\s?or\s$/.test(gap) && !/^,\s$/.test(gapAt(index - 1))) return false
    return gap !== '' && SHARING.test(gap)
  }
  // `€10 to 12 million`, but not `€141 million, and 23 investors`.
  const isRange = (index: number) =>
    /^\s?(?:[-–—]|to|or|and)\s?$/.test(gapAt(index)) && nounsBehind(text, out[index + 1]?.end ?? 0).length === 0
  for (let index = out.length - 2; index >= 0; index--) if (areShared(index)) lend(index, index + 1, true)
  for (let index = 1; index < out.length; index++) {
    if (isRange(index - 1) && out[index - 1]?.readings.some(({ unit }) => unit !== null && isMoney(unit)))
      lend(index, index - 1, true)
    const { at = 0, text: words = '' } = out[index] ?? {}
    if (!/^\d+\.\d+$/.test(words)) continue
    const sum = out.slice(Math.max(0, index - MOST_PARTS), index).findLast((other) => scaleOf(other) > 1)
    if (sum !== undefined && at - sum.end < LONGEST_SUM && !/[.!?]\s/.test(text.slice(sum.end, at)))
      lend(index, out.indexOf(sum, Math.max(0, index - MOST_PARTS)), false)
  }
  return out
}

// By how much the words behind a number multiply it: 1,000,000 for `€11.6 million`.
function scaleOf({ form, text, readings }: Quantity): number {
  const digits = Number(/\d+(?:\.\d+)?/.exec(text.replaceAll(',', ''))?.[0] ?? 0)
  const value = readings[0]?.value ?? 0
  return form === 'digits' && digits > 0 ? value / digits : 1
}

// `2 hours and 50 minutes` are one number.
function joined(found: Quantity[], text: string): Quantity[] {
  const out: Quantity[] = []
  for (const quantity of found) {
    const before = out.at(-1)
    const sum = before === undefined ? null : sumOf(before, quantity)
    if (before === undefined || sum === null || !/^(?:,|,? and)?\s*$/.test(text.slice(before.end, quantity.at))) {
      out.push(quantity)
      continue
    }
    const { at, form } = before
    out[out.length - 1] = { text: text.slice(at, quantity.end), at, end: quantity.end, form, readings: [sum] }
  }
  return out
}

function sumOf(large: Quantity, small: Quantity): Reading | null {
  for (const { value, unit } of large.readings) {
    const part = small.readings.find((reading) => reading.unit !== null && reading.unit.dimension === unit?.dimension)
    if (unit === null || part?.unit == null || part.unit.factor >= unit.factor) continue
    if (!/^(?:time|months|length in feet)$/.test(unit.dimension)) continue
    const inSmall = (value * unit.factor) / part.unit.factor + part.value
    return { value: inSmall, step: part.step, unit: part.unit }
  }
  return null
}

/** What stands behind a number: how to understand it, and where its unit ends. */
export type Measured = { readings: Reading[]; end: number }

/** The part of a text right behind a number in which a magnitude and a unit may stand, in characters. */
const TAIL = 60

const WORD = /^[\s\u00A0-]?(\p{L}[\p{L}²]*(?:-hours?)?(?:\/[sh])?|[%×€£¥₹₩]|°\s?[CF]?(?!\p{L})|(?:[A-Z]{1,2})?\$)/u
const GLUED = /^(?:[\p{L}µμ²]+(?:\/[sh])?|[%×€$£¥₹₩]|°[CF]?)/u
// Adjectives between a number and its unit.
const BETWEEN =
  /^[\s-](?:more|further|extra|additional|full|whole|working|business|calendar|consecutive|straight|successive)(?=\s)/
const NAMED = /^[\s\u00A0-](US|U\.S\.|square|cubic|\p{Lu}\p{Ll}+)[\s-](\p{L}+)/u
const COUNTRIES = new Map([
  ['US', 'US'],
  ['U.S.', 'US'],
  ['American', 'US'],
  ['Canadian', 'CA'],
  ['Australian', 'AU'],
])

/**
 * Reads what stands behind a number that ends at a place of a text: ` million euros`, `GB`, `-hour outage`, ` percentage
 * points`. `currency` is what stands before it. Null when letters touch the number that are no unit (`4o`, `802.11ax`).
 */
export function measure(options: {
  value: number
  step: number
  currency: Unit[]
  text: string
  end: number
}): Measured | null {
  const { value, step, currency, text, end } = options
  const tail = text.slice(end, end + TAIL)
  const glued = GLUED.exec(tail)?.[0]
  if (glued === undefined) return spaced({ value, step, currency, text, end })
  const readings = (units: Unit[]) => units.map((unit) => ({ value, step, unit }))
  const after = end + glued.length
  const magnitude = magnitudeOf(glued)
  const scaled =
    magnitude === null ? null : spaced({ value: value * magnitude, step: step * magnitude, currency, text, end: after })
  const units = unitsOf(glued)
  if (currency.length > 0 && scaled !== null) return scaled
  if (units.length > 0 || scaled !== null)
    return { readings: [...(scaled?.readings ?? []), ...readings(units)], end: scaled?.end ?? after }
  return /^\p{Ll}{2,}$/u.test(glued) ? { readings: [{ value, step, unit: null }], end } : null
}

function spaced(options: { value: number; step: number; currency: Unit[]; text: string; end: number }): Measured {
  const { currency, text } = options
  let { value, step, end } = options
  for (;;) {
    const word = WORD.exec(text.slice(end, end + TAIL))
    const magnitude = word?.[1] === undefined || word[1].length === 1 ? null : magnitudeOf(word[1])
    if (word === null || magnitude === null) break
    value *= magnitude
    step *= magnitude
    end += word[0].length
  }
  const found = unitBehind(text.slice(end, end + TAIL))
  if (currency.length > 0) {
    // `$5 US dollars` and `US$5 million` name it once or twice.
    const isSame = found !== null && found.units.some((unit) => currency.some((other) => agree(unit, other)))
    return { readings: currency.map((unit) => ({ value, step, unit })), end: isSame ? end + found.length : end }
  }
  if (found === null) return { readings: [{ value, step, unit: null }], end }
  return { readings: found.units.map((unit) => ({ value, step, unit })), end: end + found.length }
}

function unitBehind(tail: string): { units: Unit[]; length: number } | null {
  const between = BETWEEN.exec(tail)?.[0].length ?? 0
  const rest = tail.slice(between)
  const phrase = /^[\s\u00A0-](?:(per\s?cent\b)|(percentage[\s-]points?\b)|(basis points?\b)|(points?\b))/.exec(rest)
  if (phrase !== null) {
    const [whole, percent, percentage, basis] = phrase
    const unit =
      percent !== undefined
        ? { dimension: 'percent', factor: 1 }
        : percentage !== undefined
          ? { dimension: 'points/percentage', factor: 1 }
          : { dimension: 'points', factor: basis === undefined ? 1 : 0.01 }
    return { units: [unit], length: between + whole.length }
  }
  const [named, adjective = '', noun = ''] = NAMED.exec(rest) ?? []
  const units = unitsOf(noun).filter((unit) => /^(?:square|cubic)$/.test(adjective) || isMoney(unit))
  if (named !== undefined && units.length > 0) {
    const narrow = units.map(({ dimension, factor }) => ({ dimension: narrowed(dimension, adjective), factor }))
    return { units: narrow, length: between + named.length }
  }
  const [whole = '', word = ''] = WORD.exec(rest) ?? []
  // A capital beside a number is seldom a unit (`model 3 S`), but for these.
  if (/^\p{Lu}$/u.test(word) && !/[WV]/.test(word)) return null
  // What happened three times is not three times as large.
  if (
    /^times$/i.test(word) &&
    !/^\s(?:as|the|that|its|their|\p{Ll}+er|more|less)(?!\p{L})/u.test(rest.slice(whole.length))
  )
    return null
  const plain = unitsOf(word.replace(/\s/g, ''))
  return plain.length === 0 ? null : { units: plain, length: between + whole.length }
}

function narrowed(dimension: string, adjective: string): string {
  const country = COUNTRIES.get(adjective)
  if (/^(?:square|cubic)$/.test(adjective)) return `${adjective} ${dimension}`
  if (country === undefined) return dimension
  return dimension === 'dollar' ? `dollar/${country}` : dimension
}
