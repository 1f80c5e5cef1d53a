/** Returns the current day in a time zone as `YYYY-MM-DD`, which is the date of the edition that is due. */
export function todayIn(zone: string): string {
  // The Swedish date format is the same as ISO.
  return new Date().toLocaleDateString('sv-SE', { timeZone: zone })
}

/** Returns the next day, which is the latest day of an edition. */
export function tomorrowIn(zone: string): string {
  return new Date(Date.parse(todayIn(zone)) + DAY_MS).toISOString().slice(0, 10)
}

/** Returns the first day of data that the desk keeps. `days` is its retention. */
export function firstDayKept(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 24 * 3600 * 1000
