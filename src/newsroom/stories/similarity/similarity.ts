import {
  differInVersion,
  disjoint,
  farApart,
  shareVersion,
  versionsOfOthers,
} from '#newsroom/stories/similarity/entities.ts'
import type { Features } from '#newsroom/stories/similarity/features.ts'
import type { Weights } from '#newsroom/stories/similarity/weights.ts'

/** The likeness from which two reports are taken to be of one event. */
export const SAME = 0.23

// A report of more vulnerabilities than these names only some of what there are.
const MOST_IDS = 2

// Headlines that have less than this in common with each other and each other's text.
const FAR = 0.15

const HOUR = 3600 * 1000

/**
 * How likely two entries are to report one event, from 0 to about 1: what their titles share, what each says of the
 * other's title, and the identifiers in both. It is 0 when what they name exactly differs: a version, a CVE, a month.
 */
export function similarity(a: Features, b: Features, weights: Weights): number {
  const titles = sharedPart(a.title, b.title, weights)
  const titleInOther = Math.sqrt(
    (sharedWeight(a.title, b.all, weights) * sharedWeight(b.title, a.all, weights)) /
      (weightOf(a.title, weights) * weightOf(b.title, weights)),
  )
  // No event is told without what the other's headline is about; most pairs end here, before their texts are compared.
  if (titles + titleInOther < FAR || contradict(a, b)) return 0
  const leads = (hasLead(a) ? 1 : 0) + (hasLead(b) ? 1 : 0)
  const texts = sharedPart(a.all, b.all, weights)
  // Bare titles are little to go by: they must be all but the same.
  let score =
    [0.4 * titles, 0.3 * titles + 0.6 * titleInOther, 0.25 * titles + 0.25 * titleInOther + 0.55 * texts][leads] ?? 0
  if (shared(a.entities.ids, b.entities.ids)) score += 0.3
  if (shareVersion(a.titleEntities, b.titleEntities)) score += 0.3
  if (versionsOfOthers(a.titleEntities, b.titleEntities)) score *= 0.5
  if (a.titleEntities.stages.size > 0 !== b.titleEntities.stages.size > 0) score *= 0.6
  if (hasOwnName(a, b, weights) && hasOwnName(b, a, weights)) score *= 0.85
  if (disjoint(a.titleEntities.ordinals, b.titleEntities.ordinals)) score *= 0.5
  if (farApart(a.titleEntities.amounts, b.titleEntities.amounts) && farApart(a.entities.amounts, b.entities.amounts))
    score *= 0.6
  if (farApart(a.titleEntities.counts, b.titleEntities.counts)) score *= 0.7
  // One source tells an event once; what looks alike is a series ("Announcing …") or a later development.
  if (a.entry.source === b.entry.source) score *= 0.3
  return score * nearness(a, b)
}

/** Whether two entries name something exactly that differs, so that they cannot report one event. */
export function contradict(a: Features, b: Features): boolean {
  return (
    differInVersion(a.titleEntities, b.titleEntities) ||
    (differInVersion(a.entities, b.titleEntities) && differInVersion(a.titleEntities, b.entities)) ||
    (disjoint(a.entities.ids, b.entities.ids) && Math.max(a.entities.ids.size, b.entities.ids.size) <= MOST_IDS) ||
    disjoint(a.titleEntities.periods, b.titleEntities.periods)
  )
}

function hasLead({ title, all }: Features): boolean {
  return all.size - title.size >= 4
}

function sharedPart(a: Set<string>, b: Set<string>, weights: Weights): number {
  const shared = sharedWeight(a, b, weights)
  return shared / Math.sqrt(weightOf(a, weights) * weightOf(b, weights))
}

function sharedWeight(a: Set<string>, b: Set<string>, weights: Weights): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let weight = 0
  for (const word of small) if (large.has(word)) weight += weights.of(word)
  return weight
}

/** The weight of all words of a set. A short one is taken for more than it has: to share two words, all it has, is no proof. */
export function weightOf(set: Set<string>, weights: Weights): number {
  return Math.max(weights.total(set), 2.5)
}

// A name in the title that the other does not have at all.
function hasOwnName(a: Features, b: Features, weights: Weights): boolean {
  return a.title.values().some((word) => !b.all.has(word) && weights.isName(word))
}

function shared(a: Set<string>, b: Set<string>): boolean {
  return a.values().some((member) => b.has(member))
}

// A day apart is near; after that, ever less so.
function nearness(a: Features, b: Features): number {
  const apart = Math.abs(a.time - b.time)
  return apart <= 24 * HOUR ? 1 : Math.max(0, 1 - (apart - 24 * HOUR) / (240 * HOUR))
}
