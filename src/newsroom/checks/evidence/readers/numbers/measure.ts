import type { Reading } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import { agree, isMoney, magnitudeOf, unitsOf, type Unit } from '#newsroom/checks/evidence/readers/numbers/units.ts'

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
