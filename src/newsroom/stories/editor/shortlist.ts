import { findPublished, type Published } from '#newsroom/stories/dedupe.ts'
import { rankStories, type Candidate } from '#newsroom/stories/rank.ts'
import { candidatePairs } from '#newsroom/stories/similarity/candidates.ts'
import { featuresOf, type Features } from '#newsroom/stories/similarity/features.ts'
import { similarity } from '#newsroom/stories/similarity/similarity.ts'
import { weightsOf } from '#newsroom/stories/similarity/weights.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { storyOf } from '#newsroom/stories/story-of.ts'
import type { Story } from '#newsroom/stories/story.ts'

// What a model reads in one go without losing sight of the first when it comes to the last.
const MOST_CANDIDATES = 40
const MOST_ENTRIES = 80

// Far less than the likeness of one event: whether it is one is for the editor to say.
const RELATED = 0.1

// An article rests on fewer texts of one event than these.
const MOST_RELATED = 8

/**
 * The entries that an editor chooses from: at most 80 of the best 40 candidates, the newest first. What looks related is
 * one candidate, so that an event counts for all of its publishers however differently they put it; `kinds` are those of
 * the sources, by id, and a vendor's word weighs no more here than the press.
 */
export function shortlist(options: {
  stories: Story[]
  categories: { id: string; posts: number }[]
  published: Published[]
  kinds: ReadonlyMap<string, string>
  now: Date
}): Entry[] {
  const { stories, categories, published, kinds, now } = options
  const told = findPublished(stories, published, now)
  const related = relate(stories.filter((story) => !told.has(story)).flatMap(({ entries }) => entries))
  const weighed = related.map(({ id, entries }) => ({ id, entries: entries.map(asPress) }))
  const posts = categories.reduce((sum, category) => sum + category.posts, 0)
  const ranked = rankStories({ stories: weighed, categories, published, now, perPost: MOST_CANDIDATES / posts })
  const best = inTurn(ranked).slice(0, MOST_CANDIDATES)
  const groups = best.map(({ story }) => related.find(({ id }) => id === story.id)?.entries ?? [])
  const shown = new Set(groups.flat().slice(0, MOST_ENTRIES))
  return groups
    .map((entries) => entries.filter((entry) => shown.has(entry)))
    .toSorted(([a], [b]) => compare(b?.date ?? '', a?.date ?? '') || compare(a?.url ?? '', b?.url ?? ''))
    .flat()

  function asPress(entry: Entry): Entry {
    return kinds.get(entry.source) === 'vendor' ? { ...entry, weight: Math.min(1, entry.weight) } : entry
  }
}

// The first of every category, then the second of each: none is crowded out by the large candidates of another.
function inTurn(candidates: Candidate[]): Candidate[] {
  const counts = new Map<string, number>()
  const placed = candidates.map((candidate) => {
    const place = counts.get(candidate.category) ?? 0
    counts.set(candidate.category, place + 1)
    return { candidate, place }
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ candidate }) => candidate)
}

// The likeliest first; that A and C have nothing in common but B keeps nobody from looking at all three.
function relate(entries: Entry[]): Story[] {
  const batch = entries.map((entry) => featuresOf(entry))
  const weights = weightsOf(batch)
  const pairs = candidatePairs(batch, weights).flatMap(([i, j]) => {
    const [a, b] = [batch[i], batch[j]]
    if (a === undefined || b === undefined) return []
    const score = similarity(a, b, weights)
    return score >= RELATED ? [{ a, b, score }] : []
  })
  const groups = new Map<Features, Features[]>(batch.map((features) => [features, [features]]))
  for (const { a, b } of pairs.toSorted((one, two) => two.score - one.score)) {
    const one = groups.get(a)
    const two = groups.get(b)
    if (one === undefined || two === undefined || one === two || one.length + two.length > MOST_RELATED) continue
    one.push(...two)
    for (const features of two) groups.set(features, one)
  }
  return [...new Set(groups.values())].map((group) => storyOf(group.map(({ entry }) => entry)))
}

// By code units: the same on every machine, whatever its language.
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
