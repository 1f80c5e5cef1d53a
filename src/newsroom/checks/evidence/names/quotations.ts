import { isCommonWord } from '#text/common-words.ts'
import { fold, wordLine, wordsOf } from '#text/words.ts'
import { affiliationFaults } from '#newsroom/checks/evidence/names/affiliations.ts'
import { namesOfClaim, type RoledName } from '#newsroom/checks/evidence/readers/names/claim-names.ts'
import { hasName, hasTogether, nameText, type NameText } from '#newsroom/checks/evidence/readers/names/name-matching.ts'
import {
  namesOfHead,
  namesOfUnit,
  peopleOf,
  personNamed,
  type Person,
} from '#newsroom/checks/evidence/readers/names/source-names.ts'
import { properNames } from '#newsroom/checks/evidence/readers/names/proper-names.ts'
import { plain } from '#newsroom/checks/evidence/readers/prose.ts'
import { quotedIn, withoutQuoted } from '#newsroom/checks/evidence/readers/quoted.ts'
import { faultOf, type Evidenced, type Fault, type Found } from '#newsroom/checks/evidence/rule.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/** A quotation stands word for word inside one unit, and that unit or its paragraph has the speaker and what the speaker belongs to. */
export function quotations(subject: Evidenced): Found {
  const quoted = quotationsIn(subject.claim)
  const faults = quoted.flatMap((quotation) => judge(quotation, subject))
  const affiliations = affiliationFaults(subject)
  return { looked: quoted.length + affiliations.looked, faults: [...faults, ...affiliations.faults] }
}

// One or two words in quotation marks may be a term that the writer keeps at a distance.
const SHORTEST = 3

/** The quotations of a claim, without their marks. What is code is no speech, whatever marks it holds. */
export function quotationsIn({ kind, text }: Claim): string[] {
  if (kind === 'code') return []
  if (kind === 'quote') return [text.trim().replaceAll(/^["“„«‘']+|["”“»’']+$/g, '')]
  return quotedIn(plain(text.replaceAll(/`[^`\n]*["'“”‘’][^`\n]*`/g, ''))).map((quoted) => quoted.text)
}

function judge(quotation: string, subject: Evidenced): Fault[] {
  const { cited, sources, all } = subject
  const bears = (unit: Unit) => hasQuotation(unit, quotation)
  const unit = cited.find(bears)
  const evidence = quotation
  if (unit !== undefined) return wrongSpeaker(quotation, unit, subject)
  const elsewhere = [...sources, ...all].flatMap(({ units }) => units).find(bears)
  if (elsewhere !== undefined) {
    const message = `The quotation stands in ${elsewhere.id}, which this does not name: name it.`
    return [faultOf('quotation-not-in-evidence', message, evidence, bears)]
  }
  const message =
    'No sentence of the sources has this quotation word for word: quote exactly, or say it without quotation marks.'
  const severity = wordsOf(quotation).length >= SHORTEST ? 'block' : 'revise'
  return [{ code: 'quotation-not-verbatim', severity, message, evidence, bears: null }]
}

// What a writer may leave out or put in: […], …, [the company].
const GAP = /\[[^\]]*\]|\(?(?:…|\.{3}|\. \. \.)\)?/

function hasQuotation({ text }: Unit, quotation: string): boolean {
  const line = wordLine(plain(text))
  const parts = quotation
    .split(GAP)
    .map(wordLine)
    .filter((part) => part.trim() !== '')
  let from = 0
  return (
    parts.length > 0 &&
    parts.every((part) => {
      const at = line.indexOf(part, from)
      // The blank at the end of one part is that at the start of the next.
      from = at + part.length - 1
      return at !== -1
    })
  )
}

function wrongSpeaker(quotation: string, unit: Unit, subject: Evidenced): Fault[] {
  const { claim, cited, sources, before } = subject
  const source = sources.find(({ units }) => units.includes(unit))
  if (source === undefined || wordsOf(quotation).length < SHORTEST) return []
  const own = namesOfClaim(claim, sources)
  const isPronoun = own.length === 0 && before !== null && /\b(?:he|she|they)\b/i.test(withoutQuoted(claim.text))
  const told = isPronoun ? namesOfClaim(before, sources) : own
  const people = peopleOf(source)
  const persons = personsAmong(told, people)
  const speech = { quotation, unit, source, cited }
  const isRight =
    persons.length > 0
      ? (personsBehind(speech)?.some((person) => persons.includes(person)) ?? true)
      : told.length === 0 || told.some((name) => groupsBehind(speech).some((text) => isNamedIn(name, text)))
  if (isRight) return []
  const evidence = told.map(({ text }) => text).join(', ')
  const message = `${unit.id} does not give these words to ${evidence}: name who said them there, or nobody.`
  return [faultOf('quotation-misattributed', message, evidence)]
}

// `Tarnhelm` stands for Tarnhelm Motors.
function isNamedIn(name: RoledName, text: NameText): boolean {
  return hasName(name, text) || name.words.some((word) => !isCommonWord(fold(word)) && hasTogether(word, text))
}

type Speech = { quotation: string; unit: Unit; source: NumberedSource; cited: Unit[] }

// How many sentences back `she said` may find its name.
const BACK = 8
// In words: a name, an office.
const LONGEST_SIGNATURE = 8

/**
 * Who may have said it: the people whom the unit names outside the quotation, else those of the nearest unit before it that
 * names any, and of the next one where the quotation stands alone. What a source says in its own prose its author says, or
 * whoever has signed it where the claim cites that.
 * Null where the source speaks of `the judge`, who may be any of them.
 */
function personsBehind({ quotation, unit, source, cited }: Speech): Person[] | null {
  const people = peopleOf(source)
  const namedIn = ({ text }: Unit) => personsAmong(properNames(withoutQuoted(text)), people)
  const { units, author } = source
  const signed = cited.filter(({ text, mark }) => mark === 'byline' || wordsOf(text).length <= LONGEST_SIGNATURE)
  const signers = [...personsAmong(properNames(author ?? ''), people), ...signed.flatMap(namedIn)]
  const owners = isProse(quotation, unit) ? signers : []
  const own = namedIn(unit)
  if (own.length > 0) return [...own, ...owners]
  const at = units.indexOf(unit)
  const back = units.slice(Math.max(0, at - BACK), at).toReversed()
  const nearest = back.findIndex((other) => namedIn(other).length > 0)
  const between = [unit, ...(nearest === -1 ? back : back.slice(0, nearest))]
  if (between.some(({ text }) => UNNAMED.test(withoutQuoted(text)))) return null
  const next = units[at + 1]
  const isAlone = !/\p{L}/u.test(withoutQuoted(unit.text)) && next?.block === unit.block
  const named = [...back.slice(nearest, nearest + 1), ...(isAlone && next !== undefined ? [next] : [])]
  return [...named.flatMap(namedIn), ...owners]
}

// Somebody who is not called by name.
const UNNAMED =
  /\bthe (?:judge|director|researcher|analyst|engineer|manager|lead|head|founder|author|minister|secretary|lawyer|scientist|student|developer|maintainer|president|chair\w*|partner|commissioner|deputy|counsel|chief|boss|pilot|spokes\w+|officer|executive)\b/i

function personsAmong(names: { words: string[] }[], people: readonly Person[]): Person[] {
  return names.map(({ words }) => personNamed(words, people)).filter((person) => person !== null)
}

// A company, a group: what the paragraph names, the publisher of the source, and in its own prose whatever it is called.
function groupsBehind({ quotation, unit, source }: Speech): NameText[] {
  const { units, publisher } = source
  const at = units.indexOf(unit)
  const around = units.filter((other, place) => other.block === unit.block || (place < at && place >= at - BACK))
  return [...around.map(namesOfUnit), nameText(publisher), ...(isProse(quotation, unit) ? [namesOfHead(source)] : [])]
}

function isProse(quotation: string, unit: Unit): boolean {
  return !quotedIn(unit.text).some(({ text }) => wordLine(text).includes(wordLine(quotation).trim()))
}
