import type { Said } from '#newsroom/checks/evidence/names/said.ts'
import { isResult } from '#newsroom/checks/evidence/numbers/compute.ts'
import { listedIn } from '#newsroom/checks/evidence/numbers/counting.ts'
import { holdsYear } from '#newsroom/checks/evidence/numbers/match-date.ts'
import { matchQuantity, matchesImplied, type Asked } from '#newsroom/checks/evidence/numbers/match-quantity.ts'
import {
  notAsGiven,
  notInEvidence,
  ofAnotherThing,
  type NumberContext,
} from '#newsroom/checks/evidence/numbers/number-faults.ts'
import { isNamed, partsOf, wordBefore, type Identifier } from '#newsroom/checks/evidence/readers/names/identifiers.ts'
import { baseOf, hedgeOf, nounsBehind, type Quantity } from '#newsroom/checks/evidence/readers/numbers/quantity.ts'
import type { Fault } from '#newsroom/checks/evidence/rule.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { fold, partLine } from '#text/words.ts'

/** Whether a number of a text has to stand in the evidence: one is a pronoun, zero a figure of speech, and a third is another one. */
export function isAsked({ form, readings, text, at }: Quantity, whole: string): boolean {
  const [first] = readings
  if (form === 'ordinal' && /\b(?:an?|another)\s$/i.test(whole.slice(Math.max(0, at - 9), at))) return false
  if (first === undefined || form !== 'words') return first !== undefined
  return first.value > 1 || (first.unit !== null && !/^one day$/i.test(text))
}

/** What is wrong with a number of a claim, or null: it stands in the evidence in one of its readings, follows from it, or is computed. */
export function quantityFault(quantity: Quantity, context: NumberContext): Fault | null {
  const { text, evidence, computed } = context
  const named = namedFault(quantity, context)
  if (named !== 'number') return named
  const asked = { quantity, nouns: nounsBehind(text, quantity.end), hedge: hedgeOf(text, quantity.at, quantity.end) }
  const { match, given } = matchQuantity(
    asked,
    evidence.flatMap(({ given }) => given),
  )
  if (isResult(quantity, text, computed)) return null
  if (match === 'same') return ofAnotherThing(quantity, context)
  if (evidence.some((said) => follows(asked, said)) || isCounted(asked, context) || isRatio(asked, evidence))
    return null
  const heals = (said: Said) => bears(asked, said)
  if (match !== 'none' && given !== null)
    return notAsGiven({ context, match, figure: quantity, given: given.quantity.text, heals })
  const noun = isYearLike(quantity) ? 'date' : 'number'
  const isIn = (said: Said) => heals(said) || matchQuantity(asked, said.given).match === 'same'
  return notInEvidence({ context, noun, figure: quantity, isIn, heals })
}

// Numbers from here on do not count what is listed, and of more than these no pairs are made.
const MOST_LISTED = 20
const MOST_PAIRED = 40

// `Postgres 19` may be what the source is about; what is a number after all (`in Dublin 45`) is looked for as one.
function namedFault(quantity: Quantity, context: NumberContext): Fault | null | 'number' {
  const { subject, text, evidence } = context
  const name = namedQuantity(text, quantity)
  if (name === null) return 'number'
  const cited = evidence.map(({ line }) => line)
  const standing = standingOf(name, { claim: subject.claim, cited, sources: subject.all })
  if (standing === 'cited' || standing === 'source') return null
  // `Version 2` may be 2 in the evidence, but `version 2.10` is not 2.1.
  const isName = isGeneric(name) ? quantity.text.includes('.') : isNumberedName(name, subject.all)
  if (standing !== 'swapped' && !isName) return 'number'
  const isIn = ({ line }: Said) => line.includes(name.parts)
  const figure = { text: name.text, at: quantity.at, end: quantity.end }
  return notInEvidence({ context, noun: 'version', figure, isIn, heals: standing === 'swapped' ? null : isIn })
}

// Where a number is looked for to add its id, it has to be told by more than its value.
function bears(asked: Asked, said: Said): boolean {
  if (isYear(asked.quantity, said)) return true
  const { match, given } = matchQuantity(asked, said.given)
  if (match !== 'same' || given === null) return false
  const hasUnit = asked.quantity.readings.every(({ unit }) => unit !== null)
  const isLong = /\d\D?\d/.test(asked.quantity.text)
  return hasUnit || isLong || given.nouns.some((noun) => asked.nouns.includes(noun))
}

// What a unit says in other words: `both` for two, `9 a.m.` for nine in the morning, `9.1.3` for 9.1, `2018–19` for 2018.
function follows(asked: Asked, said: Said): boolean {
  const { quantity } = asked
  const [first] = quantity.readings
  if (first === undefined) return false
  if (quantity.form === 'ordinal')
    return (
      said.line.includes(` ${first.value} `) ||
      said.given.some(({ quantity }) => quantity.readings[0]?.value === first.value)
    )
  const isHour =
    first.unit === null && said.figures.times.some(({ minutes }) => minutes % 720 === (first.value * 60) % 720)
  return isHour || matchesImplied(asked, said.implied) || isYear(quantity, said) || isBeginning(quantity, said)
}

function isYearLike({ text }: Quantity): boolean {
  return /^[12]\d{3}$/.test(text)
}

function isYear(quantity: Quantity, { calendar }: Said): boolean {
  return isYearLike(quantity) && holdsYear(calendar, Number(quantity.text))
}

function isBeginning({ text }: Quantity, { figures }: Said): boolean {
  if (!text.includes('.')) return false
  return figures.identifiers.some(
    ({ isVersion, text: version }) => isVersion && version.replace(/^v/i, '').startsWith(`${text}.`),
  )
}

// A small number may count what is listed in the claim, behind it, or in the evidence, unless that counts it otherwise.
function isCounted({ quantity, nouns }: Asked, { subject, text, evidence }: NumberContext): boolean {
  const [first] = quantity.readings
  if (first === undefined || first.unit !== null || first.value > MOST_LISTED) return false
  if (quantity.form !== 'words' && quantity.form !== 'digits') return false
  const isOtherwise = evidence.some(({ given }) =>
    given.some((other) => other.quantity.form !== 'ordinal' && other.nouns.some((noun) => nouns.includes(noun))),
  )
  if (isOtherwise) return false
  const isAnnounced =
    /:\s*$/.test(text) && evidence.every(({ given }) => !given.some(({ quantity }) => isCount(quantity)))
  const isOwn = isAnnounced || listedIn(text).has(first.value) || subject.claim.kind === 'heading'
  return isOwn || evidence.length === first.value || evidence.some(({ counts }) => counts.has(first.value))
}

function isCount({ form, readings }: Quantity): boolean {
  return form === 'words' && readings.every(({ value, unit }) => unit === null && value > 1)
}

// `Doubled` and `half of them` may be told of two numbers of which one is as large a part of the other.
function isRatio({ quantity: { form, readings }, hedge }: Asked, evidence: Said[]): boolean {
  const [first] = readings
  if (first === undefined || (form !== 'times' && form !== 'share')) return false
  const ratio = first.value / (form === 'share' ? 100 : 1)
  const reach = ratio * (hedge === null ? 0.01 : 0.1)
  const given = evidence
    .flatMap(({ given }) => given.flatMap(({ quantity }) => quantity.readings.slice(0, 1)))
    .filter(({ unit }) => unit?.dimension !== 'percent')
  return given
    .slice(0, MOST_PAIRED)
    .some((one) =>
      given
        .slice(0, MOST_PAIRED)
        .some(
          (other) =>
            one.unit?.dimension === other.unit?.dimension && Math.abs(baseOf(one) / baseOf(other) - ratio) <= reach,
        ),
    )
}

/** A name with a number in it (`CVE-2026-41876`, `Postgres 19`, `version 2.4`): `stem` is what stands before its number, `parts` the whole. */
export type NamedNumber = { text: string; stem: string; number: string; parts: string }

/** Where a name with a number stands: in the cited sentences, elsewhere in their sources, nowhere, or in the place of another of its kind. */
export type Standing = 'cited' | 'source' | 'swapped' | 'nowhere'

const VERSIONED =
  /^(?:versions?|releases?|builds?|firmware|kernel|v|ports?|articles?|sections?|rfc|step|phase|level|chapter)$/

/** An identifier as a name with a number. */
export function namedIdentifier({ text, parts, isVersion }: Identifier): NamedNumber {
  const stem = isVersion ? '' : parts.replace(/\d+\s.*$/, '')
  return { text, stem, number: ` ${parts.slice(stem.length).trim()} `, parts }
}

/** A number behind a capitalised word, or behind one that announces a version, as a name with a number; null for other numbers. */
function namedQuantity(text: string, quantity: Quantity): NamedNumber | null {
  const { form, readings, at } = quantity
  const number = partsOf(quantity.text)
  // Models are named by their parameters: `Sorrel 2 80B`, `the 12B model`.
  const isModel =
    /^\d+(?:\.\d+)?[BM]$/.test(quantity.text) &&
    /(?:\p{Lu}[\p{L}\p{N}]*\s(?:\d[\d.]*\s)?|\b(?:the|its|smaller|larger)\s)$/u.test(
      text.slice(Math.max(0, at - 30), at),
    )
  if (isModel) return { text: quantity.text, stem: '', number, parts: number }
  if (form !== 'digits' || readings.some(({ unit }) => unit !== null) || /[,\s]/.test(quantity.text)) return null
  const word = wordBefore(text, at)
  if (word === null || !(VERSIONED.test(fold(word)) || isNamed(text, at))) return null
  return { text: `${word} ${quantity.text}`, stem: partLine(word), number, parts: partsOf(`${word} ${quantity.text}`) }
}

/** Whether what stands before the number is no name, but says that it is a version, a port, a section. */
function isGeneric({ stem }: NamedNumber): boolean {
  return VERSIONED.test(stem.trim())
}

/**
 * Where a name with a number of a claim stands. Names are not asked for in the cited sentences, where the thing may be
 * `it`, or is what the source is about; but where those name another number of the same name that the claim does not have, one was put for the other.
 */
export function standingOf(
  name: NamedNumber,
  options: { claim: Claim; cited: string[]; sources: NumberedSource[] },
): Standing {
  const { claim, cited, sources } = options
  const { number, parts } = name
  // `Version 2` of what is named in the claim, `versions 4 and 5`, `3.1` for version 3.1.
  const isCited = (line: string) =>
    line.includes(parts) ||
    / (?:versions?|releases?|v)(?: \d+| and| or| to| through)*$/.test(line.slice(0, line.indexOf(number)).trimEnd()) ||
    (isGeneric(name) && /\d \d/.test(number) && line.includes(number))
  if (cited.some((line) => line.includes(number) && isCited(line))) return 'cited'
  const others = cited.flatMap((line) => othersIn(line, name))
  const own = partLine(claim.text)
  const isSwapped = others.length > 0 && !others.some((other) => own.includes(other))
  // A version without a name is the one that the source is about, or has to be cited.
  if (isGeneric(name)) {
    const isSubject = sources.some(({ title }) => partLine(title).includes(number))
    const isHead = claim.kind === 'title' || claim.kind === 'lead'
    if (isSubject && (isHead || !isSwapped)) return 'source'
    return isSwapped ? 'swapped' : 'nowhere'
  }
  if (isSwapped) return 'swapped'
  return sources.some((source) => hasParts(source, parts)) ? 'source' : 'nowhere'
}

/** Whether the sources know the name of a number with another number. */
function isNumberedName({ stem }: NamedNumber, sources: NumberedSource[]): boolean {
  return (
    stem.trim() !== '' && sources.some((source) => linesOf(source).some((line) => new RegExp(`${stem}\\d`).test(line)))
  )
}

function hasParts(source: NumberedSource, parts: string): boolean {
  return linesOf(source).some((line) => line.includes(parts))
}

// The same name with other numbers, as ` sable 9 1 3 `.
function othersIn(line: string, { stem }: NamedNumber): string[] {
  if (stem.trim() === '') return []
  return Array.from(line.matchAll(new RegExp(`${stem}\\d+(?= )(?: \\d+(?= ))*`, 'g')), ([found]) => `${found} `)
}

const read = new WeakMap<NumberedSource, string[]>()

function linesOf(source: NumberedSource): string[] {
  const known = read.get(source)
  if (known !== undefined) return known
  const lines = [source.title, source.publisher, ...source.units.map(({ text }) => text)].map(partLine)
  read.set(source, lines)
  return lines
}
