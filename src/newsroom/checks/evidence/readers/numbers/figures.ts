import {
  readDates,
  readWeekdays,
  type DateMention,
  type WeekdayMention,
} from '#newsroom/checks/evidence/readers/dates/dates.ts'
import { readIdentifiers, type Identifier } from '#newsroom/checks/evidence/readers/names/identifiers.ts'
import { readQuantities } from '#newsroom/checks/evidence/readers/numbers/quantities.ts'
import type { Quantity } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import { readTimes, type TimeMention } from '#newsroom/checks/evidence/readers/dates/times.ts'

/** All that a text says in digits and number words; every place of the text is in one of them at most. */
export type Figures = {
  text: string
  times: TimeMention[]
  dates: DateMention[]
  weekdays: WeekdayMention[]
  identifiers: Identifier[]
  quantities: Quantity[]
}

/** Reads the numbers, dates, times and identifiers of a text. */
export function readFigures(text: string): Figures {
  const { times, rest: withoutTimes } = readTimes(text)
  const { dates, rest: withoutDates } = readDates(withoutTimes)
  const { weekdays, rest: withoutDays } = readWeekdays(withoutDates)
  const { identifiers, rest } = readIdentifiers(withoutDays)
  return { text, times, dates, weekdays, identifiers, quantities: readQuantities(rest) }
}
