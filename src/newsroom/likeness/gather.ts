import { candidatePairs } from '#newsroom/likeness/candidates.ts'
import { contradict, likeness, SAME } from '#newsroom/likeness/likeness.ts'
import type { Profile } from '#newsroom/likeness/profile.ts'
import type { Weights } from '#newsroom/likeness/weights.ts'

type Group = { members: Profile[] }

/** Groups profiles by event: the likest pairs first, and only groups of which no two members contradict each other. */
export function gather(profiles: Profile[], weights: Weights): Profile[][] {
  const groups = new Map<Profile, Group>(profiles.map((profile) => [profile, { members: [profile] }]))
  for (const [a, b] of likestFirst(profiles, weights)) {
    const one = groups.get(a)
    const two = groups.get(b)
    if (one === undefined || two === undefined || one === two || !belong(one, two, weights)) continue
    one.members.push(...two.members)
    for (const member of two.members) groups.set(member, one)
  }
  return [...new Set(groups.values())].map(({ members }) => members)
}

function likestFirst(profiles: Profile[], weights: Weights): [Profile, Profile][] {
  const pairs: { a: Profile; b: Profile; score: number }[] = []
  for (const [i, j] of candidatePairs(profiles, weights)) {
    const [a, b] = [profiles[i], profiles[j]]
    if (a === undefined || b === undefined) continue
    const score = likeness(a, b, weights)
    if (score >= SAME) pairs.push({ a, b, score })
  }
  // The sort is stable, and the profiles come in an order of their own, so that ties are always broken alike.
  return pairs.toSorted((one, two) => two.score - one.score).map(({ a, b }) => [a, b])
}

// The average of each member's likeness to each keeps A and C apart that have nothing in common but B.
function belong(one: Group, two: Group, weights: Weights): boolean {
  let total = 0
  for (const a of one.members) {
    for (const b of two.members) {
      if (contradict(a, b)) return false
      total += likeness(a, b, weights)
    }
  }
  return total / (one.members.length * two.members.length) >= SAME
}
