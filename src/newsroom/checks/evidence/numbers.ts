import { otherThing } from '#newsroom/checks/evidence/binding.ts'
import { compute, hasOperand, isResult, type Computed } from '#newsroom/checks/evidence/compute.ts'
import { listedIn } from '#newsroom/checks/evidence/counting.ts'
import { holdsDate, holdsWeekday, holdsYear } from '#newsroom/checks/evidence/match-date.ts'
import { matchesImplied, matchQuantity, type Asked, type Match } from '#newsroom/checks/evidence/match-quantity.ts'
import {
  hasParts,
  isNumberedName,
  namedIdentifier,
  namedQuantity,
  standingOf,
  type NamedNumber,
} from '#newsroom/checks/evidence/named-numbers.ts'
import { readFigures, type Figures } from '#newsroom/checks/evidence/readers/figures.ts'
import { hedgeOf } from '#newsroom/checks/evidence/readers/hedges.ts'
import { partsOf } from '#newsroom/checks/evidence/readers/identifiers.ts'
import { nounsBehind } from '#newsroom/checks/evidence/readers/nouns.ts'
import { codeSpans, withoutCode } from '#newsroom/checks/evidence/readers/prose.ts'
import type { Quantity } from '#newsroom/checks/evidence/readers/quantity.ts'
import { isSameTime } from '#newsroom/checks/evidence/readers/times.ts'
import type { Span } from '#newsroom/checks/evidence/readers/span.ts'
import type { Evidenced, Fault, Rule } from '#newsroom/checks/evidence/rule.ts'
import { saidIn, type Said } from '#newsroom/checks/evidence/said.ts'
import type { Unit } from '#newsroom/sources/units.ts'

/** Every number, date, time and version of a claim stands in the sentences that it cites, with its unit and about the same thing, or is computed from them. */
export const numbers: Rule = {
  name: 'Numbers, dates and versions stand in the cited sentences',
  run(subject) {
    const { claim, cited, all } = subject
    if (claim.kind === 'quote' || claim.kind === 'code') return { looked: 0, faults: [] }
    const evidence = cited.flatMap((unit) => saidIn(unit, all))
    const text = withoutCode(claim.text)
    const context = { subject, text, figures: readFigures(text), evidence, computed: compute(claim.compute, evidence) }
    const facts = factsOf(context)
    const faults = facts.flatMap(({ fault }) => (fault === null ? [] : [fault]))
    return { looked: facts.length, faults: [...faults, ...computeFaults(context)] }
  },
}

// Of more numbers than these no pairs are made.
const MOST_PAIRED = 40

type Context = { subject: Evidenced; text: string; figures: Figures; evidence: Said[]; computed: Computed }
type Fact = { fault: Fault | null }

function factsOf(context: Context): Fact[] {
  const { subject, figures, text } = context
  const { dates, weekdays, times, identifiers, quantities } = figures
  return [
    ...dates.map((date) => plainFact(context, 'date', date, ({ calendar }) => holdsDate(calendar, date))),
    ...weekdays.map((day) => plainFact(context, 'date', day, ({ calendar }) => holdsWeekday(calendar, day.weekday))),
    ...times.map((time) =>
      plainFact(context, 'time', time, ({ figures, zones }) =>
        figures.times.some((given) => isSameTime(time, given, zones)),
      ),
    ),
    ...codeSpans(subject.claim.text).flatMap((code) => figuresIn(code, context)),
    ...identifiers.map((identifier) => ({
      fault: identifierFault(namedIdentifier(identifier), identifier.isVersion, context),
    })),
    ...quantities
      .filter((quantity) => isAsked(quantity, text))
      .map((quantity) => ({ fault: quantityFault(quantity, context) })),
  ]
}

// What holds a digit in code is looked for as it stands, in the cited sentences or their sources.
function figuresIn(code: string, context: Context): Fact[] {
  const { evidence, subject } = context
  return (code.match(/[\p{L}\p{N}._-]*\p{N}[\p{L}\p{N}._-]*/gu) ?? []).map((text) => {
    const parts = partsOf(text)
    const isIn = ({ line }: Said) => line.includes(parts)
    if (evidence.some(isIn) || subject.sources.some((source) => hasParts(source, parts))) return { fault: null }
    return { fault: missing({ context, noun: 'number', text, isIn }) }
  })
}

function plainFact(context: Context, noun: 'date' | 'time', span: Span, isIn: (said: Said) => boolean): Fact {
  if (context.evidence.some(isIn)) return { fault: elsewhere(span, context) }
  return { fault: missing({ context, noun, text: span.text, isIn }) }
}

function elsewhere(figure: Span, { figures, evidence, subject }: Context): Fault | null {
  const found = otherThing(
    figure,
    figures,
    evidence.map(({ figures }) => figures),
  )
  if (found === null) return null
  return {
    code: 'number-of-another-thing',
    severity: 'error',
    message: `"${figure.text}" is told of another thing in ${subject.claim.from.join(', ')}: with "${found.about}" it says "${found.rather}".`,
    evidence: figure.text,
    bears: null,
  }
}

function identifierFault(name: NamedNumber, isVersion: boolean, context: Context): Fault | null {
  const { subject, evidence } = context
  const isIn = ({ line }: Said) => line.includes(name.parts)
  const standing = standingOf(name, {
    claim: subject.claim.text,
    cited: evidence.map(({ line }) => line),
    sources: subject.all,
  })
  if (standing === 'cited' || (standing === 'source' && !isVersion)) return null
  if (isVersion && subject.sources.some(({ title }) => title.includes(name.text))) return null
  return missing({ context, noun: isVersion ? 'version' : 'name', text: name.text, isIn })
}

// One is a pronoun, zero and first are figures of speech more often than numbers.
function isAsked({ form, readings, text: words }: Quantity, text: string): boolean {
  const [first] = readings
  if (form !== 'words' || first === undefined) return first !== undefined
  return first.value > 1 || (first.unit !== null && !/^one day$/i.test(words)) || text === ''
}

function quantityFault(quantity: Quantity, context: Context): Fault | null {
  const { subject, text, evidence, computed } = context
  const name = namedQuantity(text, quantity)
  if (name !== null) {
    const cited = evidence.map(({ line }) => line)
    const standing = standingOf(name, { claim: subject.claim.text, cited, sources: subject.all })
    if (standing === 'cited' || standing === 'source') return null
    if (standing === 'swapped' || isNumberedName(name, subject.all))
      return missing({ context, noun: 'version', text: name.text, isIn: ({ line }) => line.includes(name.parts) })
  }
  const asked = { quantity, nouns: nounsBehind(text, quantity.end), hedge: hedgeOf(text, quantity.at, quantity.end) }
  const { match, given } = matchQuantity(
    asked,
    evidence.flatMap(({ given }) => given),
  )
  if (match === 'same') return isResult(quantity, text, computed) ? null : elsewhere(quantity, context)
  const isElsewise = (said: Said) => isMeant(asked, said) || isYear(quantity, said) || isBeginning(quantity, said)
  if (evidence.some(isElsewise) || isResult(quantity, text, computed) || isCounted(asked, context)) return null
  if (isRatio(asked, evidence)) return null
  const isIn = (said: Said) => bears(asked, said)
  if (match === 'none' || given === null)
    return missing({ context, noun: isYearLike(quantity) ? 'date' : 'number', text: quantity.text, isIn })
  return otherwise({ context, match, text: quantity.text, given: given.quantity.text, isIn })
}

// Where a number is looked for to add its id, it has to be told by more than its value.
function bears(asked: Asked, said: Said): boolean {
  if (isYear(asked.quantity, said)) return true
  const { match, given } = matchQuantity(asked, said.given)
  if (match !== 'same' || given === null) return false
  const hasUnit = asked.quantity.readings.every(({ unit }) => unit !== null)
  const isLong = (asked.quantity.text.match(/\d/g) ?? []).length > 2
  return hasUnit || isLong || given.nouns.some((noun) => asked.nouns.includes(noun))
}

function isMeant(asked: Asked, { implied, given, line }: Said): boolean {
  const { form, readings } = asked.quantity
  if (form === 'ordinal') {
    const [value] = readings.map(({ value }) => value)
    return line.includes(` ${value} `) || given.some(({ quantity }) => quantity.readings[0]?.value === value)
  }
  return matchesImplied(asked, implied)
}

function isYearLike({ text }: Quantity): boolean {
  return /^[12]\d{3}$/.test(text)
}

function isYear(quantity: Quantity, { calendar }: Said): boolean {
  return isYearLike(quantity) && holdsYear(calendar, Number(quantity.text))
}

// `9.1` for `9.1.3`.
function isBeginning({ text }: Quantity, { figures }: Said): boolean {
  return (
    text.includes('.') &&
    figures.identifiers.some(
      (identifier) => identifier.isVersion && identifier.text.replace(/^v/i, '').startsWith(`${text}.`),
    )
  )
}

// A small number may count what is listed in the claim, behind it, or in the evidence, unless that counts them otherwise.
function isCounted({ quantity, nouns }: Asked, { subject, text, evidence }: Context): boolean {
  const value = quantity.readings[0]?.value ?? 0
  if (!/^(?:words|digits)$/.test(quantity.form) || value > 20 || quantity.readings.some(({ unit }) => unit !== null))
    return false
  const isOtherwise = evidence.some(({ given }) =>
    given.some((other) => other.quantity.form !== 'ordinal' && other.nouns.some((noun) => nouns.includes(noun))),
  )
  if (isOtherwise) return false
  const isListed = listedIn(text).has(value) || /:\s*$/.test(text) || subject.claim.kind === 'heading'
  return isListed || evidence.some(({ counts }) => counts.has(value)) || evidence.length === value
}

// `Doubled` and `half of them` may be told of any two numbers of which one is as large a part of the other.
function isRatio({ quantity: { form, readings }, hedge }: Asked, evidence: Said[]): boolean {
  if (form !== 'times' && form !== 'share') return false
  const ratio = (readings[0]?.value ?? 1) / (form === 'share' ? 100 : 1)
  const reach = hedge === null ? 0.01 : 0.1
  const given = evidence
    .flatMap(({ given }) => given.flatMap(({ quantity }) => quantity.readings))
    .slice(0, MOST_PAIRED)
  const values = given.map(({ value, unit }) => value * (unit?.factor ?? 1)).filter((value) => value > 0)
  return values.some((one) => values.some((other) => Math.abs(one / other - ratio) <= reach * ratio))
}

function computeFaults({ subject, text, figures, computed }: Context): Fault[] {
  const problems = computed.problems.map(({ code, message, operand }): Fault => {
    const bears =
      operand === null ? null : (unit: Unit) => saidIn(unit, subject.all).some((said) => hasOperand(operand, said))
    return { code, severity: 'error', message, evidence: subject.claim.compute, bears }
  })
  const unused = computed.sums.filter(
    (sum) => !figures.quantities.some((quantity) => isResult(quantity, text, { ...computed, sums: [sum] })),
  )
  return [
    ...problems,
    ...unused.map(({ text, result }): Fault => ({
      code: 'compute-result',
      severity: 'error',
      message: `"${text}" is ${Number(result.toPrecision(6))}, but the sentence does not say so: write the result, rounded as you please.`,
      evidence: subject.claim.compute,
      bears: null,
    })),
  ]
}

function missing(options: { context: Context; noun: string; text: string; isIn: (said: Said) => boolean }): Fault {
  const { context, noun, text, isIn } = options
  const { subject, computed } = context
  const cited = subject.claim.from.join(', ')
  const elsewhere = subject.all
    .flatMap(({ units }) => units)
    .filter((unit) => saidIn(unit, subject.all).some(isIn))
    .map(({ id }) => id)
  const where =
    elsewhere.length > 0
      ? `only in ${elsewhere.slice(0, 3).join(', ')}: cite that if it is about the same thing, or leave it out`
      : 'nor anywhere else: leave it out'
  const sums = computed.sums.map(({ text, result }) => ` (${text} is ${Number(result.toPrecision(6))})`).join('')
  return {
    code: `${noun}-not-in-evidence`,
    severity: 'error',
    message: `The ${noun} "${text}" is not in ${cited}${sums}, ${where}.`,
    evidence: text,
    bears: (unit) => saidIn(unit, subject.all).some(isIn),
  }
}

function otherwise(options: {
  context: Context
  match: Match
  text: string
  given: string
  isIn: (said: Said) => boolean
}): Fault {
  const { context, match, text, given, isIn } = options
  const { subject } = context
  const cited = subject.claim.from.join(', ')
  const message =
    match === 'unit'
      ? `"${text}" is "${given}" in ${cited}: the unit differs.`
      : `"${text}" is rounded from "${given}" in ${cited}: give the number itself, or mark it with "about".`
  return {
    code: match === 'unit' ? 'number-unit' : 'number-rounded',
    severity: 'error',
    message,
    evidence: text,
    bears: (unit) => saidIn(unit, subject.all).some(isIn),
  }
}
