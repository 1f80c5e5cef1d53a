import { isCommonWord } from '#text/common-words.ts'
import { fold } from '#text/words.ts'
import { namesOfClaim, roledNames, type RoledName } from '#newsroom/checks/evidence/readers/names/claim-names.ts'
import { hasName, hasTogether, nameText } from '#newsroom/checks/evidence/readers/names/name-matching.ts'
import { personNamed, type Person } from '#newsroom/checks/evidence/readers/names/people.ts'
import { peopleOf } from '#newsroom/checks/evidence/readers/names/source-names.ts'
import type { Evidenced } from '#newsroom/checks/evidence/rule.ts'

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
