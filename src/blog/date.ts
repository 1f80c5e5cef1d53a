// Formats times in the blog's time zone. It is null for UTC, which needs no formatter, because creating a formatter is
// slow.
let zoned: Intl.DateTimeFormat | null = null

/** Sets the blog's time zone, which applies to all dates. Programs must call this before they format a date. */
export function setZone(timeZone: string): void {
  // The Swedish date format is almost the same as ISO 8601.
  const format = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  zoned = timeZone === 'UTC' ? null : new Intl.DateTimeFormat('sv-SE', format)
}

/** Formats a date as `MMMM d, yyyy`, for example "November 20, 2026". Returns null if the text is not a date. */
export function longDate(iso: string | null): string | null {
  const date = localDate(iso)
  return date && `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** Formats a date as `MMM d`, for example "Nov 20". Returns null if the text is not a date. */
export function shortDate(iso: string | null): string | null {
  const date = localDate(iso)
  return date && `${MONTHS[date.getUTCMonth()]?.slice(0, 3)} ${date.getUTCDate()}`
}

/** Formats a date as `yyyy-MM-dd`. Returns null if the text is not a date. */
export function isoDay(iso: string | null): string | null {
  return localDate(iso)?.toISOString().slice(0, 10) ?? null
}

/** Formats a date's time as `HH:mm`. Returns null if the date does not contain a time. */
export function timeOfDay(iso: string | null): string | null {
  return iso?.includes(':') ? (localDate(iso)?.toISOString().slice(11, 16) ?? null) : null
}

/**
 * Returns a date in milliseconds since 1970. Returns -Infinity for an invalid date so that it comes last in a list
 * sorted newest first.
 */
export function timeOf(iso: string | null): number {
  const time = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time
}

/** Returns the posts, newest first. Posts with equal or invalid dates keep their order. */
export function newestFirst<T extends { date: string | null }>(posts: readonly T[]): T[] {
  // The difference between two invalid dates is NaN.
  return posts.toSorted((a, b) => timeOf(b.date) - timeOf(a.date) || 0)
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

// Returns the date and time in the blog's time zone, as if they were UTC. A date without a time is the same in every
// zone.
function localDate(iso: string | null): Date | null {
  const date = new Date(timeOf(iso))
  if (Number.isNaN(date.getTime())) return null
  if (zoned === null || !iso?.includes(':')) return date
  const local = new Date(`${zoned.format(date).replace(/[^\d-]+/, 'T')}Z`)
  return Number.isNaN(local.getTime()) ? date : local
}
