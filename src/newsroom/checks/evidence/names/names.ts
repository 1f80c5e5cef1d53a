import { isCommonWord } from '#text/common-words.ts'
import { fold } from '#text/words.ts'
import { isTied } from '#newsroom/checks/evidence/names/affiliations.ts'
import { exchangedFor, mixedRows, reversedNames } from '#newsroom/checks/evidence/names/swapped-names.ts'
import { namesOfClaim, type RoledName } from '#newsroom/checks/evidence/readers/names/claim-names.ts'
import {
  boundsName,
  hasName,
  hasTogether,
  nameText,
  type NameText,
} from '#newsroom/checks/evidence/readers/names/name-matching.ts'
import {
  namesOfHead,
  namesOfUnit,
  peopleOf,
  personNamed,
} from '#newsroom/checks/evidence/readers/names/source-names.ts'
import { properNames } from '#newsroom/checks/evidence/readers/names/proper-names.ts'
import { faultOf, type Evidenced, type Fault, type Found } from '#newsroom/checks/evidence/rule.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/**
 * The parts of each name stand together in the cited units or beside them, in the source's title or publisher, or all
 * through the source; and what the cited units say of one is not said of another of its kind that only stands beside them.
 */
export function names(subject: Evidenced): Found {
  const places = placesIn(subject)
  const found = namesOfClaim(subject.claim, subject.all)
  const faults = found.flatMap((name) => judge(name, places, subject))
  return { looked: found.length, faults: [...faults, ...reversedNames(subject), ...mixedRows(subject)] }
}

/**
 * The names of a claim that neither the cited units nor those beside them have: each with what the cited units name in its
 * stead, or null. They are no fault, but worth a look.
 */
export function doubtfulNames(subject: Evidenced): { name: string; other: string | null }[] {
  const places = placesIn(subject)
  const near = [...places.cited, ...places.beside]
  return namesOfClaim(subject.claim, subject.all).flatMap((name) => {
    if (stands(name.words, near, places.body) || isLongForm(name, { ...places, heads: [] }) || isTied(name, subject))
      return []
    const other = exchangedFor(name, subject)
    const isOfHead = hasWhole(name, places.heads)
    return other === null && isOfHead ? [] : [{ name: name.text, other }]
  })
}

type Places = { cited: NameText[]; heads: NameText[]; beside: NameText[]; body: NameText[]; everywhere: NameText[] }

// A name in so many units of its source, or of all sources, is what the story is about.
const THROUGHOUT = 3
const THROUGHOUT_ALL = 4
// The longest name that may be two, in words.
const LONGEST_PAIR = 6

function placesIn({ cited, beside, sources, all }: Evidenced): Places {
  const bodyOf = ({ units }: NumberedSource) => units.filter(({ block }) => block >= 0).map(namesOfUnit)
  return {
    cited: cited.map(namesOfUnit),
    heads: sources.map(namesOfHead),
    beside: beside.map(namesOfUnit),
    body: sources.flatMap(bodyOf),
    everywhere: all.flatMap((source) => [namesOfHead(source), ...bodyOf(source)]),
  }
}

function judge(name: RoledName, places: Places, subject: Evidenced): Fault[] {
  const { cited, heads, beside, body, everywhere } = places
  const isIn = (texts: NameText[]) => hasWhole(name, texts) || stands(name.words, texts, body)
  if (isIn([...cited, ...heads]) || (isTied(name, subject) && hasWhole(name, everywhere))) return []
  const isKnown =
    (subject.cited.length === 0 && hasWhole(name, body)) ||
    isIn([...cited, ...heads, ...beside]) ||
    isThroughout(name, places) ||
    isLongForm(name, places) ||
    isCarriedOver(name, subject, body) ||
    isMeant(name, subject)
  if (!isKnown) return [missing(name, subject)]
  const other = exchangedFor(name, subject)
  if (other === null) return []
  const from = subject.cited.map(({ id }) => id).join(', ')
  const message = `${from} says this of ${other}, not of ${name.text}: name the right one, or the sentence that says it of ${name.text}.`
  return [faultOf('name-exchanged', message, name.text)]
}

function missing(name: RoledName, { cited, sources, all }: Evidenced): Fault {
  const { text } = name
  const bears = (unit: Unit) => hasName(name, namesOfUnit(unit))
  const place =
    [...sources, ...all].flatMap(({ units }) => units).find(bears) ??
    all.find((source) => hasName(name, namesOfHead(source)))
  const from = cited.map(({ id }) => id).join(', ')
  if (place === undefined) {
    const message = `The name "${text}" is in no source: use only names that they give.`
    return faultOf('name-not-in-sources', message, text)
  }
  const message = `The name "${text}" is not in ${from}, but in ${place.id}: name the sentence that says this of ${text}, or leave it out.`
  return faultOf('name-not-in-evidence', message, text, bears)
}

function hasWhole(name: Pick<RoledName, 'text' | 'words'>, texts: NameText[]): boolean {
  return texts.some((text) => hasName(name, text))
}

// Names that are parted elsewhere may stand side by side (`Vantiq K7`), but not the first name of one with the surname of another.
function stands(words: string[], texts: NameText[], body: NameText[]): boolean {
  if (hasWhole({ text: words.join(' '), words }, texts)) return true
  if (words.length > LONGEST_PAIR) return false
  const all = [...texts, ...body]
  return words.some((word, index) => {
    const before = words[index - 1]
    return (
      before !== undefined &&
      all.some((text) => boundsName(before, 'end', text)) &&
      all.some((text) => boundsName(word, 'start', text)) &&
      stands(words.slice(0, index), texts, body) &&
      stands(words.slice(index), texts, body)
    )
  })
}

function isThroughout(name: RoledName, { body, everywhere }: Places): boolean {
  const times = (texts: NameText[]) => texts.filter((text) => hasName(name, text)).length
  const own = times(body)
  return own >= THROUGHOUT || (own > 0 && times(everywhere) >= THROUGHOUT_ALL)
}

// `Annelies Vroom` where the evidence has `Vroom`, and a source somewhere the whole name.
function isLongForm(name: RoledName, { cited, heads, beside, everywhere }: Places): boolean {
  const near = [...cited, ...heads, ...beside]
  const isPartNear = [name.words[0], name.words.at(-1)].some(
    (word) => word !== undefined && !isCommonWord(fold(word)) && near.some((text) => hasTogether(word, text)),
  )
  return name.words.length > 1 && isPartNear && hasWhole(name, everywhere)
}

// `Vroom added` after a sentence that names her out of the same source.
function isCarriedOver(name: RoledName, { before, sources }: Evidenced, body: NameText[]): boolean {
  if (before === null || !hasName(name, nameText(`${before.text} ${before.speaker}`))) return false
  const isOfSource = before.from.some((id) => sources.some((source) => id.startsWith(`${source.id}.`)))
  return isOfSource && hasWhole(name, body)
}

const PERSONAL = /\b(?:he|she|his|her|him|they|their|I|my|we|our)\b/i
const IMPERSONAL = /\b(?:[Ii]ts?|[Tt]hey|[Tt]heir|them)\b|^(?:The|This|That|These|Those) \p{Ll}/u

// `She wrote a program`, `They demanded`: the cited sentence speaks of somebody named before it, a person of the last one named.
function isMeant(name: RoledName, { cited, sources }: Evidenced): boolean {
  return sources.some((source) => {
    const first = cited.find((unit) => source.units.includes(unit))
    if (first === undefined) return false
    const people = peopleOf(source)
    const person = personNamed(name.words, people)
    const before = source.units.slice(0, source.units.indexOf(first)).filter(({ block }) => block >= 0)
    if (person === null) return IMPERSONAL.test(first.text) && hasWhole(name, before.map(namesOfUnit))
    const last = before.findLast(({ text }) =>
      properNames(text).some(({ words }) => personNamed(words, people) !== null),
    )
    return PERSONAL.test(first.text) && last !== undefined && hasTogether(name.words.at(-1) ?? '', namesOfUnit(last))
  })
}
