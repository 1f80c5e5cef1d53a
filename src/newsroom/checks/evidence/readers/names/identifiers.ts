import { isCalendarWord } from '#newsroom/checks/evidence/readers/dates/dates.ts'
import { blanked, spansOf, type Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'
import { magnitudeOf, unitsOf } from '#newsroom/checks/evidence/readers/numbers/units.ts'
import { isCommonWord } from '#text/common-words.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { fold, partLine } from '#text/words.ts'

/** A name or version of letters and digits (`CVE-2026-41876`, `K3`, `v2.4.1`); `parts` are its letters and digits between blanks, as in a part line. */
export type Identifier = Span & { parts: string; isVersion: boolean }

const TOKEN = /[\p{L}\p{N}_]+(?:[-._/+#:@]+[\p{L}\p{N}_*]+)*/gu
const VERSION = /^v?\d+(?:\.\d+){2,}|^v\d|^\d+(?:\.\d+)*\.[x*](?![\p{L}\d])/iu
// `1.234.567` is a number.
const GROUPED = /^\d{1,3}(?:\.\d{3}){2,}$/
// What is joined to a number without making a name of it.
const PREFIX =
  /^(?:(?:mid|pre|post|sub|non|under|over|late|early|plus|top|near|all|[a-z]+teen|[a-z]+ty)-|USD|EUR|GBP|CHF|JPY|INR|Rs\.?)(?=\d)/i
const NETWORK = /^[2-6]G$/

// `Call 999`: a number to dial counts nothing.
const DIALLED = /\b(?:call|ring|dial|phone)(?:s|ed|ing)?\s$/i

/** The identifiers of a text, and the text with blanks in their place. */
export function readIdentifiers(text: string): { identifiers: Identifier[]; rest: string } {
  const identifiers = spansOf(text, TOKEN, ({ 0: token, index }) => {
    const isDialled = /^\d{3,}$/.test(token) && DIALLED.test(text.slice(Math.max(0, index - 12), index))
    const isVersion = VERSION.test(token) && !GROUPED.test(token)
    return !/\d/.test(token) || (!isVersion && !isDialled && isNumber(token))
      ? null
      : { parts: partsOf(token), isVersion }
  }).map(({ text, at, end, read: { parts, isVersion } }) => ({ text, at, end, parts, isVersion }))
  return { identifiers, rest: blanked(text, identifiers) }
}

/** The letters and digits of an identifier between blanks; `9.1.x` is any 9.1. */
export function partsOf(identifier: string): string {
  return partLine(identifier.replace(/\.[x*]$/i, '').replace(/^v(?=\d)/i, ''))
}

// Numbers with units, ordinals, ranges and compounds (`80GB`, `3rd`, `45-50`, `12-core`) are read elsewhere.
function isNumber(token: string): boolean {
  const body = token.replace(PREFIX, '')
  if (!/^\d/.test(body) || NETWORK.test(body)) return false
  const glued = /^\d+(?:[.:]\d+)*(\p{L}*)/u.exec(body)?.[1] ?? ''
  return (
    glued === '' ||
    unitsOf(glued).length > 0 ||
    magnitudeOf(glued) !== null ||
    /^(?:st|nd|rd|th|\p{Ll}{2,})$/u.test(glued)
  )
}

/** The word right before a place of a text, where a name may end: `Postgres` of `Postgres 19`; null where no word does. */
export function wordBefore(text: string, at: number): string | null {
  return /(?<![\p{L}\p{N}])(\p{L}[\p{L}\p{N}]*)[\s-]$/u.exec(text.slice(Math.max(0, at - 40), at))?.[1] ?? null
}

/** Whether the number at a place of a text belongs to a name: `Section 230`, `iOS 26`; not `About 40`, `Using 40`, `Sunday 8`. */
export function isNamed(text: string, at: number): boolean {
  const word = wordBefore(text, at)
  if (word === null || !/^i?\p{Lu}/u.test(word)) return false
  const folded = fold(word)
  if (isFunctionWord(folded) || isCalendarWord(folded)) return false
  return (
    !isCommonWord(folded) ||
    !/(?:^|[.!?:]\s)["'“‘(]?$/u.test(text.slice(Math.max(0, at - word.length - 5), at - word.length - 1))
  )
}
