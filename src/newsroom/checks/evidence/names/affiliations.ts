import { isCommonWord } from '#text/common-words.ts'
import { fold } from '#text/words.ts'
import { roledNames, type RoledName } from '#newsroom/checks/evidence/readers/names/claim-names.ts'
import { hasName, hasTogether, nameText, type NameText } from '#newsroom/checks/evidence/readers/names/name-matching.ts'
import {
  namesOfHead,
  namesOfUnit,
  peopleOf,
  personNamed,
  type Person,
} from '#newsroom/checks/evidence/readers/names/source-names.ts'
import { withoutQuoted } from '#newsroom/checks/evidence/readers/quoted.ts'
import { faultOf, type Evidenced, type Fault } from '#newsroom/checks/evidence/rule.ts'
import type { NumberedSource, Unit } from '#newsroom/sources/unit.ts'

/** Finds people of whom a claim says that they belong to something else than the sources say. */
export function affiliationFaults(subject: Evidenced): { looked: number; faults: Fault[] } {
  const told = toldIn(subject)
  // Another source may tell what one leaves open.
  const isTold = ({ text }: Group) =>
    told.some(({ person, group, source }) => group.text === text && belongs(person, group, source))
  const faults = told
    .filter(({ group, source }) => subject.sources.includes(source) && !isTold(group))
    .map(({ person, group, source }): Fault => {
      const unit = source.units.find((other) => hasTogether(person.at(-1) ?? '', namesOfUnit(other)))
      const message = `${unit?.id ?? source.id} does not tie this person to "${group.text}": say what it says, or leave it out.`
      return faultOf('affiliation-not-in-evidence', message, group.text)
    })
  return { looked: told.length, faults }
}

/** Whether a claim has a name only to say what somebody belongs to, and its source ties the two together. */
export function isTied({ words }: Pick<RoledName, 'words'>, subject: Evidenced): boolean {
  return toldIn(subject).some(
    ({ person, group, source }) => group.words.join() === words.join() && belongs(person, group, source),
  )
}

function toldIn({ claim, all }: Evidenced): (Affiliation & { source: NumberedSource })[] {
  const isSpeaker = claim.kind === 'quote'
  const text = isSpeaker ? claim.speaker : withoutQuoted(claim.text)
  return all.flatMap((source) =>
    affiliationsIn(text, peopleOf(source), isSpeaker).map(({ person, group }) => ({ person, group, source })),
  )
}

type Group = Pick<RoledName, 'text' | 'words'>

/** Somebody, and what a text says that this person belongs to. */
type Affiliation = { person: Person; group: Group }

const OFFICE =
  'officer|executive|director|professor|researcher|analyst|engineer|manager|lead|head|founder|author|minister|secretary|lawyer|scientist|student|developer|maintainer|president|chairwoman|chairman|chair|partner|commissioner|deputy|counsel|chief|boss|pilot|spokes[a-z]+'
// Ada Moss of X; Ada Moss, an engineer at the agency X; Ada Moss, who leads research for X.
const AFTER = /^,?(?: [\p{L}'’-]+){0,8} (?:of|at|from|for|with)(?: [\p{Ll}-]+){0,4} $/u
// X's Ada Moss; X's head of trust, Ada Moss; X engineer Ada Moss.
const BEFORE = new RegExp(
  String.raw`^(?:['’]s?(?: [\p{Ll}-]+){0,5},? | (?:[\p{Ll}-]+ ){0,3}(?:co-)?(?:${OFFICE}) )$`,
  'u',
)

function affiliationsIn(text: string, people: readonly Person[], isSpeaker: boolean): Affiliation[] {
  const found = roledNames(text).map((name) => ({ ...name, person: personNamed(name.words, people) }))
  return found.flatMap(({ person, at, end }, index) => {
    if (person === null) return []
    const [before, after] = [found[index - 1], found[index + 1]]
    const groups: Group[] = []
    if (after?.person === null) {
      const between = text.slice(end, after.at)
      if (AFTER.test(between) || (isSpeaker && /^(?:, | \()$/.test(between))) groups.push(after)
    }
    if (before?.person === null && BEFORE.test(text.slice(before.end, at))) groups.push(before)
    return groups.map((group) => ({ person, group }))
  })
}

/**
 * Whether a source ties a person to something: in a sentence that names the person, or, where no sentence says what the
 * person belongs to, in the paragraph of one; what the source is called counts where the paragraph names nothing else.
 */
function belongs(person: Person, group: Group, source: NumberedSource): boolean {
  const { units } = source
  const surname = person.at(-1) ?? ''
  const naming = units.filter((unit) => hasTogether(surname, namesOfUnit(unit)))
  // `Oxmoor` may stand for Oxmoor Cloud.
  const [short = ''] = group.words
  const isShort = (text: NameText) => !isCommonWord(fold(short)) && hasTogether(short, text)
  const hasGroup = (unit: Unit) => hasName(group, namesOfUnit(unit)) || isShort(namesOfUnit(unit))
  if (naming.some(hasGroup)) return true
  const people = peopleOf(source)
  const direct = naming
    .flatMap(({ text }) => affiliationsIn(withoutQuoted(text), people, false))
    .filter((affiliation) => affiliation.person === person)
  const full = naming.filter((unit) => hasTogether(person.join(' '), namesOfUnit(unit)))
  const around = (full.length > 0 ? full : naming).flatMap((unit) => paragraphOf(unit, units))
  const isWithDirect = (unit: Unit) => direct.some((other) => hasName(other.group, namesOfUnit(unit)))
  if (direct.length > 0) return around.some((unit) => hasGroup(unit) && isWithDirect(unit))
  if (around.some(hasGroup)) return true
  const others = around
    .flatMap(({ text }) => roledNames(text))
    .filter((name) => personNamed(name.words, people) === null && !hasName(name, nameText(group.text)))
  return others.length === 0 && hasName(group, namesOfHead(source))
}

// `Its chief executive` at the start of a paragraph speaks of what the sentence before names.
function paragraphOf(unit: Unit, units: Unit[]): Unit[] {
  const paragraph = units.filter(({ block }) => block === unit.block)
  const before = units[units.indexOf(paragraph[0] ?? unit) - 1]
  return before !== undefined && /^(?:its|their|his|her|the company['’]s)\b/i.test(unit.text)
    ? [before, ...paragraph]
    : paragraph
}
