/** `MMMM d, yyyy` in UTC, as in "November 20, 2026"; null when the text is not a date. */
export function longDate(iso: string | null): string | null {
  return format(iso, { month: 'long', day: 'numeric', year: 'numeric' })
}

/** `MMM d` in UTC, as in "Nov 20"; null when the text is not a date. */
export function shortDate(iso: string | null): string | null {
  return format(iso, { month: 'short', day: 'numeric' })
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

// UTC, so that the server and every reader's browser print the same day.
function format(iso: string | null, options: Intl.DateTimeFormatOptions): string | null {
  const time = timeOf(iso)
  return Number.isFinite(time) ? new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(time) : null
}
