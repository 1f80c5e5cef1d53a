import { compareReports } from '#newsroom/stories/similarity.ts'
import { compare, keyOf, storyOf, type Story } from '#newsroom/stories/story.ts'
import type { Entry } from '#newsroom/sources/entry.ts'

// The least similar members of a group must have this part of the threshold, so that a link does not join two events.
const LEAST_SIMILAR = 0.25

/** The similarity from which two entries are taken to report one event. */
export const SAME_EVENT = 0.24

/**
 * Joins entries of some days that report the same event, judged by their words alone. Every entry is in one story. Of
 * entries with one key, only one is left. The order of the entries does not matter. Stories come newest first.
 */
export function cluster(entries: Entry[]): Story[] {
  return groupSimilar(distinct(entries), { threshold: SAME_EVENT, maxSize: Infinity, mayDiffer: false })
    .map((group) => storyOf(group))
    .toSorted((a, b) => compare(b.entries[0]?.date ?? '', a.entries[0]?.date ?? '') || compare(a.id, b.id))
}

/**
 * Groups entries by similarity, the most similar pairs first. Two groups become one if their members are similar enough on
 * average. Entries of one source are not joined, because a source rarely reports an event twice. Without `mayDiffer`, entries
 * are not joined if their titles name different versions, numbers or months.
 */
export function groupSimilar(
  entries: Entry[],
  options: { threshold: number; maxSize: number; mayDiffer: boolean },
): Entry[][] {
  const { threshold, maxSize, mayDiffer } = options
  const { similarity: similar, candidates, differ } = compareReports(entries)
  const similarity = (one: Entry, other: Entry) => (mayDiffer || !differ(one, other) ? similar(one, other) : 0)
  const places = new Map(entries.map((entry, index) => [entry, index]))
  const pairs = entries.flatMap((one, index) =>
    [...candidates(one)].flatMap((other) => {
      const isLater = (places.get(other) ?? 0) > index && one.source !== other.source
      const score = isLater ? similarity(one, other) : 0
      return score >= threshold ? [{ one, other, score }] : []
    }),
  )
  const groups = new Map<Entry, Entry[]>(entries.map((entry) => [entry, [entry]]))
  for (const { one, other } of pairs.toSorted((a, b) => b.score - a.score)) {
    const [a, b] = [groups.get(one) ?? [], groups.get(other) ?? []]
    if (a === b || a.length + b.length > maxSize) continue
    const scores = a.flatMap((first) => b.map((second) => similarity(first, second)))
    const average = scores.reduce((sum, score) => sum + score, 0) / scores.length
    if (average < threshold || Math.min(...scores) < threshold * LEAST_SIMILAR) continue
    a.push(...b)
    for (const entry of b) groups.set(entry, a)
  }
  return [...new Set(groups.values())]
}

// Sorted by key. Of two entries with one key, keep the longer text, and the categories of both.
function distinct(entries: Entry[]): Entry[] {
  const kept = new Map<string, Entry>()
  for (const entry of entries.toSorted((a, b) => compare(JSON.stringify(a), JSON.stringify(b)))) {
    const other = kept.get(keyOf(entry))
    if (other === undefined) {
      kept.set(keyOf(entry), entry)
      continue
    }
    const best = isFuller(entry, other) ? entry : other
    const categories = [...new Set([...entry.categories, ...other.categories])].toSorted()
    kept.set(keyOf(entry), { ...best, categories })
  }
  return [...kept.values()].toSorted((a, b) => compare(keyOf(a), keyOf(b)))
}

function isFuller(one: Entry, other: Entry): boolean {
  const order =
    Number(one.complete) - Number(other.complete) || one.text.length - other.text.length || one.weight - other.weight
  return order > 0
}
