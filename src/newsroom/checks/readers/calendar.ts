import { readWeekdays, type DateMention } from '#newsroom/checks/readers/dates.ts'

/** What a reference lets an article say of dates: `days` as `7-21`, `months` also with a year as `2026-7`, weekdays from 0, Sunday. */
export type Calendar = { days: Set<string>; months: Set<string>; years: Set<number>; weekdays: Set<number> }

const DAY = 86_400_000

/**
 * The dates that a text names, and those that follow from them and from the day of its publication: `on Tuesday` and
 * `yesterday` are days, a day is a day of the week, a month without a year is the last or the next one of its name.
 */
export function calendarOf(options: { text: string; dates: DateMention[]; published: Date }): Calendar {
  const { text, dates, published } = options
  const calendar: Calendar = { days: new Set(), months: new Set(), years: new Set(), weekdays: new Set() }
  addDay(calendar, published)
  for (const mention of dates) addMention(calendar, mention, published)
  for (const [, day] of text.matchAll(/\bthe (\d{1,2})(?:st|nd|rd|th)\b/g)) addDayOfMonths(calendar, Number(day))
  for (const { weekday } of readWeekdays(text)) addWeekday(calendar, weekday, published)
  for (const [year] of text.matchAll(/(?<![\d.,])(?:1[89]|20|21)\d\d(?![\d]|[.,]\d)/g)) calendar.years.add(Number(year))
  for (const { words, days } of NEAR_DAYS) if (words.test(text)) addDay(calendar, moved(published, days))
  for (const { words, months } of NEAR_MONTHS) if (words.test(text)) addMonth(calendar, months, published)
  return calendar
}

/** Whether a calendar has a date as far as it is given. */
export function hasDate({ days, months, years }: Calendar, { year, month, day }: DateMention): boolean {
  if (month === null) return year === null || years.has(year)
  if (day !== null && !days.has(`${month}-${day}`)) return false
  return months.has(year === null ? String(month) : `${year}-${month}`)
}

const NEAR_DAYS = [
  { words: /\b(?:yesterday|last night)\b/i, days: -1 },
  { words: /\btomorrow\b/i, days: 1 },
]
const NEAR_MONTHS = [
  { words: /\blast month\b/i, months: -1 },
  { words: /\bnext month\b/i, months: 1 },
  { words: /\b(?:last|previous) year\b|\ba year ago\b/i, months: -12 },
  { words: /\bnext year\b/i, months: 12 },
]

function addDay({ days, months, years, weekdays }: Calendar, date: Date): void {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  days.add(`${month}-${date.getUTCDate()}`)
  months.add(String(month)).add(`${year}-${month}`)
  years.add(year)
  weekdays.add(date.getUTCDay())
}

function addMention(calendar: Calendar, { year, month, day }: DateMention, published: Date): void {
  if (month === null) return
  const years = year === null ? nearestYears(month, published) : [year]
  if (year !== null) calendar.years.add(year)
  calendar.months.add(String(month))
  for (const each of years) {
    calendar.months.add(`${each}-${month}`)
    if (day !== null) calendar.weekdays.add(new Date(Date.UTC(each, month - 1, day)).getUTCDay())
  }
  if (day !== null) calendar.days.add(`${month}-${day}`)
  // What begins on the first ends with the month before: `through December` for `from 1 January`.
  if (day !== 1) return
  for (const each of years) addEnd(calendar, new Date(Date.UTC(each, month - 1, 0)))
}

function addEnd({ days, months }: Calendar, date: Date): void {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  days.add(`${month}-${date.getUTCDate()}`)
  months.add(String(month)).add(`${year}-${month}`)
}

// `On the 14th` is a day of one of the months that the text names.
function addDayOfMonths({ days, months }: Calendar, day: number): void {
  for (const month of months) if (!month.includes('-')) days.add(`${month}-${day}`)
}

// The last month of this name, and the next.
function nearestYears(month: number, published: Date): number[] {
  const [year, current] = [published.getUTCFullYear(), published.getUTCMonth() + 1]
  if (month === current) return [year]
  return month < current ? [year, year + 1] : [year - 1, year]
}

function addMonth({ months, years }: Calendar, distance: number, published: Date): void {
  const date = new Date(Date.UTC(published.getUTCFullYear(), published.getUTCMonth() + distance, 1))
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  months.add(String(month)).add(`${year}-${month}`)
  if (Math.abs(distance) === 12) years.add(year)
}

// A weekday is the last or the next one, counted from the day of publication.
function addWeekday(calendar: Calendar, weekday: number, published: Date): void {
  const back = (published.getUTCDay() - weekday + 7) % 7
  addDay(calendar, moved(published, -back))
  addDay(calendar, moved(published, 7 - back))
}

function moved(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY)
}
