/** Returns the current day in a time zone as `YYYY-MM-DD`, which is the date of the current edition. */
export function todayIn(zone: string): string {
  // The Swedish date format is the same as the ISO 8601 format.
  return new Date().toLocaleDateString('sv-SE', { timeZone: zone })
}

/** Returns the next day in a time zone, which is the latest possible date of an edition. */
export function tomorrowIn(zone: string): string {
  return new Date(Date.parse(todayIn(zone)) + DAY_MS).toISOString().slice(0, 10)
}

/** Returns the first day whose data the desk keeps if it retains data for the given number of days. */
export function firstDayKept(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 24 * 3600 * 1000
