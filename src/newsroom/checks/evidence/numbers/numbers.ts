import { saidIn, type Said } from '#newsroom/checks/evidence/names/said.ts'
import {
  isAsked,
  namedIdentifier,
  quantityFault,
  standingOf,
} from '#newsroom/checks/evidence/numbers/claimed-quantities.ts'
import { compute } from '#newsroom/checks/evidence/numbers/compute.ts'
import { holdsDate, holdsWeekday } from '#newsroom/checks/evidence/numbers/match-date.ts'
import {
  computingFaults,
  notInEvidence,
  ofAnotherThing,
  type NumberContext,
} from '#newsroom/checks/evidence/numbers/number-faults.ts'
import type { DateMention } from '#newsroom/checks/evidence/readers/dates/dates.ts'
import { isSameTime } from '#newsroom/checks/evidence/readers/dates/times.ts'
import type { Identifier } from '#newsroom/checks/evidence/readers/names/identifiers.ts'
import { readFigures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import type { Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'
import { withoutCode } from '#newsroom/checks/evidence/readers/prose.ts'
import { faultOf, type Evidenced, type Fault, type Found } from '#newsroom/checks/evidence/rule.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import type { Unit } from '#newsroom/sources/unit.ts'

/** Every number, date, time and version of a claim stands in the units that it cites, with its unit and about the same thing, or is computed from them. */
export function numbers(subject: Evidenced): Found {
  const { claim, cited, all } = subject
  // Quotations and code are compared letter by letter elsewhere.
  if (claim.kind === 'quote' || claim.kind === 'code') return { looked: 0, faults: [] }
  const evidence = cited.flatMap((unit) => saidIn(unit, all))
  const text = withoutCode(claim.text)
  const context = { subject, text, figures: readFigures(text), evidence, computed: compute(claim.compute, evidence) }
  const results = [...resultsOf(context), ...(claim.kind === 'row' ? [columnFault(subject)] : [])]
  const faults = results.filter((result) => result !== null)
  return { looked: results.length, faults: [...faults, ...computingFaults(context)] }
}

// For each fact what is wrong with it, or null.
function resultsOf(context: NumberContext): (Fault | null)[] {
  const { dates, weekdays, times, identifiers, quantities } = context.figures
  return [
    ...dates.map((date) =>
      isEachDayIn(date, context)
        ? ofAnotherThing(date, context)
        : dateFault('date', date, context, ({ calendar }) => holdsDate(calendar, date)),
    ),
    ...weekdays.map((day) => dateFault('date', day, context, ({ calendar }) => holdsWeekday(calendar, day.weekday))),
    ...times.map((time) =>
      dateFault('time', time, context, ({ figures, zones }) =>
        figures.times.some((given) => isSameTime(time, given, zones)),
      ),
    ),
    ...identifiers.map((identifier) => identifierFault(identifier, context)),
    ...quantities
      .filter((quantity) => isAsked(quantity, context.text))
      .map((quantity) => quantityFault(quantity, context)),
  ]
}

// `From 12 to 29 January`, where one sentence has the first day and another the last.
function isEachDayIn({ ways }: DateMention, { evidence }: NumberContext): boolean {
  return ways.some((way) => way.every((day) => evidence.some(({ calendar }) => holdsDate(calendar, { ways: [[day]] }))))
}

function dateFault(
  noun: 'date' | 'time',
  figure: Span,
  context: NumberContext,
  isIn: (said: Said) => boolean,
): Fault | null {
  if (context.evidence.some(isIn)) return ofAnotherThing(figure, context)
  return notInEvidence({ context, noun, figure, isIn, heals: isIn })
}

// Names may stand anywhere in the sources, for the cited sentence may say `it`; versions have to be cited.
function identifierFault(identifier: Identifier, context: NumberContext): Fault | null {
  const { subject, evidence } = context
  const { parts, isVersion } = identifier
  const cited = evidence.map(({ line }) => line)
  const standing = standingOf(namedIdentifier(identifier), { claim: subject.claim, cited, sources: subject.all })
  if (standing === 'cited' || (standing === 'source' && !isVersion)) return null
  if (isVersion && subject.sources.some(({ title }) => title.includes(identifier.text))) return null
  const noun = isVersion ? 'version' : 'name'
  const isIn = ({ line }: Said) => line.includes(parts)
  return notInEvidence({ context, noun, figure: identifier, isIn, heals: standing === 'swapped' ? null : isIn })
}

/**
 * The fault of a row with two cells in each other's columns: it has them against the order of its source, and the row
 * before it has that order. Null where that is not so, or no labels tell.
 */
export function columnFault({ claim, cited, before, all }: Evidenced): Fault | null {
  if (claim.kind !== 'row' || before?.kind !== 'row') return null
  const units = all.flatMap(({ units }) => units)
  const own = columnsOf(claim, cited)
  const earlier = columnsOf(
    before,
    units.filter(({ id }) => before.from.includes(id)),
  )
  for (const [index, column] of own.entries()) {
    const exchanged = own.find(
      (other, place) =>
        place > index &&
        isBehind(column, other) &&
        earlier[index]?.label === other?.label &&
        earlier[place]?.label === column?.label,
    )
    if (column === null || exchanged === undefined || exchanged === null) continue
    const message = `"${column.cell}" is "${column.label}" in ${claim.from.join(', ')}, where the row before has "${exchanged.label}": keep the columns.`
    return faultOf('number-of-another-thing', message, claim.text)
  }
  return null
}

// A cell of a claim with the label and the place of its number in a cited row (`Rewritten: 55.7`).
type Column = { cell: string; label: string; place: number }

function columnsOf({ text }: Claim, cited: Unit[]): (Column | null)[] {
  const given = cited
    .filter(({ kind }) => kind === 'row')
    .flatMap(({ text }) => cellsOf(text))
    .map((cell, place) => ({ label: /^(.+?): /.exec(cell)?.[1] ?? '', value: cell.replace(/^.+?: /, ''), place }))
  return cellsOf(text).map((cell) => {
    const [found, ...others] = given.filter(({ label, value }) => label !== '' && value === cell)
    if (found === undefined || others.length > 0 || !/\d/.test(cell)) return null
    return { cell, label: found.label, place: found.place }
  })
}

function isBehind(one: Column | null, other: Column | null): boolean {
  return one !== null && other !== null && one.place > other.place
}

function cellsOf(row: string): string[] {
  return row.split('|').map((cell) => cell.trim())
}
