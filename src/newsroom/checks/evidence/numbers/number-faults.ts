import { figureInstead, mayBeAdded } from '#newsroom/checks/evidence/numbers/binding.ts'
import { hasOperand, isResult, type Computed } from '#newsroom/checks/evidence/numbers/compute.ts'
import type { Match } from '#newsroom/checks/evidence/numbers/match-quantity.ts'
import type { Figures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import type { Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'
import { faultOf, type Evidenced, type Fault } from '#newsroom/checks/evidence/rule.ts'
import { saidIn, type Said } from '#newsroom/checks/evidence/names/said.ts'

/** A claim as the checks of its numbers read it: its text without code, its figures, what its cited units say, what it computes. */
export type NumberContext = { subject: Evidenced; text: string; figures: Figures; evidence: Said[]; computed: Computed }

/** The fault of a figure that no cited unit bears; `heals` tells which unit surely does, null where none may be added. */
export function notInEvidence(options: {
  context: NumberContext
  noun: 'number' | 'date' | 'time' | 'version' | 'name'
  figure: Span
  isIn: (said: Said) => boolean
  heals: ((said: Said) => boolean) | null
}): Fault {
  const { context, noun, figure, isIn, heals } = options
  const { subject, computed } = context
  const elsewhere = subject.all
    .flatMap(({ units }) => units)
    .filter((unit) => saidIn(unit, subject.all).some(isIn))
    .map(({ id }) => id)
  const where =
    elsewhere.length > 0
      ? `only in ${elsewhere.slice(0, MOST_NAMED).join(', ')}: cite that if it is about the same thing, or leave it out`
      : 'nor anywhere else: leave it out'
  const sums = computed.sums.map(({ text, result }) => ` (${text} is ${shown(result)})`).join('')
  const message = `The ${noun} "${figure.text}" is not in ${citedIn(context)}${sums}, ${where}.`
  const bears = heals === null ? null : bearing(context, heals, figure)
  return faultOf(`${noun}-not-in-evidence`, message, figure.text, bears)
}

/** The fault of a number that the cited units have with another unit, or that is rounded from one of theirs. */
export function notAsGiven(options: {
  context: NumberContext
  match: Match
  figure: Span
  given: string
  heals: (said: Said) => boolean
}): Fault {
  const { context, match, figure, given, heals } = options
  const message =
    match === 'unit'
      ? `"${figure.text}" is "${given}" in ${citedIn(context)}: the unit differs.`
      : `"${figure.text}" is rounded from "${given}" in ${citedIn(context)}: give the number itself, or mark it with "about".`
  const code = match === 'unit' ? 'number-unit' : 'number-rounded'
  return faultOf(code, message, figure.text, bearing(context, heals, figure))
}

/** The fault of a figure that the cited units tell of another thing, or null. */
export function ofAnotherThing(figure: Span, context: NumberContext): Fault | null {
  const evidence = context.evidence.map(({ figures }) => figures)
  const instead = figureInstead(figure, context.figures, evidence)
  if (instead === null) return null
  const message = `"${figure.text}" is told of another thing in ${citedIn(context)}: for what this sentence says it has "${instead}".`
  return faultOf('number-of-another-thing', message, figure.text)
}

/** The faults of a claim's arithmetic: what cannot be computed, and results that its text does not have. */
export function computingFaults({ subject, text, figures, computed }: NumberContext): Fault[] {
  const arithmetic = subject.claim.compute
  const problems = computed.problems.map(({ code, message, operand }): Fault => {
    const isIn = (said: Said) => operand !== null && hasOperand(operand, said)
    return faultOf(code, message, arithmetic, operand === null ? null : (unit) => saidIn(unit, subject.all).some(isIn))
  })
  const untold = computed.sums.filter(
    (sum) => !figures.quantities.some((quantity) => isResult(quantity, text, { sums: [sum], problems: [] })),
  )
  const results = untold.map(({ text, result }): Fault => {
    const message = `"${text}" is ${shown(result)}, but the sentence does not say so: write the result, rounded as you please.`
    return faultOf('compute-result', message, arithmetic)
  })
  return [...problems, ...results]
}

const MOST_NAMED = 3

// Another row of a table is of other things, and what stands beside may not be put for what the cited sentences have.
function bearing(
  { subject, figures, evidence }: NumberContext,
  isIn: (said: Said) => boolean,
  figure: Span,
): Fault['bears'] {
  if (subject.claim.kind === 'row') return null
  const cited = evidence.map(({ figures }) => figures)
  const hasRows = subject.cited.some(({ kind }) => kind === 'row')
  return (unit) =>
    !(hasRows && unit.kind === 'row') &&
    saidIn(unit, subject.all).some(
      (said) => isIn(said) && mayBeAdded(figure, figures, { evidence: cited, unit: said.figures }),
    )
}

function citedIn({ subject }: NumberContext): string {
  return subject.cited.length === 0 ? 'the cited sentences' : subject.cited.map(({ id }) => id).join(', ')
}

function shown(result: number): string {
  return String(Number(result.toPrecision(6)))
}
