import type { Environment } from './environment.ts'

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

/** True in the hour after `EDITION_TIME`, when a process may be making an edition. */
export function isEditionHour({ EDITION_TIME, EDITION_ZONE }: Environment, now: Date): boolean {
  const [hours = 0, minutes = 0] = EDITION_TIME.split(':').map(Number)
  const time = now.toLocaleTimeString('sv-SE', { timeZone: EDITION_ZONE })
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const since = (hour - hours) * 60 + minute - minutes
  return (since + 24 * 60) % (24 * 60) < 60
}

const DAY_MS = 24 * 3600 * 1000
