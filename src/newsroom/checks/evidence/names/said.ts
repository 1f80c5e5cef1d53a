import { itemsOf, listedIn } from '#newsroom/checks/evidence/numbers/counting.ts'
import type { Calendar } from '#newsroom/checks/evidence/numbers/match-date.ts'
import { givenOf, type Given } from '#newsroom/checks/evidence/numbers/match-quantity.ts'
import { readFigures, type Figures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import { impliedReadings, type Reading } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import { relativeDates } from '#newsroom/checks/evidence/readers/dates/dates.ts'
import { zonesIn } from '#newsroom/checks/evidence/readers/dates/times.ts'
import { resolveDates } from '#newsroom/sources/resolve-dates.ts'
import { partLine } from '#text/words.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/** What a unit of a source says in numbers: those written, those that it means, and how many things it lists. */
export type Said = {
  unit: Unit
  figures: Figures
  given: Given[]
  implied: Reading[]
  counts: Set<number>
  calendar: Calendar
  zones: number[]
  /** Its letters and digits as a part line. */
  line: string
}

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'()]+/g

const read = new WeakMap<Unit, Said>()

/** What a unit says, with the source that it is of; none where that source is not given. A unit is read once. */
export function saidIn(unit: Unit, sources: NumberedSource[]): Said[] {
  const known = read.get(unit)
  if (known !== undefined) return [known]
  const source = sources.find(({ id }) => unit.id.startsWith(`${id}.`))
  if (source === undefined) return []
  const said = readUnit(unit, source)
  read.set(unit, said)
  return [said]
}

function readUnit(unit: Unit, source: NumberedSource): Said {
  const text = unit.text.replaceAll(ADDRESS, (address) => ' '.repeat(address.length)).replaceAll('`', ' ')
  const figures = readFigures(text)
  const published = new Date(source.date)
  // `On 12 March, and the rest on the 14th`.
  const months = figures.dates.flatMap(({ ways }) => ways.flat()).filter(({ month }) => month !== null)
  const days = Array.from(text.matchAll(/\bthe (\d{1,2})(?:st|nd|rd|th)\b/g), ([, day]) => Number(day))
  const dates = [
    ...months.flatMap((date) => days.map((day) => ({ ...date, day }))),

    ...figures.dates.flatMap(({ ways }) => ways.flat()),
    ...relativeDates(text, published, resolvedIn(unit, source)),
  ]
  const years = [
    ...figures.quantities.filter(({ text }) => /^[12]\d{3}$/.test(text)).map(({ text }) => Number(text)),
    ...dates.flatMap(({ year }) => (year === null ? [] : [year])),
  ]
  return {
    unit,
    figures,
    given: givenOf(text, figures.quantities),
    implied: impliedReadings(text),
    counts: listedIn(text).union(itemsOf(unit, source)),
    calendar: { dates, weekdays: figures.weekdays.map(({ weekday }) => weekday), years, published },
    zones: zonesOf(text, source),
    line: partLine(unit.text),
  }
}

const resolved = new WeakMap<NumberedSource, ReturnType<typeof resolveDates>>()

function resolvedIn({ id }: Unit, source: NumberedSource): string[] {
  const known = resolved.get(source) ?? resolveDates(source)
  resolved.set(source, known)
  return (known.get(id) ?? []).map(({ date }) => date)
}

const zonesOfSource = new WeakMap<NumberedSource, number[]>()

// `All times are UTC` may stand anywhere in a source.
function zonesOf(text: string, source: NumberedSource): number[] {
  const own = zonesIn(text)
  if (own.length > 0) return own
  const known = zonesOfSource.get(source) ?? source.units.flatMap(({ text }) => zonesIn(text))
  zonesOfSource.set(source, known)
  return known
}
