import { isCommonWord } from '#text/common-words.ts'
import { contentStems } from '#text/function-words.ts'
import { fold } from '#text/words.ts'
import { namesOfClaim, roledNames, type RoledName } from '#newsroom/checks/evidence/readers/claim-names.ts'
import { hasName, hasTogether, nameText } from '#newsroom/checks/evidence/readers/name-matching.ts'
import { personNamed, type Person } from '#newsroom/checks/evidence/readers/people.ts'
import { peopleOf } from '#newsroom/checks/evidence/readers/source-names.ts'
import type { Unit } from '#newsroom/sources/units.ts'
import type { Evidenced } from '#newsroom/checks/evidence/rule.ts'

/**
 * What all of the cited units name where the claim has a name that they lack: another of the same kind that the claim
 * leaves out, a person for a person, `M4` for `M3`, or anything else in the same role. Null when the claim may be right.
 */
export function exchangedFor(name: RoledName, subject: Evidenced): string | null {
  const { claim, cited, sources, all } = subject
  const people = sources.flatMap(peopleOf)
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

/** Two names of a claim that stand in one cited unit the other way round, about the same word: `A told B` for `B told A`. */
export function reversedIn({
  claim,
  cited,
  all,
}: Evidenced): { first: RoledName; second: RoledName; unit: Unit } | null {
  const own = namesOfClaim(claim, all)
  const found = own.flatMap((first, index) => {
    const second = own[index + 1]
    const verbs = second === undefined ? null : verbsBetween(claim.text, first, second)
    if (second === undefined || verbs === null) return []
    const unit = cited.find(({ text }) => {
      const names = roledNames(text)
      const isSaid = (before: RoledName, after: RoledName) =>
        names.some((name, at) => {
          const next = names[at + 1]
          if (next === undefined || !hasName(before, nameText(name.text)) || !hasName(after, nameText(next.text)))
            return false
          return !(verbsBetween(text, name, next)?.isDisjointFrom(verbs) ?? true)
        })
      return isSaid(second, first) && !isSaid(first, second)
    })
    return unit === undefined ? [] : [{ first, second, unit }]
  })
  return found[0] ?? null
}

// What one does to the other; null where they stand side by side, or the second acts.
function verbsBetween(text: string, first: RoledName, second: RoledName): Set<string> | null {
  const between = text.slice(first.end, second.at)
  const verbs = contentStems(between)
  return verbs.size === 0 || /[,;:]|\b(?:and|or|by|with|between|versus|than|as|from)\b/.test(between) ? null : verbs
}

function kindOf(words: string[], people: Person[]): string {
  if (personNamed(words, people) !== null) return 'person'
  const series = words.map((word) => /^(\p{L}+)-?\d/u.exec(word)?.[1]).find((prefix) => prefix !== undefined)
  return series === undefined ? 'other' : `series ${series}`
}
