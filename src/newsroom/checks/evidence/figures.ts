import { asking, type Finding } from '#newsroom/article/finding.ts'
import type { Unit } from '#newsroom/sources/unit.ts'
import { withoutCode } from '#text/prose.ts'
import { headsOf, missing, textOf, unitElsewhere, type CitedClaim, type EvidenceRule } from '#newsroom/checks/check.ts'
import { isNameIn, namesAt } from '#newsroom/checks/evidence/names.ts'
import { figuresIn, figuresOfUnit, isGiven, isNearly, type Figure } from '#newsroom/checks/evidence/read-figures.ts'

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const RELATIVE = /\b(?:yesterday|today|tonight|tomorrow|(?:last|this|next) week)\b/i
// Maximum distance in days between a source's date and a date that its weekdays and relative words refer to.
const MAX_DAYS = 14
// Largest number that a writer may obtain by counting things and state in words, as in "two reasons".
const MAX_COUNTED = 12

/**
 * Blocks figures that the cited units lack. Asks the judge about figures that may count something else in the evidence.
 */
export const figures: EvidenceRule = (subject) => {
  const { claim, cited, sources, allText } = subject
  if (claim.kind === 'quote' || claim.kind === 'code') return []
  const text = withoutCode(claim.text)
  const heads = headsOf(sources)
  const given = [...cited.flatMap((unit) => figuresOf(unit, subject)), ...figuresIn(heads)]
  const results = claim.compute
    .slice(0, MAX_COMPUTE_LENGTH)
    .split(';')
    .flatMap((sum) => resultsOf(sum, textOf(cited), given))
  const names = namesAt(text)

  return figuresIn(text).flatMap((figure): Finding[] => {
    const { values, text: evidence } = figure
    const ask = (code: string, message: string) => [asking({ where: claim.where, evidence, code, message })]
    const same = given.filter((other) => isGiven(figure, other))
    if (same.length > 0) {
      const rival = rivalOf(figure, same, given)
      const message = `Does "${evidence}" count this? The evidence counts it as ${rival?.text}, and "${evidence}" counts something else there.`
      return rival === undefined ? [] : ask('number-of-another-thing', message)
    }
    if (values.includes(1) && figure.unit?.family !== '%') return []
    if (values.some((value) => results.some((result) => isRounded(evidence, Number(value), result)))) return []
    const unscaled = Number(SCALED.exec(evidence)?.[1]?.replaceAll(',', ''))
    if (results.some((result) => isRounded(evidence, unscaled, result)))
      return ask('scale-added', `Is the scale of "${evidence}" correct? The calculation does not include it.`)
    // The number in `Postgres 19` or `Sorrel 2 80B` is part of a name.
    const name = names.find(({ at, end }) => at < figure.at && /^[\s-]([\d.]+ )?$/.test(text.slice(end, figure.at)))
    const whole = name === undefined ? null : text.slice(name.at, figure.end)
    if (whole !== null && isNameIn(whole, allText))
      return ask('name-elsewhere', `Is "${whole}" the right name here? The cited units do not have the number.`)
    if (!/\d/.test(evidence) && values.every((value) => Number(value) <= MAX_COUNTED))
      return ask('counted', `Does the evidence support the count "${evidence}"? The number is not in it.`)
    const close = given.find((other) => isNearly(figure, other))
    if (close !== undefined) return ask('number-rounded', `Is "${evidence}" correct? The evidence has ${close.text}.`)
    // Every second result is a percentage.
    const exact = results.find(
      (result, index) => index % 2 === 0 && isNearly(figure, { ...figure, values: [Math.round(result)] }),
    )
    if (exact !== undefined) return ask('number-rounded', `Is "${evidence}" correct? The calculation gives ${exact}.`)
    if (isInParts(figure, given))
      return ask('date-in-parts', `Is the date "${evidence}" correct? The evidence has month and day only separately.`)
    const source = sources.find(({ date }) => date !== '' && isSuggested(figure, textOf(cited), date))
    const dated = `Does the evidence give the date "${evidence}"? Its source is dated ${source?.date.slice(0, 10)}.`
    if (source !== undefined) return ask('date-derived', dated)
    const inName = new RegExp(String.raw`[\p{L}/_-]${RegExp.escape(evidence)}(?!\.?\p{N})`, 'u')
    if (/^\d+(?:\.\d+)?$/.test(evidence) && inName.test(textOf(cited)))
      return ask('number-in-name', `Is "${evidence}" correct? The evidence has it only inside a name or address.`)
    const unit = unitElsewhere(subject, (other) => figuresOf(other, subject).some((one) => isGiven(figure, one)))
    return [missing(`"${evidence}" is`, { code: 'number-not-in-evidence', evidence, unit, subject })]
  })
}

// Returns a unit's figures, and adds the weekday and year to each date. A date without a year gets three possible
// years: its source's year, the year before and the year after.
function figuresOf(unit: Unit, { all }: CitedClaim): Figure[] {
  const year = Number(all.find(({ units }) => units.includes(unit))?.date.slice(0, 4))
  return figuresOfUnit(unit).map((figure) => {
    const dates = figure.values.flatMap((value) => {
      if (typeof value === 'number' || !value.startsWith('....')) return [value]
      return [value, ...[year, year - 1, year + 1].map((own) => `${own}${value.slice(4)}`)]
    })
    const days = dates.map(String).filter((date) => /^\d{4}-\d\d-/.test(date))
    const parts = days.flatMap((day) => [Number(day.slice(0, 4)), WEEKDAYS[new Date(day).getUTCDay()] ?? ''])
    return { ...figure, values: [...dates, ...parts] }
  })
}

// Returns true if the evidence suggests a date. For a source dated 24 July, `Thursday` suggests `30 July`.
function isSuggested(figure: Figure, evidence: string, sourceDate: string): boolean {
  const isYear = ['last', 'this', 'next'].some((word, index) => {
    const year = String(Number(sourceDate.slice(0, 4)) + index - 1)
    return figure.text === year && new RegExp(String.raw`\b${word} year\b`, 'i').test(evidence)
  })
  if (isYear) return true
  return Array.from({ length: 2 * MAX_DAYS + 1 }).some((_, index) => {
    const day = new Date(Date.parse(sourceDate) + (index - MAX_DAYS) * 864e5)
    const weekday = WEEKDAYS[day.getUTCDay()] ?? ''
    const isNamed = new RegExp(String.raw`\b${weekday.slice(0, 3)}(?:${weekday.slice(3)})?\b`).test(evidence)
    const values = [day.toISOString().slice(0, 10), weekday]
    return (isNamed || RELATIVE.test(evidence)) && isGiven(figure, { ...figure, values })
  })
}

// Returns true if the evidence has the month and day of a date only separately, such as `February 12` and `the 14th`.
function isInParts({ values: [value] }: Figure, given: Figure[]): boolean {
  const [, month, day] = /^\.{4}(-\d\d-)(\d\d)$/.exec(String(value)) ?? []
  const values = given.flatMap((other) => other.values.map(String))
  return day !== undefined && values.includes(String(Number(day))) && values.some((one) => one.slice(4, 8) === month)
}

// Returns a different number that the evidence states for the same noun, if there is one.
function rivalOf(figure: Figure, same: Figure[], given: Figure[]): Figure | undefined {
  const [noun] = figure.nouns
  const isAmount = figure.unit !== null && figure.unit.family !== '%'
  if (noun === undefined || isAmount || same.some(({ nouns }) => nouns.length === 0 || nouns.includes(noun)))
    return undefined
  return given.find((other) => other.nouns[0] === noun && !isGiven(figure, other))
}

// Numbers that calculations may use even if no source states them: they convert percentages, durations and units.
const CONSTANTS = [1, 7, 12, 24, 60, 100, 1000]
// Matches a number with a scale, such as `$1.2 million` or `3,400k`.
const SCALED = /^[$€£]?(\d[\d,]*(?:\.\d+)?)[\s-]?(?:hundred|thousand|million|billion|trillion|k|mn?|bn?)\b/i
const DECIMAL = /\d+(?:\.\d+)?/g
const MAX_COMPUTE_LENGTH = 200

// Evaluates arithmetic over numbers in the evidence, such as `54 - 21`. Returns the result as a number and in percent.
function resultsOf(compute: string, evidence: string, given: Figure[]): number[] {
  const written = evidence.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(DECIMAL) ?? []
  const known = new Set([...CONSTANTS, ...written, ...given.flatMap(({ values }) => values)].map(Number))
  const signs = compute.replaceAll(/[−–]/g, '-').replaceAll('×', '*').replaceAll('÷', '/')
  const sum = signs.replaceAll(/=.*$|[^\d.()+*/-]/g, '')
  const result = Math.abs(evaluate(sum))
  const isKnown = (sum.match(DECIMAL) ?? []).every((operand) => known.has(Number(operand)))
  return isKnown && Number.isFinite(result) ? [result, 100 * result] : []
}

// Returns true if a claim's number, which is written as `text`, is the result rounded to the same precision.
function isRounded(text: string, value: number, result: number): boolean {
  const decimals = /\.(\d+)/.exec(text)?.[1]?.length ?? 0
  const scale = Math.abs(value) >= 1e6 ? value / Number(/\d+(?:\.\d+)?/.exec(text)?.[0] ?? value) : 1
  return Math.abs(value - result) <= 0.5 * scale * 10 ** -decimals
}

function evaluate(text: string): number {
  const bracket = /\(([^()]*)\)/.exec(text)
  if (bracket !== null) return evaluate(text.replace(bracket[0], evaluate(bracket[1] ?? '').toFixed(9)))
  // Split at the operator that is evaluated last, which is the last one with the lowest precedence.
  const [, left, sign, right] = /^(.+)([+-])(.+)$/.exec(text) ?? /^(.+)([*/])(.+)$/.exec(text) ?? []
  if (left === undefined || right === undefined) return text === '' ? NaN : Number(text)
  const [one, other] = [evaluate(left), evaluate(right)]
  return sign === '+' ? one + other : sign === '-' ? one - other : sign === '*' ? one * other : one / other
}
