/** Formats a date as `MMMM d, yyyy` in UTC, for example "November 20, 2026". Returns null if the text is not a date. */
export function longDate(iso: string | null): string | null {
  const day = dayOf(iso)
  return day && `${day.month} ${day.day}, ${day.year}`
}

/** Formats a date as `MMM d` in UTC, for example "Nov 20". Returns null if the text is not a date. */
export function shortDate(iso: string | null): string | null {
  const day = dayOf(iso)
  return day && `${day.month.slice(0, 3)} ${day.day}`
}

/** Returns milliseconds since 1970, for sorting. Invalid dates give negative infinity, so that they are last if the newest is first. */
export function timeOf(iso: string | null): number {
  const time = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time
}

/** Sorts posts, newest first. Posts with equal or invalid dates keep their order. */
export function newestFirst<T extends { date: string | null }>(posts: readonly T[]): T[] {
  return posts.toSorted((a, b) => {
    const [left, right] = [timeOf(a.date), timeOf(b.date)]
    return left === right ? 0 : right - left
  })
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

// Uses UTC, so that the server and every browser show the same day. Avoids Intl, because creating the first formatter is slow.
function dayOf(iso: string | null): { month: string; day: number; year: number } | null {
  const date = new Date(timeOf(iso))
  const month = MONTHS[date.getUTCMonth()]
  return month === undefined ? null : { month, day: date.getUTCDate(), year: date.getUTCFullYear() }
}
