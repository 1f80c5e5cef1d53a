import type { Entry } from '#newsroom/sources/entry.ts'
import { plainLine } from '#newsroom/sources/feed/markdown-text.ts'
import { compare, storyOf, type Story } from '#newsroom/stories/story.ts'
import { contentStems } from '#text/common-words.ts'
import { MONTHS } from '#text/words.ts'

/** A report that is compared with others. */
export type Report = { title: string; text: string }

// Compare only the beginning of a report, because it describes the event. Other reports share the background.
const LEAD_CHARACTERS = 1_500
const LEAD_WORDS = 100

// The weight of a word in the title. A word in the lead has a weight of 1.
const TITLE_WEIGHT = 2

type Vector = Map<string, number>

// Returns how similar two of the compared reports are, from 0 to 1.
type Similarity<R> = (one: R, other: R) => number

/** Prepares a comparison of reports by the cosine similarity of their words, weighted by rarity (TF-IDF). */
export function compareReports<R extends Report>(reports: readonly R[]): Similarity<R> {
  const terms = new Map(reports.map((report) => [report, termsOf(report)]))
  const frequency = new Map<string, number>()
  for (const words of terms.values())
    for (const word of words.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(1 + reports.length / (frequency.get(word) ?? 1))
  const vectors = new Map(
    [...terms].map(([report, words]): [R, Vector] => {
      const weighted = [...words].map(([word, count]) => [word, count * rarity(word)] as const)
      const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1
      return [report, new Map(weighted.map(([word, weight]) => [word, weight / length]))]
    }),
  )
  return (one, other) => {
    const [a, b] = [vectors.get(one), vectors.get(other)]
    if (a === undefined || b === undefined) return 0
    const [short, long] = a.size < b.size ? [a, b] : [b, a]
    return short.entries().reduce((sum, [word, weight]) => sum + weight * (long.get(word) ?? 0), 0)
  }
}

const EXACT = new RegExp(
  String.raw`\bCVE-\d{4}-\d+\b|\bQ[1-4]\b|\b(?!(?:19|20)\d\d\b)\d+(?:\.\d+)*\b|\b(?:${MONTHS.join('|')})\b`,
  'g',
)

/** Returns true if both titles contain numbers, versions, identifiers or months, but none in common. */
export function titlesDiffer(one: Pick<Report, 'title'>, other: Pick<Report, 'title'>): boolean {
  const [own, others] = [one.title.match(EXACT) ?? [], other.title.match(EXACT) ?? []]
  // Treat 142 and 142.0.7444 as the same version.
  const isSame = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
  return own.length > 0 && others.length > 0 && !own.some((a) => others.some((b) => isSame(a, b)))
}

// Returns a report's word stems with their weights. A word that occurs several times counts once.
function termsOf({ title, text }: Report): Map<string, number> {
  const lead = plainLine(text.slice(0, LEAD_CHARACTERS)).split(' ').slice(0, LEAD_WORDS).join(' ')
  const terms = new Map([...contentStems(lead)].map((word) => [word, 1]))
  for (const word of contentStems(title)) terms.set(word, (terms.get(word) ?? 0) + TITLE_WEIGHT)
  return terms
}

// Even the two least similar members of a group must reach this fraction of the threshold, so that a report that
// mentions two events does not merge their groups.
const LEAST_SIMILAR = 0.25

/** The lowest similarity at which code treats two entries as reports on the same event. */
export const SAME_EVENT = 0.24

/**
 * Groups entries into stories by the similarity of their words. Every entry is in exactly one story, and the order of
 * the entries does not matter. Stories are sorted from new to old.
 */
export function cluster(entries: Entry[]): Story[] {
  const sorted = entries.toSorted((a, b) => compare(a.id, b.id))
  return groupSimilar(sorted, SAME_EVENT)
    .map((group) => storyOf(group))
    .toSorted((a, b) => compare(b.entries[0]?.date ?? '', a.entries[0]?.date ?? ''))
}

/**
 * Groups entries by similarity, starting with the most similar pair. Merges two groups if their members' average
 * similarity reaches the threshold. Does not group entries from one source, because a source rarely reports an event
 * twice, or whose titles contain different versions, numbers or months.
 */
export function groupSimilar(entries: Entry[], threshold: number): Entry[][] {
  const similar = compareReports(entries)
  const similarity = (one: Entry, other: Entry) => (titlesDiffer(one, other) ? 0 : similar(one, other))
  const pairs = entries.flatMap((one, index) =>
    entries.slice(index + 1).flatMap((other) => {
      const score = one.source === other.source ? 0 : similarity(one, other)
      return score >= threshold ? [{ one, other, score }] : []
    }),
  )
  const groups = new Map<Entry, Entry[]>(entries.map((entry) => [entry, [entry]]))
  for (const { one, other } of pairs.toSorted((a, b) => b.score - a.score)) {
    const [a, b] = [groups.get(one) ?? [], groups.get(other) ?? []]
    if (a === b) continue
    const scores = a.flatMap((first) => b.map((second) => similarity(first, second)))
    const average = scores.reduce((sum, score) => sum + score, 0) / scores.length
    if (average < threshold || Math.min(...scores) < threshold * LEAST_SIMILAR) continue
    a.push(...b)
    for (const entry of b) groups.set(entry, a)
  }
  return [...new Set(groups.values())]
}
