import { asking, blocking, type Finding } from '#newsroom/article/finding.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'
import { withoutCode } from '#text/prose.ts'
import { citedIds, headsOf, textOf, unitElsewhere, type CitedClaim, type EvidenceRule } from '#newsroom/checks/check.ts'
import { isNameIn, namesAt } from '#newsroom/checks/evidence/names.ts'
import { figuresIn, figuresOfUnit, isGiven, isNearly, type Figure } from '#newsroom/checks/evidence/read-figures.ts'

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
// A writer may count in words up to this number: two reasons, three outages.
const MAX_COUNTED = 12
const FRACTION = /\b(?:half|third|quarter|fifth|sixth|eighth|tenth)s?\b(?= of\b)/gi

/** Blocks figures that the cited units do not have. Asks about figures that may count something else there. */
export const figures: EvidenceRule = (subject) => {
  const { claim, cited, sources, all, allText, near } = subject
  if (claim.kind === 'quote' || claim.kind === 'code') return []
  const text = withoutCode(claim.text)
  const heads = headsOf(sources)
  const given = [...cited.flatMap((unit) => figuresOf(unit, subject)), ...figuresIn(heads)]
  const sums = computed(claim.compute, textOf(cited), given)
  const ownNames = namesAt(text)
  const nearby = `${textOf(near)}\n${heads}`
  const isComputed = ({ text: written, values }: Figure) =>
    values.some((value) => sums.results.some((result) => isRounded(written, Number(value), result)))

  function check(figure: Figure): Finding[] {
    const evidence = figure.text
    const found = { where: claim.where, evidence }
    const ask = (code: string, message: string, unit: string | null = null) => [
      asking({ ...found, code, message, unit }),
    ]
    const same = given.filter((other) => isGiven(figure, other))
    if (same.length > 0) return rivalQuestion(figure, { same, given, subject })
    if (figure.values.includes(1) && figure.unit?.family !== '%') return []
    if (isComputed(figure)) {
      if (sums.unknown.length === 0) return []
      const message = `The computation uses ${sums.unknown.join(', ')}, which ${citedIds(subject)} does not contain.`
      return [blocking({ ...found, code: 'operand-not-in-evidence', message })]
    }
    // The number in `Postgres 19` or `Sorrel 2 80B` belongs to a name.
    const name = ownNames.find(({ at, end }) => at < figure.at && /^[\s-]([\d.]+ )?$/.test(text.slice(end, figure.at)))
    const whole = name === undefined ? null : text.slice(name.at, figure.end)
    if (whole !== null && isNameIn(whole, nearby)) return []
    if (whole !== null && isNameIn(whole, allText))
      return ask('name-elsewhere', `Is "${whole}" the right name here? It is not near the evidence.`)
    if (!/\d/.test(evidence) && figure.values.every((value) => Number(value) <= MAX_COUNTED))
      return ask('counted', `Does the evidence support the count "${evidence}"? The number is not in it.`)
    const close = given.find((other) => isNearly(figure, other))
    if (close !== undefined) return ask('number-rounded', `Is "${evidence}" correct? The evidence has ${close.text}.`)
    if (isInParts(figure, cited))
      return ask('date-in-parts', `Is the date "${evidence}" correct? The evidence has its parts only separately.`)
    const dated = typeof figure.values[0] === 'string' && all.find((source) => isDateOf(figure, source))
    if (dated)
      return ask(
        'date-of-source',
        `Does "${evidence}" date the event? It is only the date of source ${dated.id}.`,
        `${dated.id}.date`,
      )
    const unit = unitElsewhere(subject, (other) => figuresOf(other, subject).some((one) => isGiven(figure, one)))
    const message =
      unit === undefined
        ? `"${evidence}" is in none of the sources.`
        : `"${evidence}" is in ${unit.id}, not in ${citedIds(subject)}.`
    return [blocking({ ...found, code: 'number-not-in-evidence', message, unit: unit?.id ?? null })]
  }

  return [...figuresIn(text).flatMap(check), ...fractionQuestions(text, subject)]
}

function figuresOf(unit: Unit, { all }: CitedClaim): Figure[] {
  const source = all.find(({ units }) => units.includes(unit))
  return withDateParts(figuresOfUnit(unit), Number(source?.date.slice(0, 4)))
}

function isDateOf(figure: Figure, { date }: NumberedSource): boolean {
  return withDateParts(figuresIn(date.slice(0, 10))).some((one) => isGiven(figure, one))
}

// Adds the weekday and the year of each date. A date without a year belongs to the year of its source, or the year before or after.
function withDateParts(figures: Figure[], year = NaN): Figure[] {
  return figures.map((figure) => {
    const dates = figure.values.flatMap((value) => {
      if (typeof value === 'number' || !value.startsWith('....')) return [value]
      return [value, ...[year, year - 1, year + 1].map((own) => `${own}${value.slice(4)}`)]
    })
    const days = dates.filter((date) => typeof date === 'string' && /^\d{4}-\d\d-/.test(date))
    const parts = days.flatMap((day) => [
      Number(String(day).slice(0, 4)),
      WEEKDAYS[new Date(String(day)).getUTCDay()] ?? '',
    ])
    return { ...figure, values: [...dates, ...parts] }
  })
}

// `12 February and the 14th` gives February 14.
function isInParts({ values: [value] }: Figure, cited: Unit[]): boolean {
  if (typeof value !== 'string') return false
  const [, month, day] = value.split('-')
  const given = cited.flatMap(figuresOfUnit).flatMap(({ values }) => values.map(String))
  const isOtherYear = given.some((other) => other.slice(4) === value.slice(4))
  return (
    !isOtherYear && given.includes(String(Number(day))) && given.some((other) => other.slice(4, 8) === `-${month}-`)
  )
}

// Another number of the evidence counts the thing that the claim counts.
function rivalQuestion(
  figure: Figure,
  { same, given, subject }: { same: Figure[]; given: Figure[]; subject: CitedClaim },
): Finding[] {
  const { text, nouns, unit } = figure
  const [noun] = nouns
  if (noun === undefined || (unit !== null && unit.family !== '%')) return []
  if (same.some((other) => other.nouns.length === 0 || other.nouns.includes(noun))) return []
  const rival = given.find((other) => other.nouns[0] === noun && !isGiven(figure, other))
  if (rival === undefined) return []
  const message = `Does "${text}" count this? The evidence counts it as ${rival.text}, and "${text}" counts something else there.`
  return [asking({ code: 'number-of-another-thing', where: subject.claim.where, message, evidence: text })]
}

function fractionQuestions(text: string, { claim, cited }: CitedClaim): Finding[] {
  const evidence = textOf(cited).toLowerCase()
  const missing = (text.match(FRACTION) ?? []).filter(
    (word) => !evidence.includes(word.toLowerCase().replace(/s$/, '')),
  )
  return missing.map((word) => {
    const message = `Does the evidence support "${word}"? The word is not in it.`
    return asking({ code: 'fraction', where: claim.where, message, evidence: word })
  })
}

// Shares and durations need these numbers too.
const CONSTANTS = ['1', '7', '12', '24', '60', '100']
const DECIMAL = /\d+(?:\.\d+)?/g
const MAX_SUM_LENGTH = 200

/** The results of arithmetic, as they are and as percentages. `unknown` lists operands that the evidence does not have. */
type Computed = { results: number[]; unknown: string[] }

/** Evaluates the arithmetic that a claim states, for example `54 - 21`. Several sums are separated by semicolons. */
function computed(compute: string, evidence: string, figures: Figure[]): Computed {
  const written = evidence.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(DECIMAL) ?? []
  const known = new Set([...CONSTANTS, ...written, ...figures.flatMap(({ values }) => values.map(String))])
  const sums = compute.slice(0, MAX_SUM_LENGTH).split(';').map(normalised)
  const unknown = sums.flatMap((sum) => (sum.match(DECIMAL) ?? []).filter((operand) => !known.has(operand)))
  const results = sums.map(evaluate).filter(Number.isFinite).map(Math.abs)
  return { results: results.flatMap((result) => [result, 100 * result]), unknown }
}

/** Returns true if a written number equals a result, rounded to the digits that are written. */
function isRounded(text: string, value: number, result: number): boolean {
  const decimals = /\.(\d+)/.exec(text)?.[1]?.length ?? 0
  const scale = Math.abs(value) >= 1e6 ? value / Number(/\d+(?:\.\d+)?/.exec(text)?.[0] ?? value) : 1
  return Math.abs(value - result) <= 0.5 * scale * 10 ** -decimals
}

function normalised(sum: string): string {
  const signs = sum.replaceAll(/[−–]/g, '-').replaceAll('×', '*').replaceAll('÷', '/')
  return signs.replaceAll(/=.*$|[^\d.()+*/-]/g, '')
}

function evaluate(text: string): number {
  const bracket = /\(([^()]*)\)/.exec(text)
  if (bracket !== null) return evaluate(text.replace(bracket[0], evaluate(bracket[1] ?? '').toFixed(9)))
  // Splits at the last operator of the lowest precedence, which is computed last.
  const [, left, sign, right] = /^(.+)([+-])(.+)$/.exec(text) ?? /^(.+)([*/])(.+)$/.exec(text) ?? []
  if (left === undefined || right === undefined) return text === '' ? NaN : Number(text)
  const [one, other] = [evaluate(left), evaluate(right)]
  return sign === '+' ? one + other : sign === '-' ? one - other : sign === '*' ? one * other : one / other
}
