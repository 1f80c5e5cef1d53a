/** `MMMM d, yyyy` in UTC, as in "November 20, 2026"; null when the text is not a date. */
export function longDate(iso: string | null): string | null {
  const day = dayOf(iso)
  return day && `${day.month} ${day.day}, ${day.year}`
}

/** `MMM d` in UTC, as in "Nov 20"; null when the text is not a date. */
export function shortDate(iso: string | null): string | null {
  const day = dayOf(iso)
  return day && `${day.month.slice(0, 3)} ${day.day}`
}

/** Milliseconds since 1970 for sorting; unreadable dates give negative infinity, so that they sort last when newest come first. */
export function timeOf(iso: string | null): number {
  const time = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time
}

/** Newest first; equal and unreadable dates keep their order. */
export function newestFirst<T extends { date: string | null }>(posts: readonly T[]): T[] {
  return posts.toSorted((a, b) => {
    const [left, right] = [timeOf(a.date), timeOf(b.date)]
    return left === right ? 0 : right - left
  })
}

const MONTHS = [
  ...(['January', 'February', 'March', 'April', 'May', 'June'] as const),
  ...(['July', 'August', 'September', 'October', 'November', 'December'] as const),
]

// UTC, so that the server and every reader's browser print the same day. Not by Intl, whose first formatter costs more
// than the rest of a page's first frame.
function dayOf(iso: string | null): { month: string; day: number; year: number } | null {
  const date = new Date(timeOf(iso))
  const month = MONTHS[date.getUTCMonth()]
  return month === undefined ? null : { month, day: date.getUTCDate(), year: date.getUTCFullYear() }
}
