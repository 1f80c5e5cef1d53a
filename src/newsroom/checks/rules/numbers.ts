import { hasDate } from '#newsroom/checks/readers/calendar.ts'
import { isCommonWord } from '#text/common-words.ts'
import { blocking, count, warning, type Finding } from '#newsroom/checks/finding.ts'
import { readDates, readWeekdays } from '#newsroom/checks/readers/dates.ts'
import { evidenceOf, hasNear, hasParts, hasReading, type Evidence } from '#newsroom/checks/readers/evidence.ts'
import { isFunctionWord } from '#text/function-words.ts'
import { codeSpans, withoutCode } from '#newsroom/checks/readers/prose.ts'
import { readQuantities, type Quantity } from '#newsroom/checks/readers/quantities.ts'
import type { Reading } from '#newsroom/checks/readers/readings.ts'
import { ownSources } from '#newsroom/checks/readers/source-text.ts'
import { readTimes } from '#newsroom/checks/readers/times.ts'
import { fold, partLine } from '#text/words.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { passages, type Passage } from '#newsroom/drafting/draft.ts'

/** Every number, date, time, version and identifier of a passage occurs in its own sources, in whatever form it is written. */
export const numbers: Check = {
  name: 'Numbers, dates and units occur in the sources of their paragraph',
  run({ draft, references }) {
    const evidence = references.map(evidenceOf)
    const findings: Finding[] = []
    let looked = 0
    const all = passages(draft)
    for (const [index, passage] of all.entries()) {
      const own = ownSources(passage, evidence)
      if (own.length === 0) continue
      const counted = [index - 1, index, index + 1].map((place) => partsOf(all[place]))
      for (const claim of claimsOf(passage, counted)) {
        looked += 1
        if (own.some((source) => claim.isIn(source))) continue
        findings.push(complain({ claim, passage, own, evidence }))
      }
    }
    return { detail: count(looked, 'number'), findings }
  },
}

// What a passage says in numbers, and how to find it. What is `unclear` may be a figure of speech.
type Claim = {
  text: string
  noun: 'number' | 'date'
  unclear: boolean
  isIn(source: Evidence): boolean
  isNear?(source: Evidence): boolean
}

// Up to three, number words are often figures of speech.
const PLAIN_WORD = 3

const HEDGE =
  /\b(?:about|around|roughly|nearly|almost|approximately|(?:more|less|fewer) than|over|some|under|close to|well above|at least|up to)\s$/i

function claimsOf({ kind, text }: Passage, counted: number[]): Claim[] {
  if (kind === 'code') return identifiersIn(text)
  const prose = withoutCode(text)
  const { dates, rest } = readDates(prose)
  const { times, rest: numbers } = readTimes(rest)
  return [
    ...codeSpans(text).flatMap(identifiersIn),
    ...datesIn(dates),
    ...readWeekdays(prose).map(({ text, weekday }) => date(text, ({ calendar }) => calendar.weekdays.has(weekday))),
    ...times.map(({ text, minutes }) => date(text, ({ times }) => times.has(minutes))),
    ...readQuantities(numbers).flatMap((quantity) => quantityIn(quantity, numbers, counted)),
  ]
}

function identifiersIn(code: string): Claim[] {
  const tokens = code.match(/[\p{L}\p{N}._-]*\p{N}[\p{L}\p{N}._-]*/gu) ?? []
  return tokens.map((text) => ({ text, noun: 'number', unclear: false, isIn: (source) => hasParts(source, text) }))
}

// The readings of one date (3/4/2026) and the days of a list (4 and 5 July) stand at one place. One number of a list may
// count something else (`until July 1, 8 servers`), so it may be a number of the source.
function datesIn(dates: ReturnType<typeof readDates>['dates']): Claim[] {
  const places = Map.groupBy(dates, ({ at }) => at)
  return [...places.values()].map((group) => {
    const [first] = group
    const isReadTwoWays = /^\d{1,2}([./-])\d{1,2}\1\d{4}$/.test(first?.text ?? '')
    return date(first?.text ?? '', (source) =>
      isReadTwoWays
        ? group.some((mention) => hasDate(source.calendar, mention))
        : group.every(
            (mention, index) =>
              hasDate(source.calendar, mention) ||
              (index > 0 && mention.day !== null && hasReading(source, [{ value: mention.day, unit: null }])),
          ),
    )
  })
}

function date(text: string, isIn: Claim['isIn']): Claim {
  return { text, noun: 'date', unclear: false, isIn }
}

function quantityIn(quantity: Quantity, text: string, counted: number[]): Claim[] {
  const { sort, readings, at } = quantity
  const claim = { text: quantity.text, noun: 'number' as const, unclear: false }
  if (sort === 'identifier') return [{ ...claim, isIn: (source) => hasParts(source, quantity.text) }]
  const [first] = readings
  if (first === undefined || (sort === 'spelled' && first.value === 1)) return []
  const before = text.slice(Math.max(0, at - 40), at)
  const word = /(\p{L}[\p{L}\p{N}]*)[\s-]$/u.exec(before)?.[1]
  return [
    {
      ...claim,
      unclear: sort === 'spelled' && (isPlainWord(quantity, first) || counted.includes(first.value)),
      isIn: (source) =>
        (hasReading(source, readings) && !isOtherVersion(source, word, quantity)) ||
        isYear(source, quantity) ||
        (sort === 'ordinal' && [...source.calendar.days].some((day) => day.endsWith(`-${first.value}`))) ||
        // `Falcon 9` for `Falcon 9.1.3`, `9.1` for `9.1.3`.
        (isVersioned(word) && hasParts(source, `${word} ${quantity.text}`)) ||
        (quantity.text.includes('.') && isBeginning(source, quantity.text)),
      ...(HEDGE.test(before) && sort === 'number' ? { isNear: (source) => hasNear(source, readings) } : {}),
    },
  ]
}

function isPlainWord({ text }: Quantity, { value, unit }: Reading): boolean {
  return (unit === null && value <= PLAIN_WORD) || /^an?\s/i.test(text)
}

// A list has as many parts as items, a table as many as rows below its head.
function partsOf(passage: Passage | undefined): number {
  if (passage?.kind !== 'list' && passage?.kind !== 'table') return 0
  return passage.text.split('\n').length - (passage.kind === 'table' ? 1 : 0)
}

function isYear({ calendar }: Evidence, { text, readings }: Quantity): boolean {
  return /^\d{4}$/.test(text) && readings.some(({ value }) => calendar.years.has(value))
}

function isVersioned(word: string | undefined): boolean {
  return word !== undefined && /^(?:\p{Lu}|(?:versions?|releases?|v)$)/u.test(word)
}

// `Lorikeet 4`, where the source knows a Lorikeet 2: that it has a 4 elsewhere means nothing, unless as a version.
function isOtherVersion({ parts, versions }: Evidence, word: string | undefined, { text }: Quantity): boolean {
  if (word === undefined || !/^\p{Lu}/u.test(word) || !/^\d{1,2}(?:\.\d{1,2})?$/.test(text)) return false
  if (isCommonWord(fold(word)) || isFunctionWord(fold(word)) || versions.some((version) => version.startsWith(text)))
    return false
  const isNumbered = new RegExp(String.raw`${partLine(word)}\d`, 'u').test(parts)
  return isNumbered && ![word, 'version', 'v'].some((before) => hasParts({ parts }, `${before} ${text}`))
}

function isBeginning({ versions }: Evidence, text: string): boolean {
  return versions.some((version) => version.startsWith(`${text}.`))
}

function complain(options: { claim: Claim; passage: Passage; own: Evidence[]; evidence: Evidence[] }): Finding {
  const { claim, passage, own, evidence } = options
  const { text, noun, unclear, isIn, isNear } = claim
  const place = { where: passage.where, evidence: text }
  const names = passage.sources.join(', ')
  if (isNear !== undefined && own.some(isNear)) {
    const message = `"${text}" is rounded from a number of ${names}: give the number itself.`
    return warning({ ...place, code: `${noun}-rounded`, message })
  }
  const elsewhere = evidence.filter(isIn).map(({ id }) => id)
  const message =
    elsewhere.length > 0
      ? `The ${noun} "${text}" is not in ${names}, only in ${elsewhere.join(', ')}: name that source too, or leave it out.`
      : `The ${noun} "${text}" is not in ${names}: use only what they say.`
  return (unclear ? warning : blocking)({ ...place, code: `${noun}-not-in-sources`, message })
}
