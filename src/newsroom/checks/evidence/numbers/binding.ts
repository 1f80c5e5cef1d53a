import { isExchanged } from '#newsroom/checks/evidence/numbers/exchange.ts'
import {
  fitOf,
  isOneValue,
  placedIn,
  type Placed,
  type Placement,
} from '#newsroom/checks/evidence/readers/numbers/contexts.ts'
import type { Figures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import type { Span } from '#newsroom/checks/evidence/readers/numbers/span.ts'

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
    deniedFor(pair) ??
    reversedWith(pair) ??
    crossedWith(pair) ??
    rivals.find((rival) => homes.every((home) => isExchanged({ asked, home, rival, claimed, given, claim, evidence })))
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

// `3,412 rows`, where the evidence has 3,398 rows, not 3,412.
function deniedFor({ asked, claimed, homes, rivals }: Pair): Placed | null {
  if (asked.role === 'not' || homes.some(({ role }) => role !== 'not')) return null
  return rivals.find((rival) => !claimed.placed.some((other) => isOneValue(other, rival))) ?? null
}

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
function crossedWith({ asked, claimed, given, homes, rivals }: Pair): Placed | null {
  const isRelated = (other: Placed) =>
    claimed.relations.some(({ one, other: second }) => [one, second].includes(asked) && [one, second].includes(other))
  const others = claimed.placed.filter(
    (other) => other.kind === asked.kind && !isOneValue(other, asked) && !isRelated(other),
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
