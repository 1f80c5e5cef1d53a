import { groupSimilar } from '#newsroom/stories/similarity.ts'
import { findRepeats, type Published } from '#newsroom/stories/repeats.ts'
import { scoreStories, type ScoredStory } from '#newsroom/stories/score.ts'
import { compare, storyOf, type Story } from '#newsroom/stories/story.ts'
import type { Entry } from '#newsroom/sources/entry.ts'

// A model that reads more entries in one call forgets the first ones.
const MAX_CANDIDATES = 40
const MAX_ENTRIES = 80

// Much less than the similarity of one event, because the editor decides whether it is one.
const RELATED = 0.06
const MAX_RELATED = 8

/**
 * Selects the entries that an editor chooses from: at most 80 entries of the best 40 candidates, the newest first. Related
 * entries are one candidate, so that an event counts for all of its publishers. `kinds` has the kind of each source by id. A
 * vendor's weight is at most 1, the usual weight of the press.
 */
export function shortlist(options: {
  stories: Story[]
  categories: { id: string; posts: number }[]
  published: Published[]
  kinds: ReadonlyMap<string, string>
  now: Date
}): Entry[] {
  const { stories, categories, published, kinds, now } = options
  const repeats = findRepeats(stories, published, now)
  const fresh = stories.filter((story) => !repeats.has(story)).flatMap(({ entries }) => entries)
  const originals = new Map(fresh.map((entry) => [asPress(entry), entry]))
  const related = groupSimilar([...originals.keys()], { threshold: RELATED, maxSize: MAX_RELATED, mayDiffer: true })
  const wanted = categories.filter(({ posts }) => posts > 0).map(({ id }) => id)
  const scored = scoreStories(
    related.map((entries) => storyOf(entries)),
    { categories: wanted, now },
  )
  const best = inTurn(scored).slice(0, MAX_CANDIDATES)
  const groups = best.map(({ story }) => story.entries.flatMap((entry) => originals.get(entry) ?? []))
  const shown = new Set(groups.flat().slice(0, MAX_ENTRIES))
  return groups
    .map((entries) => entries.filter((entry) => shown.has(entry)))
    .toSorted(([a], [b]) => compare(b?.date ?? '', a?.date ?? '') || compare(a?.url ?? '', b?.url ?? ''))
    .flat()

  function asPress(entry: Entry): Entry {
    return { ...entry, weight: kinds.get(entry.source) === 'vendor' ? Math.min(1, entry.weight) : entry.weight }
  }
}

// The best of every category, then the second best of each, so that no category is crowded out by another.
function inTurn(scored: ScoredStory[]): ScoredStory[] {
  const counts = new Map<string, number>()
  const placed = scored.map((candidate) => {
    const place = counts.get(candidate.category) ?? 0
    counts.set(candidate.category, place + 1)
    return { candidate, place }
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ candidate }) => candidate)
}
