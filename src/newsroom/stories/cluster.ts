import { linkEntries } from '#newsroom/stories/similarity/linkage.ts'
import { similarity, SAME } from '#newsroom/stories/similarity/similarity.ts'
import { featuresOf } from '#newsroom/stories/similarity/features.ts'
import { weightsOf, type Weights } from '#newsroom/stories/similarity/weights.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { storyOf } from '#newsroom/stories/story-of.ts'
import type { Story } from '#newsroom/stories/story.ts'

/**
 * Puts entries of some days together that report the same event, by their words alone. Every entry is in one story;
 * of entries with one address only one is left. The order of the entries does not matter; stories come newest first.
 */
export function cluster(entries: Entry[]): Story[] {
  const batch = distinct(entries).map((entry) => featuresOf(entry))
  const groups = linkEntries(batch, weightsOf(batch))
  return groups.map((group) => storyOf(group.map(({ entry }) => entry))).toSorted(newestFirst)
}

/** Whether two entries report the same event. Without the weights of a batch, every uncommon word is taken to be rare. */
export function sameEvent(a: Entry, b: Entry, weights?: Weights): boolean {
  const [one, two] = [featuresOf(a), featuresOf(b)]
  return similarity(one, two, weights ?? weightsOf([one, two])) >= SAME
}

// Sorted by address. Of two that share one, the longer text is kept, and the categories of both.
function distinct(entries: Entry[]): Entry[] {
  const byAddress = new Map<string, Entry>()
  for (const entry of entries) {
    const other = byAddress.get(entry.url)
    byAddress.set(entry.url, other === undefined ? entry : joined(entry, other))
  }
  return [...byAddress.values()].toSorted((a, b) => compare(a.url, b.url))
}

function joined(a: Entry, b: Entry): Entry {
  const [best] = [a, b].toSorted(
    (one, two) =>
      Number(two.complete) - Number(one.complete) ||
      two.text.length - one.text.length ||
      two.weight - one.weight ||
      compare(JSON.stringify(one), JSON.stringify(two)),
  )
  return { ...(best ?? a), categories: [...new Set([...a.categories, ...b.categories])].toSorted() }
}

function newestFirst(a: Story, b: Story): number {
  return compare(b.entries[0]?.date ?? '', a.entries[0]?.date ?? '') || compare(a.id, b.id)
}

// By code units: the same on every machine, whatever its language.
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
