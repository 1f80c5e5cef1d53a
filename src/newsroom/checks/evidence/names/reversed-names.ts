import { isFunctionWord } from '#text/function-words.ts'
import { stem } from '#text/stem.ts'
import { wordsOf } from '#text/words.ts'
import { namesOfClaim, roledNames, type RoledName } from '#newsroom/checks/evidence/readers/names/claim-names.ts'
import { hasName, nameText } from '#newsroom/checks/evidence/readers/names/name-matching.ts'
import { personNamed } from '#newsroom/checks/evidence/readers/names/people.ts'
import { peopleOf } from '#newsroom/checks/evidence/readers/names/source-names.ts'
import type { Evidenced } from '#newsroom/checks/evidence/rule.ts'
import type { Unit } from '#newsroom/sources/units.ts'

/**
 * Two names of a claim of which a cited unit says the other way round what the claim says: the words around each are those
 * that stand around the other there (`A told B` for `B told A`). Null when there are none.
 */
export function reversedIn({
  claim,
  cited,
  all,
}: Evidenced): { first: RoledName; second: RoledName; unit: Unit } | null {
  const own = namesOfClaim(claim, all)
  if (own.length > MOST) return null
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
        if (isReversed(told, given)) return { first, second, unit }
      }
    }
  }
  return null
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
