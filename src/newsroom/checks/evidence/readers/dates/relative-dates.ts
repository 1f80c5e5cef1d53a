import type { GivenDate } from '#newsroom/checks/evidence/readers/dates/dates.ts'
import { readWeekdays } from '#newsroom/checks/evidence/readers/dates/dates.ts'

const DAY = 86_400_000

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
  return new Date(date.getTime() + days * DAY)
}
