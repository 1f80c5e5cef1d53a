import { calendarOf, type Calendar } from '#newsroom/checks/calendar.ts'
import { readDates } from '#newsroom/checks/dates.ts'
import { impliedReadings } from '#newsroom/checks/implied.ts'
import { readQuantities } from '#newsroom/checks/quantities.ts'
import type { Reading } from '#newsroom/checks/readings.ts'
import { sourceText } from '#newsroom/checks/source-text.ts'
import { readTimes } from '#newsroom/checks/times.ts'
import { partLine } from '#newsroom/checks/words.ts'
import type { Reference } from '#newsroom/story.ts'

/** What a reference says in numbers; `parts` are its letters and digits, for identifiers, `versions` its numbers with two points or more. */
export type Evidence = {
  id: string
  readings: Reading[]
  calendar: Calendar
  times: Set<number>
  parts: string
  versions: string[]
}

/** Reads the numbers, dates and times of a reference. */
export function evidenceOf(reference: Reference): Evidence {
  const text = sourceText(reference)
  const { times, rest } = readTimes(readDates(text).rest)
  return {
    id: reference.id,
    readings: [...readQuantities(rest).flatMap(({ readings }) => readings), ...impliedReadings(text)],
    calendar: calendarOf(reference),
    times: new Set(times.map(({ minutes }) => minutes)),
    parts: partLine(text),
    versions: text.match(/\d+(?:\.\d+){2,}/g) ?? [],
  }
}

/** Whether one of the readings of a number occurs in the evidence. Where both sides name a unit it has to be the same one. */
export function hasReading({ readings }: Pick<Evidence, 'readings'>, asked: Reading[]): boolean {
  return asked.some((reading) => readings.some((given) => same(given, reading)))
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

function same(given: Reading, asked: Reading): boolean {
  if (given.unit === null || asked.unit === null) return equal(given.value, asked.value)
  if (given.unit.dimension !== asked.unit.dimension) return false
  return equal(given.value * given.unit.factor, asked.value * asked.unit.factor)
}

function equal(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}
