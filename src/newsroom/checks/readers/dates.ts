import { startsSentence } from '#newsroom/checks/readers/prose.ts'

/** A date in a text, as far as it is given: `month` 1–12, `day` 1–31. `at` and `end` are places in characters. */
export type DateMention = {
  text: string
  at: number
  end: number
  year: number | null
  month: number | null
  day: number | null
}

/** A day of the week in a text: 0 is Sunday. */
export type WeekdayMention = { text: string; at: number; weekday: number }

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

const MONTH = String.raw`(January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?(?![\p{L}\d%]|[.,:]\d)`
const DAYS = String.raw`(${DAY}(?:(?:\s*(?:,|[-–—/&])\s*|\s+(?:and|or|to|until|through)\s+)(?:the\s+)?${DAY})*)`
const YEAR = String.raw`(?:,?\s+(?:of\s+)?(\d{4})(?!\d|[.,]\d))?`

const NUMERIC = /(?<![\p{L}\d./-])((?:19|20|21)\d\d)([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?:T[\d:.]+Z?)?(?![\d-]|[./]\d)/gu
// The order of day and month differs by country: both readings are given.
const AMBIGUOUS = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\d-]|[./]\d)/g
const DAY_FIRST = new RegExp(String.raw`(?<![\p{L}\d.,$€£-])${DAYS}\s+(?:of\s+)?${MONTH}(?![\p{L}\d])${YEAR}`, 'gu')
const MONTH_FIRST = new RegExp(String.raw`(?<![\p{L}\d])${MONTH}(?:\s+|-)(?:the\s+)?${DAYS}${YEAR}`, 'gu')
const MONTH_YEAR = new RegExp(String.raw`(?<![\p{L}\d])${MONTH}\s+(?:of\s+)?(\d{4})(?!\d|[.,]\d)`, 'gu')
const MONTH_ALONE =
  /(?<![\p{L}\d])(January|February|March|April|May|June|July|August|September|October|November|December)(?![\p{L}\d])/gu
const WEEKDAY = /(?<![\p{L}])(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)days?(?![\p{L}])/gu

/** The dates of a text, and the text with blanks in their place. A list of days (`4 and 5 July`) gives one date for each. */
export function readDates(text: string): { dates: DateMention[]; rest: string } {
  const dates: DateMention[] = []
  let rest = text
  for (const { pattern, read } of FORMS) {
    const before = rest
    for (const match of before.matchAll(pattern)) {
      const [found] = match
      const span = { text: found.trim(), at: match.index, end: match.index + found.length }
      const given = read(match).filter(isDate)
      if (given.length === 0 || isVerb(span, before)) continue
      dates.push(...given.map((date) => ({ ...date, ...span })))
      rest = rest.slice(0, span.at) + ' '.repeat(found.length) + rest.slice(span.end)
    }
  }
  return { dates, rest }
}

/** The days of the week that a text names. */
export function readWeekdays(text: string): WeekdayMention[] {
  return Array.from(text.matchAll(WEEKDAY), (match) => ({
    text: match[0],
    at: match.index,
    weekday: WEEKDAYS.findIndex((name) => name.startsWith((match[1] ?? '').toLowerCase())),
  }))
}

/** Whether a folded word names a month or a day of the week. */
export function isCalendarWord(word: string): boolean {
  return MONTHS.includes(word) || WEEKDAYS.includes(word.replace(/s$/, ''))
}

type GivenDate = Pick<DateMention, 'year' | 'month' | 'day'>

const FORMS: readonly { pattern: RegExp; read: (match: RegExpExecArray) => GivenDate[] }[] = [
  {
    pattern: NUMERIC,
    read: ([, year, , month, day]) => [{ year: numberOr(year), month: numberOr(month), day: numberOr(day) }],
  },
  {
    pattern: AMBIGUOUS,
    read: ([, first, , second, year]) => [
      { year: numberOr(year), month: numberOr(second), day: numberOr(first) },
      { year: numberOr(year), month: numberOr(first), day: numberOr(second) },
    ],
  },
  { pattern: DAY_FIRST, read: ([, days, month, year]) => eachDay(days, month, year) },
  { pattern: MONTH_FIRST, read: ([, month, days, year]) => eachDay(days, month, year) },
  { pattern: MONTH_YEAR, read: ([, month, year]) => [{ year: numberOr(year), month: monthOf(month), day: null }] },
  { pattern: MONTH_ALONE, read: ([, month]) => [{ year: null, month: monthOf(month), day: null }] },
]

function eachDay(days: string | undefined, month: string | undefined, year: string | undefined): GivenDate[] {
  return (days?.match(/\d+/g) ?? []).map((day) => ({ year: numberOr(year), month: monthOf(month), day: Number(day) }))
}

function monthOf(name: string | undefined): number | null {
  const index = MONTHS.findIndex((month) => month.startsWith((name ?? '?').toLowerCase().slice(0, 3)))
  return index === -1 ? null : index + 1
}

function numberOr(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits)
}

function isDate({ year, month, day }: GivenDate): boolean {
  if (month === null || month < 1 || month > 12 || (day !== null && (day < 1 || day > 31))) return false
  return year === null || (year >= 1000 && year < 2200)
}

// `May` and `March` at the start of a sentence may be verbs.
function isVerb({ text, at }: { text: string; at: number }, whole: string): boolean {
  return /^(?:May|March)$/.test(text) && startsSentence(whole, at)
}
