import {
  fitOf,
  isOneValue,
  placedIn,
  stemsIn,
  type Placed,
  type Placement,
} from '#newsroom/checks/evidence/readers/numbers/contexts.ts'
import type { Figures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import type { Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'
import { stem } from '#text/stem.ts'

/**
 * Whether a figure of a claim is told of another thing by the evidence that has it: what stands there for the thing of the
 * claim, or null where the figure does, as far as words tell.
 */
export function figureInstead(figure: Span, claim: Figures, evidence: Figures[]): string | null {
  const claimed = placedIn(claim)
  const asked = claimed.placed.find(({ at }) => at === figure.at)
  if (asked === undefined) return null
  const given = evidence.map(placedIn)
  const figures = given.flatMap(({ placed }) => placed).filter(({ kind }) => kind === asked.kind)
  const homes = figures.filter((each) => isOneValue(asked, each))
  const rivals = figures.filter((each) => !isOneValue(asked, each))
  if (homes.length === 0 || rivals.length === 0) return null
  const pair = { asked, claimed, given, homes, rivals }
  const instead =
    reversedWith(pair) ??
    crossedWith(pair) ??
    rivals.find(
      (rival) => !isRelated(pair, rival) && homes.every((home) => isExchanged(pair, { home, rival, evidence })),
    )
  return instead?.text ?? null
}

/**
 * Whether a figure that the evidence lacks may be meant as a unit beside it has it: unless one of its kind stands in the
 * evidence that the words of the claim fit better, for which it was put.
 */
export function mayBeAdded(figure: Span, claim: Figures, options: { evidence: Figures[]; unit: Figures }): boolean {
  const { placed } = placedIn(claim)
  const asked = placed.find(({ at }) => at === figure.at)
  if (asked === undefined) return true
  const rivals = options.evidence
    .flatMap((figures) => placedIn(figures).placed)
    .filter((each) => each.kind === asked.kind && !placed.some((other) => isOneValue(other, each)))
  const homes = placedIn(options.unit).placed.filter((each) => isOneValue(asked, each))
  return rivals.length === 0 || fitOf(asked, rivals) < fitOf(asked, homes)
}

// A figure of the claim, where the evidence has it, and what has its kind there.
type Pair = { asked: Placed; claimed: Placement; given: Placement[]; homes: Placed[]; rivals: Placed[] }

// `5 to 12` for 12 to 5, `611 of 402` for 402 of the 611, `250 instead of 400` for from 250 to 400.
function reversedWith({ asked, claimed, given }: Pair): Placed | null {
  const told = given.flatMap(({ relations }) => relations)
  for (const { kind, one, other } of claimed.relations) {
    if (one.kind !== other.kind || (one !== asked && other !== asked)) continue
    const has = (first: Placed, second: Placed) =>
      told.some((each) => each.kind === kind && isOneValue(each.one, first) && isOneValue(each.other, second))
    if (has(other, one) && !has(one, other)) return one === asked ? other : one
  }
  return null
}

// `18.6% with the alarm, 18.2% without it`, where it is the other way round: both fit better in each other's place.
function crossedWith(pair: Pair): Placed | null {
  const { asked, claimed, given, homes, rivals } = pair
  const others = claimed.placed.filter(
    (other) => other.kind === asked.kind && !isOneValue(other, asked) && !isRelated(pair, other),
  )
  const crossed = others.find((other) => {
    const places = rivals.filter((rival) => isOneValue(rival, other))
    // What is told in few words fits everywhere.
    if (![homes, places].every((told) => told.some(({ words }) => words.size > 1))) return false
    const common = new Set(given.flatMap(({ lead }) => [...claimed.lead.intersection(lead)]))
    const straight = fitOf(asked, homes, common) + fitOf(other, places, common)
    return fitOf(asked, places, common) + fitOf(other, homes, common) > straight
  })
  return crossed ?? null
}

// Figures that the claim relates (`six of the seven judges`) are told of one thing.
function isRelated({ asked, claimed }: Pair, figure: Placed): boolean {
  return claimed.relations.some(
    ({ one, other }) => (one === asked && isOneValue(other, figure)) || (other === asked && isOneValue(one, figure)),
  )
}

// Verbs that tell nothing of the thing.
const LIGHT = new Set(
  'take takes took taken come comes came hold holds held stand stands stood reach reached'.split(' ').map(stem),
)

// `Four challenges`, where the evidence has four agents and 95 challenges. Or all words of the claim about the figure are in
// the evidence, some are the rival's, and either none is the home's own, or in one sentence none but the home's is of a
// third thing.
function isExchanged(
  { asked, given }: Pair,
  { home, rival, evidence }: { home: Placed; rival: Placed; evidence: Figures[] },
): boolean {
  const isSaid = (word: string) => evidence.some((figures) => stemsIn(figures).has(word))
  const [noun] = asked.nouns
  if (noun !== undefined && home.nouns.length > 0 && rival.nouns.includes(noun) && !home.words.has(noun)) return true
  // `A facility of 150 million` in both.
  if (asked.of !== null && asked.of === home.of && asked.of !== rival.of) return false
  const words = [...asked.own].filter((word) => isSaid(word) || !(asked.names.has(word) || LIGHT.has(word)))
  if (!words.every(isSaid)) return false
  // `It shrank from 139 on Tuesday to 131 on Friday` says of both that it shrank.
  const change = given.find(({ relations }) =>
    relations.some(({ kind, one, other }) => kind === 'change' && one === rival && other === home),
  )
  const rest = words.filter((word) => !home.words.has(word) && change?.lead.has(word) !== true)
  // `39.6` without a noun may be of the tokens that another figure names.
  const isElided = home.nouns.length === 0
  if (!rest.some((word) => rival.words.has(word) && !(isElided && rival.nouns.includes(word)))) return false
  const isWhole = given.some(({ relations }) =>
    relations.some(({ kind, one, other }) => kind === 'part' && one === home && other === rival),
  )
  const isHomeTold = [...home.words].every((word) => asked.words.has(word) || rival.words.has(word))
  if (isHomeTold && !isWhole) return false
  const isNear = given.some(({ placed }) => placed.includes(home) && placed.includes(rival))
  if (isNear && rest.every((word) => rival.words.has(word))) return true
  const isSure = isNear || !asked.nouns.some((noun) => home.nouns.includes(noun))
  return isSure && words.every((word) => !home.words.has(word) || rival.words.has(word))
}
