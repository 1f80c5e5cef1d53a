import type { Environment } from './environment.ts'

/** The day that it is in a zone, as `YYYY-MM-DD`: the edition that is due there. */
export function todayIn(zone: string): string {
  // Sweden writes its days as ISO does.
  return new Date().toLocaleDateString('sv-SE', { timeZone: zone })
}

/** The day after, which is the last that an edition can be made of. */
export function tomorrowIn(zone: string): string {
  return new Date(Date.parse(todayIn(zone)) + DAY).toISOString().slice(0, 10)
}

/** The first day that a desk keeps which forgets after so many days. */
export function firstDayKept(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
}

/** Whether an edition that begins at `EDITION_TIME` may be under way, in whichever process: in the hour after it. */
export function isEditionHour({ EDITION_TIME, EDITION_ZONE }: Environment, now: Date): boolean {
  const [hours = 0, minutes = 0] = EDITION_TIME.split(':').map(Number)
  const time = now.toLocaleTimeString('sv-SE', { timeZone: EDITION_ZONE })
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const since = (hour - hours) * 60 + minute - minutes
  return (since + 24 * 60) % (24 * 60) < 60
}

const DAY = 24 * 3600 * 1000
