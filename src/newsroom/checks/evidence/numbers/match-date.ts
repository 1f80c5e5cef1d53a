import type { DateMention, GivenDate } from '#newsroom/checks/evidence/readers/dates/dates.ts'

/** What evidence says of dates; `years` are those that it names beside a month or alone, `published` is its source's own day. */
export type Calendar = { dates: GivenDate[]; weekdays: number[]; years: number[]; published: Date }

/** Whether evidence bears a date of a claim, as far as it is given, in one of the ways to read it. */
export function holdsDate(calendar: Calendar, { ways }: Pick<DateMention, 'ways'>): boolean {
  return ways.some((way) =>
    way.every((asked) => calendar.dates.some((given) => isSameDate(asked, given, calendar)) || isYear(asked, calendar)),
  )
}

/** Whether evidence bears a day of the week: it names it, or a date that is one. */
export function holdsWeekday({ dates, weekdays, published }: Calendar, weekday: number): boolean {
  if (weekdays.includes(weekday)) return true
  return dates.some(({ year, month, day }) => {
    if (month === null || day === null) return false
    const years = year === null ? nearestYears(month, published) : [year]
    return years.some((year) => new Date(Date.UTC(year, month - 1, day)).getUTCDay() === weekday)
  })
}

/** Whether evidence bears a year. */
export function holdsYear({ dates, years, published }: Calendar, year: number): boolean {
  if (years.includes(year)) return true
  return dates.some(
    (given) => given.year === null && given.month !== null && nearestYears(given.month, published)[0] === year,
  )
}

function isYear({ year, month, part }: GivenDate, calendar: Calendar): boolean {
  return month === null && part === null && year !== null && calendar.years.includes(year)
}

function isSameDate(asked: GivenDate, given: GivenDate, calendar: Calendar): boolean {
  if (asked.part !== given.part && asked.part !== null) return false
  if (asked.month !== null && asked.month !== given.month) return false
  if (asked.day !== null && asked.day !== given.day) return false
  if (asked.year === null) return true
  if (given.year !== null) return asked.year === given.year
  const { years, published } = calendar
  return (
    years.includes(asked.year) ||
    (given.month !== null && nearestYears(given.month, published).includes(asked.year)) ||
    (given.part !== null && published.getUTCFullYear() === asked.year)
  )
}

// A month without a year is the last one of its name or the next, the likelier one first.
function nearestYears(month: number, published: Date): number[] {
  const [year, current] = [published.getUTCFullYear(), published.getUTCMonth() + 1]
  if (month === current) return [year]
  return month < current ? [year, year + 1] : [year, year - 1]
}
