import { calendarOf, type Calendar } from '#newsroom/checks/readers/calendar.ts'
import { readDates } from '#newsroom/checks/readers/dates.ts'
import { impliedReadings } from '#newsroom/checks/readers/implied.ts'
import { readQuantities } from '#newsroom/checks/readers/quantities.ts'
import type { Reading } from '#newsroom/checks/readers/readings.ts'
import { sourceText } from '#newsroom/checks/readers/source-text.ts'
import { readTimes } from '#newsroom/checks/readers/times.ts'
import { partLine } from '#text/words.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** What a reference says in numbers; `parts` are its letters and digits, for identifiers, `versions` its numbers with two points or more. */
export type Evidence = {
  id: string
  readings: Reading[]
  /** The readings as keys, with a unit, with the word that there is none, and without regard to it. */
  keys: Set<string>
  calendar: Calendar
  times: Set<number>
  parts: string
  versions: string[]
}

/** Reads the numbers, dates and times of a reference. */
export function evidenceOf(reference: Reference): Evidence {
  const text = sourceText(reference)
  const { dates, rest: withoutDates } = readDates(text)
  const { times, rest } = readTimes(withoutDates)
  const readings = [...readQuantities(rest).flatMap(({ readings }) => readings), ...impliedReadings(text)]
  return {
    id: reference.id,
    readings,
    keys: new Set(readings.flatMap((reading) => [keyOf(reading), `any ${rounded(reading.value)}`])),
    calendar: calendarOf({ text, dates, published: new Date(reference.date) }),
    times: new Set(times.map(({ minutes }) => minutes)),
    parts: partLine(text),
    versions: text.match(/\d+(?:\.\d+){2,}/g) ?? [],
  }
}

/** Whether one of the readings of a number occurs in the evidence. Where both sides name a unit it has to be the same one. */
export function hasReading({ keys }: Pick<Evidence, 'keys'>, asked: Reading[]): boolean {
  return asked.some(({ value, unit }) => {
    if (unit === null) return keys.has(`any ${rounded(value)}`)
    return keys.has(keyOf({ value, unit })) || keys.has(keyOf({ value, unit: null }))
  })
}

/** Whether a rounded number is near one of the evidence, within five per cent. */
export function hasNear({ readings }: Pick<Evidence, 'readings'>, asked: Reading[]): boolean {
  return asked.some(({ value, unit }) =>
    readings.some((given) => {
      const near = Math.abs(given.value - value) <= 0.05 * Math.abs(given.value)
      return near && given.unit?.dimension === unit?.dimension
    }),
  )
}

/** Whether the letters and digits of an identifier stand together in the evidence. */
export function hasParts({ parts }: Pick<Evidence, 'parts'>, identifier: string): boolean {
  return parts.includes(partLine(identifier.replace(/\.[x*]$/i, '')))
}

function keyOf({ value, unit }: Reading): string {
  return unit === null ? `none ${rounded(value)}` : `${unit.dimension} ${rounded(value * unit.factor)}`
}

// Twelve digits, so that 1.1 × 1e9 and 1,100,000,000 are the same.
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
