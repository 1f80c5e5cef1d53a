import { candidatePairs } from '#newsroom/stories/similarity/candidates.ts'
import { contradict, similarity, SAME } from '#newsroom/stories/similarity/similarity.ts'
import type { Features } from '#newsroom/stories/similarity/features.ts'
import type { Weights } from '#newsroom/stories/similarity/weights.ts'

type Group = { members: Features[] }

/** Groups the entries of a batch by event: the likeliest pairs first, and only groups of which no two members contradict each other. */
export function linkEntries(batch: Features[], weights: Weights): Features[][] {
  const groups = new Map<Features, Group>(batch.map((features) => [features, { members: [features] }]))
  for (const [a, b] of likeliestFirst(batch, weights)) {
    const one = groups.get(a)
    const two = groups.get(b)
    if (one === undefined || two === undefined || one === two || !belong(one, two, weights)) continue
    one.members.push(...two.members)
    for (const member of two.members) groups.set(member, one)
  }
  return [...new Set(groups.values())].map(({ members }) => members)
}

function likeliestFirst(batch: Features[], weights: Weights): [Features, Features][] {
  const pairs: { a: Features; b: Features; score: number }[] = []
  for (const [i, j] of candidatePairs(batch, weights)) {
    const [a, b] = [batch[i], batch[j]]
    if (a === undefined || b === undefined) continue
    const score = similarity(a, b, weights)
    if (score >= SAME) pairs.push({ a, b, score })
  }
  // The sort is stable, and a batch has an order of its own, so that ties are always broken alike.
  return pairs.toSorted((one, two) => two.score - one.score).map(({ a, b }) => [a, b])
}

// The average similarity of each member to each keeps A and C apart that have nothing in common but B.
function belong(one: Group, two: Group, weights: Weights): boolean {
  let total = 0
  for (const a of one.members) {
    for (const b of two.members) {
      if (contradict(a, b)) return false
      total += similarity(a, b, weights)
    }
  }
  return total / (one.members.length * two.members.length) >= SAME
}
