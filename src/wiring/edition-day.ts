/** The day that it is in a zone, as `YYYY-MM-DD`: the edition that is due there. */
export function todayIn(zone: string): string {
  // Sweden writes its days as ISO does.
  return new Date().toLocaleDateString('sv-SE', { timeZone: zone })
}

/** The day after, which is the last that an edition can be made of. */
export function tomorrowIn(zone: string): string {
  return new Date(Date.parse(todayIn(zone)) + DAY).toISOString().slice(0, 10)
}

const DAY = 24 * 3600 * 1000
