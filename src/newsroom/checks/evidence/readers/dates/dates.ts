import { blanked, spansOf, type Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'

/** A date as far as it is given: `month` 1–12, `day` 1–31; `part` is a quarter, a half or a decade (`Q3`, `H1`, `1980s`). */
export type GivenDate = { year: number | null; month: number | null; day: number | null; part: string | null }

/**
 * A date in a text. `ways` are the ways to read it (3/4/2026 is two days, `2007-08` two years or a month), each of which
 * gives one date or several (`4 and 5 July`).
 */
export type DateMention = Span & { ways: GivenDate[][] }

/** A day of the week in a text: 0 is Sunday. */
export type WeekdayMention = Span & { weekday: number }

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

const MONTH = String.raw`(${MONTHS.join('|')}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)`
// What is no verb and no modal in small letters.
const CLEAR_MONTH = MONTHS.filter((month) => month !== 'march' && month !== 'may').join('|')
const DAY = String.raw`(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?(?![\p{L}\d%]|[.,:]\d)`
const DAYS = String.raw`(${DAY}(?:(?:\s*(?:,|[-–—/&])\s*|\s+(?:and|or|to|until|through)\s+)(?:the\s+)?${DAY}){0,6})`
const YEAR = String.raw`(?:,?\s+(?:of\s+)?(\d{4})(?!\d|[.,]\d))?`
const FULL_YEAR = String.raw`((?:1[89]|2[01])\d\d)`
const AFTER = String.raw`(?![\p{L}\d])`

type Form = { pattern: RegExp; read: (parts: (string | undefined)[]) => GivenDate[][] }

const FORMS: readonly Form[] = [
  {
    pattern:
      /(?<![\p{L}\d./-])((?:19|20|21)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?(?![\d-]|[./]\d)/giu,
    read: ([year, , month, day]) => [[date({ year: numberOr(year), month: numberOr(month), day: numberOr(day) })]],
  },
  {
    // The order of day and month differs by country.
    pattern: /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\d-]|[./]\d)/giu,
    read: ([first, , second, year]) => [
      [date({ year: numberOr(year), month: numberOr(second), day: numberOr(first) })],
      [date({ year: numberOr(year), month: numberOr(first), day: numberOr(second) })],
    ],
  },
  {
    pattern: pattern(String.raw`(?<![\p{L}\d.,$€£-])${DAYS}\s+(?:of\s+)?${MONTH}${AFTER}${YEAR}`),
    read: ([days, month, year]) => [eachDay(days, month, year)],
  },
  {
    pattern: pattern(String.raw`(?<![\p{L}\d])${MONTH}(?:\s+|-)(?:the\s+)?${DAYS}${YEAR}`),
    read: ([month, days, year]) => [eachDay(days, month, year)],
  },
  {
    pattern: pattern(String.raw`(?<![\p{L}\d])${MONTH},?\s+(?:of\s+)?(\d{4})(?!\d|[.,]\d)`),
    read: ([month, year]) => [[date({ year: numberOr(year), month: monthOf(month) })]],
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])(?:(?:in|since|by|until|till|from|last|next|early|mid|late|of|through|during)[\s-](march|may)|((?<!-)(?:${CLEAR_MONTH})|${MONTHS.map(capital).join('|')}))${AFTER}`,
      'gu',
    ),
    read: ([first, second]) => [[date({ month: monthOf(first ?? second) })]],
  },
  {
    pattern: pattern(
      String.raw`(?<![\p{L}\d])(?:(first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+quarter|Q([1-4])|([1-4])Q)(?:,?\s*(?:of\s+)?(?:fiscal\s+|FY\s?)?${FULL_YEAR}|['’]?(\d\d)|)${AFTER}`,
    ),
    read: ([word, digit, before, year, short]) => [
      [date({ year: yearOf(year, short), part: `Q${digit ?? before ?? ordinal(word)}` })],
    ],
  },
  {
    pattern: pattern(
      String.raw`(?<![\p{L}\d])(?:(first|second)[\s-]half(?=[\s.,;]|$)(?!\s(?:an?|hour|million|dozen)\b)|H([12]))(?:,?\s+(?:of\s+)?(?:fiscal\s+)?${FULL_YEAR}|)${AFTER}`,
    ),
    read: ([word, digit, year]) => [[date({ year: numberOr(year), part: `H${digit ?? ordinal(word)}` })]],
  },
  {
    pattern: pattern(String.raw`(?<![\p{L}\d])FY\s?(?:${FULL_YEAR}|['’]?(\d\d))${AFTER}`),
    read: ([year, short]) => [[date({ year: yearOf(year, short) })]],
  },
  {
    pattern: pattern(String.raw`(?<![\p{L}\d.,-])((?:1[89]|20)\d0)['’]?s${AFTER}`),
    read: ([decade]) => [[date({ part: `${decade}s` })]],
  },
  {
    // `2018–19` are two years; `2007-08` may be a month as well.
    pattern: pattern(
      String.raw`(?<![\p{L}\d.,$€£/-])${FULL_YEAR}([-–—/])(\d\d|(?:19|20|21)\d\d)(?![\p{L}\d-]|[./,]\d)`,
    ),
    read: ([first, mark, second]) => yearRange(first, mark, second),
  },
]

/** The dates of a text, and the text with blanks in their place. Years alone are numbers. */
export function readDates(text: string): { dates: DateMention[]; rest: string } {
  const dates: DateMention[] = []
  let rest = text
  for (const { pattern, read } of FORMS) {
    const whole = rest
    const found = spansOf(whole, pattern, (match) => {
      const [words, ...parts] = match
      const ways = read(parts).filter((way) => way.length > 0 && way.every(isDate))
      return ways.length === 0 || isVerb(words, match.index, whole) ? null : ways
    })
    dates.push(...found.map(({ text, at, end, read: ways }) => ({ text: text.trim(), at, end, ways })))
    rest = blanked(whole, found)
  }
  return { dates: dates.toSorted((one, other) => one.at - other.at), rest }
}

/** The days of the week that a text names, and the text with blanks in their place. */
export function readWeekdays(text: string): { weekdays: WeekdayMention[]; rest: string } {
  const found = spansOf(text, /(?<!\p{L})(sun|mon|tues|wednes|thurs|fri|satur)days?(?!\p{L})/giu, ([, name = '']) =>
    WEEKDAYS.findIndex((day) => day.startsWith(name.toLowerCase())),
  )
  return {
    weekdays: found.map(({ text, at, end, read: weekday }) => ({ text, at, end, weekday })),
    rest: blanked(text, found),
  }
}

/** Whether a folded word names a month or a day of the week. */
export function isCalendarWord(word: string): boolean {
  return MONTHS.includes(word) || WEEKDAYS.includes(word.replace(/s$/, ''))
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'giu')
}

function date(given: Partial<GivenDate>): GivenDate {
  const { year = null, month = null, day = null, part = null } = given
  return { year, month, day, part }
}

function eachDay(days: string | undefined, month: string | undefined, year: string | undefined): GivenDate[] {
  return (days?.match(/\d+/g) ?? []).map((day) =>
    date({ year: numberOr(year), month: monthOf(month), day: Number(day) }),
  )
}

function yearRange(first = '', mark = '', second = ''): GivenDate[][] {
  const year = Number(first)
  const last = second.length === 4 ? Number(second) : Number(first.slice(0, 2) + second)
  const range = last > year && last - year < 60 ? [[date({ year }), date({ year: last })]] : []
  const month = mark === '-' && second.length === 2 ? [[date({ year, month: Number(second) })]] : []
  return [...range, ...month]
}

function monthOf(name: string | undefined): number | null {
  const index = MONTHS.findIndex((month) => month.startsWith((name ?? '?').toLowerCase().slice(0, 3)))
  return index === -1 ? null : index + 1
}

function yearOf(full: string | undefined, short: string | undefined): number | null {
  if (full !== undefined) return Number(full)
  return short === undefined ? null : 2000 + Number(short)
}

function ordinal(word = ''): number {
  return (['first', 'second', 'third', 'fourth', '1st', '2nd', '3rd', '4th'].indexOf(word.toLowerCase()) % 4) + 1
}

function numberOr(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits)
}

function isDate({ year, month, day, part }: GivenDate): boolean {
  if (month !== null && (month < 1 || month > 12)) return false
  if (day !== null && (day < 1 || day > 31)) return false
  if (month === null && part === null && year === null) return false
  return year === null || (year >= 1000 && year < 2200)
}

// `May` and `March` at the start of a sentence may be verbs, as may `may` beside a number (`the other 5 may follow`).
function isVerb(text: string, at: number, whole: string): boolean {
  if (/^(?:May|March)$/.test(text)) return /(?:^|[.!?:;|\n…•]["'“”‘’(\s]*)$/u.test(whole.slice(Math.max(0, at - 8), at))
  return /(?:^may\s\d+|\d\smay)$/.test(text)
}

const DAY_LONG = 86_400_000

const NEAR: readonly (readonly [words: RegExp, unit: 'day' | 'month' | 'year', distance: number])[] = [
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/i, 'day', 0],
  [/\b(?:yesterday|last night)\b/i, 'day', -1],
  [/\btomorrow\b/i, 'day', 1],
  [/\bthis month\b/i, 'month', 0],
  [/\blast month\b/i, 'month', -1],
  [/\bnext month\b/i, 'month', 1],
  [/\bthis year\b/i, 'year', 0],
  [/\b(?:last|previous) year\b|\ba year ago\b/i, 'year', -1],
  [/\bnext year\b/i, 'year', 1],
]

/**
 * The days, months and years that a text names by their distance from the day of its publication. `resolved` are the days
 * that are surely known, as ISO text; a weekday that is none of them may be the last one or the next.
 */
export function relativeDates(text: string, published: Date, resolved: string[]): GivenDate[] {
  const known = resolved.map((date) => new Date(date))
  const weekdays = readWeekdays(text).weekdays.filter(({ weekday }) =>
    known.every((day) => day.getUTCDay() !== weekday),
  )
  const either = weekdays.flatMap(({ weekday }) => {
    const ago = (published.getUTCDay() - weekday + 7) % 7
    return [moved(published, -ago), moved(published, 7 - ago)]
  })
  return [...known, ...either].map(dayOf).concat(
    NEAR.filter(([words]) => words.test(text)).map(([, unit, distance]) => {
      if (unit === 'day') return dayOf(moved(published, distance))
      const [year, month] = [published.getUTCFullYear(), published.getUTCMonth()]
      if (unit === 'year') return { year: year + distance, month: null, day: null, part: null }
      return { ...dayOf(new Date(Date.UTC(year, month + distance, 1))), day: null }
    }),
  )
}

function dayOf(date: Date): GivenDate {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), part: null }
}

function moved(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_LONG)
}
