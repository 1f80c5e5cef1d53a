import { isAsked, quantityFault } from '#newsroom/checks/evidence/numbers/claimed-quantities.ts'
import { columnFault } from '#newsroom/checks/evidence/numbers/columns.ts'
import { compute } from '#newsroom/checks/evidence/numbers/compute.ts'
import { holdsDate, holdsWeekday } from '#newsroom/checks/evidence/numbers/match-date.ts'
import { hasParts, namedIdentifier, standingOf } from '#newsroom/checks/evidence/numbers/named-numbers.ts'
import {
  computingFaults,
  notInEvidence,
  ofAnotherThing,
  type NumberContext,
} from '#newsroom/checks/evidence/numbers/number-faults.ts'
import { readFigures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import { partsOf, type Identifier } from '#newsroom/checks/evidence/readers/names/identifiers.ts'
import { codeSpans, withoutCode } from '#newsroom/checks/evidence/readers/prose.ts'
import type { Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'
import { isSameTime } from '#newsroom/checks/evidence/readers/dates/times.ts'
import type { Fault, Rule } from '#newsroom/checks/evidence/rule.ts'
import { saidIn, type Said } from '#newsroom/checks/evidence/names/said.ts'

/** Every number, date, time and version of a claim stands in the units that it cites, with its unit and about the same thing, or is computed from them. */
export const numbers: Rule = {
  name: 'Numbers, dates and versions stand in the cited sentences',
  run(subject) {
    const { claim, cited, all } = subject
    // Quotations and code are compared letter by letter elsewhere.
    if (claim.kind === 'quote' || claim.kind === 'code') return { looked: 0, faults: [] }
    const evidence = cited.flatMap((unit) => saidIn(unit, all))
    const text = withoutCode(claim.text)
    const context = { subject, text, figures: readFigures(text), evidence, computed: compute(claim.compute, evidence) }
    const results = [...resultsOf(context), ...(claim.kind === 'row' ? [columnFault(subject)] : [])]
    const faults = results.filter((result) => result !== null)
    return { looked: results.length, faults: [...faults, ...computingFaults(context)] }
  },
}

// For each fact what is wrong with it, or null.
function resultsOf(context: NumberContext): (Fault | null)[] {
  const { dates, weekdays, times, identifiers, quantities } = context.figures
  return [
    ...dates.map((date) => dateFault('date', date, context, ({ calendar }) => holdsDate(calendar, date))),
    ...weekdays.map((day) => dateFault('date', day, context, ({ calendar }) => holdsWeekday(calendar, day.weekday))),
    ...times.map((time) =>
      dateFault('time', time, context, ({ figures, zones }) =>
        figures.times.some((given) => isSameTime(time, given, zones)),
      ),
    ),
    ...identifiers.map((identifier) => identifierFault(identifier, context)),
    ...codeSpans(context.subject.claim.text).flatMap((code) => codeFaults(code, context)),
    ...quantities
      .filter((quantity) => isAsked(quantity, context.text))
      .map((quantity) => quantityFault(quantity, context)),
  ]
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

// What holds a digit in code is looked for as it stands, in the cited sentences or their sources.
function codeFaults(code: string, context: NumberContext): (Fault | null)[] {
  const { evidence, subject } = context
  return Array.from(code.matchAll(/[\p{L}._-]*\p{N}[\p{L}\p{N}._-]*/gu), ([text]) => {
    const parts = partsOf(text)
    const isIn = ({ line }: Said) => line.includes(parts)
    if (evidence.some(isIn) || subject.sources.some((source) => hasParts(source, parts))) return null
    const figure = { text, at: 0, end: text.length }
    return notInEvidence({ context, noun: 'number', figure, isIn, heals: null })
  })
}
