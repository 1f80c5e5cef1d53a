import { magnitudeOf, unitOf, type Unit } from '#newsroom/checks/readers/units.ts'

/** One way to understand a number: `3.5m` is 3,500,000 or 3.5 metres. */
export type Reading = { value: number; unit: Unit | null }

// A word after a number, or a sign; what separates them is a blank, a hyphen or nothing.
const NEXT = /^[\s\u00A0-]?(\p{L}+(?:-hours?)?(?:\/s)?|[%°][CF]?|[€$£¥₹]|[A-Z]{1,2}\$)(?![\p{N}])/u
// Adjectives between a number and what it counts.
const BETWEEN =
  /^[\s\u00A0-](?:US|Canadian|Australian|working|business|calendar|consecutive|percentage|more|further|full)(?=\s)/
const PERCENT: Unit = { dimension: 'percent', factor: 1 }

/** How to understand a number by what comes after it, `tail` (` million euros`, `-hour outage`, ` working days`). */
export function readTail(value: number, currency: Unit | null, tail: string): Reading[] {
  const first = NEXT.exec(tail)
  const word = first?.[1] ?? ''
  const magnitude = word.length > 1 ? magnitudeOf(word) : null
  if (magnitude !== null) return readTail(value * magnitude, currency, tail.slice(first?.[0].length ?? 0))
  return [{ value, unit: currency ?? unitAt(tail) }]
}

/** How to understand a number by the letters or signs that touch it (`GB`, `m`, `%`, `bn`); none when they are no unit. */
export function readGlued(options: { value: number; currency: Unit | null; glued: string; tail: string }): Reading[] {
  const { value, currency, glued, tail } = options
  if (/^(?:'?s|x)$/.test(glued))
    return [{ value, unit: null }, ...(glued === 's' ? [{ value, unit: unitOf('s') }] : [])]
  const unit = unitOf(glued)
  const magnitude = magnitudeOf(glued)
  return [
    ...(unit === null ? [] : [{ value, unit: currency ?? unit }]),
    ...(magnitude === null ? [] : readTail(value * magnitude, currency, tail)),
  ]
}

function unitAt(tail: string): Unit | null {
  const rest = tail.replace(BETWEEN, '')
  if (/^[\s\u00A0]?(?:per\s?cent|(?:percentage\s)?points?)\b/.test(rest)) return PERCENT
  const word = NEXT.exec(rest)?.[1]
  return word === undefined ? null : unitOf(word)
}
