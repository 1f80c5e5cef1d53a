import { isFunctionWord } from '#text/function-words.ts'
import { isCommonWord } from '#text/common-words.ts'
import { stem } from '#text/stem.ts'
import { fold, wordsOf } from '#text/words.ts'
import { namesOfClaim, roledNames, type RoledName } from '#newsroom/checks/evidence/readers/names/claim-names.ts'
import { hasName, hasTogether, nameText } from '#newsroom/checks/evidence/readers/names/name-matching.ts'
import {
  namesOfUnit,
  peopleOf,
  personNamed,
  type Person,
} from '#newsroom/checks/evidence/readers/names/source-names.ts'
import { faultOf, type Evidenced, type Fault } from '#newsroom/checks/evidence/rule.ts'
import type { Unit } from '#newsroom/sources/unit.ts'

/**
 * What all of the cited units name where the claim has a name that they lack: another of the same kind that the claim
 * leaves out, a person for a person, `M4` for `M3`, or anything else in the same role. Null when the claim may be right.
 */
export function exchangedFor(name: RoledName, subject: Evidenced): string | null {
  const { claim, cited, all } = subject
  const people = all.flatMap(peopleOf)
  const kind = kindOf(name.words, people)
  const text = nameText(`${claim.text} ${claim.speaker}`)
  const own = namesOfClaim(claim, all)
  const isLeftOut = (other: RoledName) =>
    !hasName(other, text) &&
    !other.words.some((word) => !isCommonWord(fold(word)) && hasTogether(word, text)) &&
    !own.some((each) => hasName(each, nameText(other.text)))
  const isLike = (other: RoledName) =>
    kindOf(other.words, people) === kind && (kind !== 'other' || other.role === name.role)
  const others = cited
    .filter(({ block }) => block >= 0)
    .map((unit) => roledNames(unit.text).find((other) => isLike(other) && isLeftOut(other)))
  return others.every((other) => other !== undefined) ? (others[0]?.text ?? null) : null
}

function kindOf(words: string[], people: Person[]): string {
  if (personNamed(words, people) !== null) return 'person'
  const series = words.map((word) => /^(\p{L}+)-?\d/u.exec(word)?.[1]).find((prefix) => prefix !== undefined)
  return series === undefined ? 'other' : `series ${series}`
}

/**
 * Finds two names of a claim of which a cited unit says the other way round what the claim says: the words around each are those
 * that stand around the other there (`A told B` for `B told A`).
 */
export function reversedNames({ claim, cited, all }: Evidenced): Fault[] {
  const own = namesOfClaim(claim, all)
  if (own.length > MOST) return []
  const people = all.flatMap(peopleOf)
  const isPerson = ({ words }: RoledName) => personNamed(words, people) !== null
  for (const unit of cited) {
    const places = placesIn(unit.text, own)
    for (const [index, [first, one]] of places.entries()) {
      for (const [second, other] of places.slice(index + 1)) {
        // `Ada Moss of X` is `X engineer Ada Moss`.
        if (isPerson(first) !== isPerson(second)) continue
        if (one === other || isPassive(claim.text, first, second) || isPassive(unit.text, one, other)) continue
        const told = [around(claim.text, first, own), around(claim.text, second, own)] as const
        const names = places.map(([, name]) => name)
        const given = [around(unit.text, one, names), around(unit.text, other, names)] as const
        if (!isReversed(told, given)) continue
        const message = `${unit.id} says of ${second.text} what this says of ${first.text}, and the other way round: put each in its place.`
        return [faultOf('names-reversed', message, `${first.text}, ${second.text}`)]
      }
    }
  }
  return []
}

// A sentence of more names than these is a list.
const MOST = 20
// How many words before and after a name are looked at, and how many have to stand around the other.
const WIDTH = 4
const FEWEST = 2

// Each name of a claim with its one place in a text; what stands there twice may be in either.
function placesIn(text: string, own: RoledName[]): [own: RoledName, place: RoledName][] {
  const names = roledNames(text)
  if (names.length > MOST) return []
  const texts = names.map((name) => ({ name, text: nameText(name.text) }))
  return own.flatMap((name): [RoledName, RoledName][] => {
    const places = texts.filter((other) => hasName(name, other.text))
    const [only] = places
    return only === undefined || places.length > 1 ? [] : [[name, only.name]]
  })
}

// `A was told by B`: who acts comes last.
function isPassive(text: string, one: RoledName, other: RoledName): boolean {
  return /\bby\b/.test(text.slice(Math.min(one.end, other.end), Math.max(one.at, other.at)))
}

type Around = { before: Set<string>; after: Set<string> }

function around(text: string, { at, end }: RoledName, names: RoledName[]): Around {
  // A month stands anywhere in a sentence.
  const words = wordsOf(text).filter(
    (word) =>
      !isFunctionWord(word.folded) &&
      !/^\p{Lu}/u.test(word.text) &&
      !names.some((name) => name.at <= word.at && word.at < name.end),
  )
  const stems = (some: typeof words) => new Set(some.map(({ folded }) => stem(folded)))
  return {
    before: stems(words.filter((word) => word.end <= at).slice(-WIDTH)),
    after: stems(words.filter((word) => word.at >= end).slice(0, WIDTH)),
  }
}

function isReversed([first, second]: readonly [Around, Around], [one, other]: readonly [Around, Around]): boolean {
  const straight = shared(first, one) + shared(second, other)
  const crossed = [shared(first, other), shared(second, one)] as const
  const isEnough = (count: number, { before, after }: Around) =>
    count >= FEWEST || (count > 0 && count >= (before.size + after.size) / 2)
  return crossed[0] + crossed[1] - straight >= FEWEST && isEnough(crossed[0], first) && isEnough(crossed[1], second)
}

function shared(a: Around, b: Around): number {
  return a.before.intersection(b.before).size + a.after.intersection(b.after).size
}

/**
 * Finds two names that a claim ties to each other (`Papaya by Lindqvist`) although they stand in different rows of the tables
 * that it cites, and its sources tie them nowhere.
 */
export function mixedRows({ claim, cited, sources, all }: Evidenced): Fault[] {
  const rows = cited.filter(({ kind }) => kind === 'row')
  if (claim.kind === 'row' || rows.length < 2) return []
  const names = namesOfClaim(claim, all).toSorted((a, b) => a.at - b.at)
  const units = sources.flatMap((source) => source.units)
  for (const [index, first] of names.entries()) {
    const second = names[index + 1]
    if (second === undefined || !TIES.test(claim.text.slice(first.end, second.at))) continue
    const row = rows.find((unit) => has(unit, first))
    const isOfOther = rows.some((unit) => has(unit, second))
    if (row === undefined || !isOfOther || units.some((unit) => has(unit, first) && has(unit, second))) continue
    const message = `${row.id} names ${first.text}, but not ${second.text}, which stands in another row: name the one of the same row.`
    return [faultOf('names-of-different-rows', message, `${first.text}, ${second.text}`)]
  }
  return []
}

// A by B, A of the B, A from B, A (B), A's B; a size or version may stand between (`Papaya 70B by B`).
const TIES = /^(?: [\p{L}-]*\d[\p{L}\d.-]*)?(?:,? (?:by|of|from) (?:the )?| \(|['’]s )$/u

function has(unit: Unit, name: RoledName): boolean {
  return hasName(name, namesOfUnit(unit))
}
