import { baseOf, isSame } from '#newsroom/checks/evidence/match-quantity.ts'
import { placedIn, stemsOf, type Placed } from '#newsroom/checks/evidence/readers/contexts.ts'
import type { Figures } from '#newsroom/checks/evidence/readers/figures.ts'
import type { Span } from '#newsroom/checks/evidence/readers/span.ts'
import { stem } from '#text/stem.ts'

// Words of which a thing has one: where the claim has another than the evidence, it is about another thing.
const OPPOSED = [
  'small smaller smallest large larger largest big bigger biggest medium tiny huge mini',
  'first second third last',
  'old older new newer former previous earlier later',
  'read reads write writes',
  'north south east west northern southern eastern western',
  'spring summer autumn winter',
  'male female men women',
  'minimum maximum median average mean',
  'upper lower high low higher lower',
  'public private',
  'input output',
  'upload download uploads downloads',
  'pass passed fail failed',
  'win won lose lost',
  'rise rose fall fell',
].map((line) => new Set(line.split(' ').map(stem)))

const PAIRED = /^(?:to|of|out of|[-–])$/

/** How a figure of a claim that stands in the evidence is told there of another thing: the words in question, and the figure that belongs to them; null where it is told of the same. */
export function otherThing(
  figure: Span,
  claim: Figures,
  evidence: Figures[],
): { about: string; rather: string } | null {
  const claimed = placedIn(claim)
  const asked = claimed.find(({ at }) => at === figure.at)
  if (asked === undefined) return null
  const placed = evidence.flatMap((figures) => placedIn(figures).map((each) => ({ ...each, of: figures })))
  const homes = placed.filter((each) => isOneValue(asked, each))
  const rivals = placed.filter((each) => each.kind === asked.kind && !homes.includes(each))
  if (homes.length === 0 || rivals.length === 0) return null
  const reversed = reversedPair(asked, claimed, evidence)
  if (reversed !== null) return reversed
  const said = new Set(evidence.flatMap(({ text }) => [...stemsOf(text)]))
  const words = stemsOf(claim.text)
  for (const rival of rivals) {
    const abouts = homes.map((home) =>
      exchangedFor({ asked, home, rival, said, words, claimed, isClose: home.of === rival.of }),
    )
    const [about] = abouts
    if (about !== null && about !== undefined && abouts.every((each) => each !== null))
      return { about, rather: rival.text }
  }
  return null
}

// `5 to 12`, where the evidence has 12 to 5.
function reversedPair(asked: Placed, claimed: Placed[], evidence: Figures[]): { about: string; rather: string } | null {
  const next = claimed[claimed.indexOf(asked) + 1]
  if (next?.joint == null || !PAIRED.test(next.joint) || next.kind !== asked.kind) return null
  const pairs = evidence.flatMap((figures) => {
    const placed = placedIn(figures)
    return placed.slice(1).map((second, index) => ({ first: placed[index], second }))
  })
  const joined = pairs.filter(({ second }) => second.joint === next.joint)
  const has = (one: Placed, other: Placed) =>
    joined.some(({ first, second }) => first !== undefined && isOneValue(first, one) && isOneValue(second, other))
  return has(next, asked) && !has(asked, next)
    ? { about: next.text, rather: `${next.text} ${next.joint} ${asked.text}` }
    : null
}

type Exchange = {
  asked: Placed
  home: Placed
  rival: Placed
  said: Set<string>
  words: Set<string>
  claimed: Placed[]
  isClose: boolean
}

function exchangedFor(exchange: Exchange): string | null {
  if (isPartner(exchange)) return null
  return otherNoun(exchange) ?? otherRole(exchange) ?? otherOfKind(exchange) ?? otherWords(exchange)
}

// `Six of the seven judges`, `of 388 messages 41 came back`: both are of the same things.
function isPartner({ asked, rival, claimed }: Exchange): boolean {
  const at = claimed.indexOf(asked)
  const [before, next] = [claimed[at - 1], claimed[at + 1]]
  if (before !== undefined && asked.joint !== null && isOneValue(before, rival)) return true
  return next !== undefined && (next.joint !== null || asked.role === 'of') && isOneValue(next, rival)
}

// `Four challenges`, where the evidence has four agents and 95 challenges.
function otherNoun({ asked, home, rival }: Exchange): string | null {
  if (home.nouns.length === 0) return null
  const isHome = asked.nouns.some((noun) => home.nouns.includes(noun) || home.words.has(noun))
  const noun = asked.nouns.find((noun) => rival.nouns.includes(noun))
  return isHome || noun === undefined ? null : noun
}

// `Fell to 48 GB`, where it fell from 48 GB to 31.
function otherRole({ asked, home, rival, isClose }: Exchange): string | null {
  if (!isClose || !isDirection(asked.role) || !isDirection(home.role) || rival.role !== asked.role) return null
  return asked.role === home.role ? null : asked.role
}

// A name, a year or one of two opposites that belongs to the rival, while the one that belongs to the figure is not there.
function otherOfKind({ asked, home, rival, words, claimed }: Exchange): string | null {
  const isGone = (word: string) =>
    !words.has(word) || claimed.some((other) => other.words.has(word) && isOneValue(other, rival))
  const own = [...home.words].filter((word) => !rival.words.has(word) && !asked.words.has(word) && isGone(word))
  const others = [...asked.words].filter((word) => rival.words.has(word) && !home.words.has(word))
  return (
    others.find((word) =>
      own.some(
        (gone) =>
          isOpposed(word, gone) || (isName(word, rival) && isName(gone, home)) || (isFigure(word) && isFigure(gone)),
      ),
    ) ?? null
  )
}

// Words of the claim beside the figure are the rival's, and none is the figure's own; in one sentence all those that are
// not the figure's may be the rival's.
function otherWords({ asked, home, rival, said, isClose }: Exchange): string | null {
  const words = [...asked.words].filter((word) => said.has(word) || !asked.names.has(word))
  if (words.some((word) => !said.has(word) && !isFigure(word))) return null
  const rest = words.filter((word) => !home.words.has(word))
  const first = rest.find((word) => rival.words.has(word))
  if (first === undefined || [...home.words].every((word) => asked.words.has(word) || rival.words.has(word)))
    return null
  const isNoneOwn = words.every((word) => !home.words.has(word) || rival.words.has(word))
  const isSameNoun = asked.nouns.some((noun) => home.nouns.includes(noun))
  return (isNoneOwn && (isClose || !isSameNoun)) || (isClose && rest.every((word) => rival.words.has(word)))
    ? first
    : null
}

function isOneValue(one: Placed, other: Placed): boolean {
  if (one.kind !== other.kind) return false
  return one.readings.some((reading) => other.readings.some((given) => isSame(baseOf(reading), baseOf(given))))
}

function isDirection(role: string | null): boolean {
  return role === 'from' || role === 'to'
}

function isName(word: string, { names }: Placed): boolean {
  return names.has(word)
}

function isFigure(word: string): boolean {
  return word.startsWith('#')
}

function isOpposed(one: string, other: string): boolean {
  return OPPOSED.some((words) => words.has(one) && words.has(other))
}
