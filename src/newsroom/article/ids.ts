/**
 * The ids of units that a writer named, each once and in its order: lists and ranges are written out (`S1.3-S1.5`,
 * `S1.3–1.5`), the `S` may be missing. What names no unit stays as it is, for the checks to complain of.
 */
export function readIds(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(idsIn))]
}

/** Takes the ids that stand in brackets in a text, as `[S1.3, S1.4]`, out of it; what stands in code stays. */
export function takeIds(text: string): { text: string; ids: string[] } {
  const found: string[] = []
  const parts = text.split(CODE).map((part, index) =>
    index % 2 === 1
      ? part
      : part.replaceAll(BRACKETS, (whole, inner: string) => {
          if (!isListOfIds(inner)) return whole
          found.push(inner)
          return ''
        }),
  )
  return { text: parts.join('').trim(), ids: readIds(found) }
}

const CODE = /(`[^`]*`)/
// Bounded, so that a text of opening brackets costs no more than its length.
const BRACKETS = /[ \t]{0,3}[[(]([^[\]()]{1,200})[\])]/g
const UNIT = String.raw`\d{1,3}\.(?:\d{1,5}|title|date|author)\b`
const RANGE = new RegExp(
  String.raw`\b([SA]?${UNIT})(?:\s{0,3}(?:[-–—]|\.{2,3}|to)\s{0,3}((?:[SA]?\d{1,3}\.)?\d{1,5})\b)?`,
  'gi',
)
// No sentence rests on more than a few units in a row: what is longer is no evidence, and stays as it was written.
const LONGEST_RANGE = 12

function idsIn(text: string): string[] {
  const found = [...text.matchAll(RANGE)].flatMap(([whole, first = '', last = '']) => {
    const start = canonical(first)
    return last === '' ? [start] : unitsBetween(start, canonical(last), whole)
  })
  if (found.length > 0) return found
  return text.trim() === '' ? [] : [text.trim()]
}

function unitsBetween(start: string, end: string, whole: string): string[] {
  const [source = '', first = ''] = start.split('.')
  // The end of a range may be a bare number: `S1.3-5`.
  const [other = source, last = ''] = end.includes('.') ? end.split('.') : [source, end.replace(/^\D+/, '')]
  const length = Number(last) - Number(first) + 1
  if (other !== source || !(length > 0)) return [start, `${other}.${last}`]
  if (length > LONGEST_RANGE) return [whole]
  return Array.from({ length }, (_, index) => `${source}.${Number(first) + index}`)
}

function canonical(id: string): string {
  const [source = '', unit] = id.toUpperCase().split('.')
  if (unit === undefined) return source
  return `${/^\d/.test(source) ? 'S' : ''}${source}.${unit.toLowerCase()}`
}

function isListOfIds(inner: string): boolean {
  return /^\s{0,3}[SA]\d/i.test(inner) && /^(?:[\s,;&]|and)*$/.test(inner.replaceAll(RANGE, ''))
}
