import type { Entry } from '#newsroom/sources/entry.ts'
import { plainLine } from '#newsroom/sources/feed/markdown-text.ts'
import { compare, keyOf, storyOf, type Story } from '#newsroom/stories/story.ts'
import { lightStem, MONTHS } from '#text/words.ts'
import { isCommon, wordsOf } from '#text/tokenize.ts'

/** A text whose event is compared with that of others. */
export type Report = { title: string; text: string }

// A report says in its first words what happened. The rest is background that reports of other events share.
const LEAD_CHARACTERS = 1_500
const LEAD_WORDS = 100

// A word of the title counts as much as this many words of the lead.
const TITLE_WEIGHT = 2

type Vector = Map<string, number>

/** Compares reports. */
export type Comparison<R> = {
  /** How similar two reports are, from 0 to 1. */
  similarity(one: R, other: R): number
  /** True if both titles have numbers, versions, identifiers or months, and share none of them. */
  differ(one: R, other: R): boolean
  /** The reports that have a rare word in common with this one. All others are hardly similar. */
  candidates(report: R): Set<R>
}

// More reports than this share no rare word of one event.
const MAX_SHARING = 60

/**
 * Prepares the comparison of reports: the cosine of their words, weighted by how rare each word is among all reports
 * (TF-IDF).
 */
export function compareReports<R extends Report>(reports: readonly R[]): Comparison<R> {
  const terms = new Map(reports.map((report) => [report, termsOf(report)]))
  const holders = new Map<string, R[]>()
  for (const [report, words] of terms) {
    for (const word of words.keys()) {
      const sharing = holders.get(word) ?? []
      sharing.push(report)
      holders.set(word, sharing)
    }
  }
  const rarity = (word: string) => Math.log(1 + reports.length / (holders.get(word)?.length ?? 1))
  const vectors = new Map(
    [...terms].map(([report, words]): [R, Vector] => {
      const weighted = [...words].map(([word, count]) => [word, count * rarity(word)] as const)
      const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1
      const normalized = weighted.map(([word, weight]) => [word, weight / length] as const)
      return [report, new Map(normalized)]
    }),
  )
  const candidates = (report: R) =>
    new Set(
      [...(terms.get(report)?.keys() ?? [])].flatMap((word) => {
        const sharing = holders.get(word) ?? []
        return sharing.length <= MAX_SHARING ? sharing : []
      }),
    )
  const similarity = (one: R, other: R) => {
    const [a, b] = [vectors.get(one), vectors.get(other)]
    if (a === undefined || b === undefined) return 0
    const [short, long] = a.size < b.size ? [a, b] : [b, a]
    return short.entries().reduce((sum, [word, weight]) => sum + weight * (long.get(word) ?? 0), 0)
  }
  return { similarity, candidates, differ: (one, other) => titlesDiffer(one.title, other.title) }
}

const EXACT = new RegExp(
  String.raw`\bCVE-\d{4}-\d+\b|\bQ[1-4]\b|\b(?!(?:19|20)\d\d\b)\d+(?:\.\d+)*\b|\b(?:${MONTHS.join('|')})\b`,
  'g',
)

// 142 and 142.0.7444 are one version.
function titlesDiffer(one: string, other: string): boolean {
  const [own, others] = [one.match(EXACT) ?? [], other.match(EXACT) ?? []]
  const isSame = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
  return own.length > 0 && others.length > 0 && !own.some((a) => others.some((b) => isSame(a, b)))
}

// The words of a report and how much they count. A word that is repeated counts hardly more.
function termsOf({ title, text }: Report): Map<string, number> {
  const lead = plainLine(text.slice(0, LEAD_CHARACTERS)).split(' ').slice(0, LEAD_WORDS).join(' ')
  const terms = new Map(stemsOf(lead).map((word) => [word, 1]))
  for (const word of stemsOf(title)) terms.set(word, (terms.get(word) ?? 0) + TITLE_WEIGHT)
  return terms
}

function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => (isCommon(word) ? [] : [lightStem(word)]))
}

// The least similar members of a group must have this part of the threshold, so that a link does not join two events.
const LEAST_SIMILAR = 0.25

/** The similarity from which two entries are taken to report one event. */
export const SAME_EVENT = 0.24

/**
 * Joins entries of some days that report the same event, judged by their words alone. Every entry is in one story. The
 * order of the entries does not matter. Stories come newest first.
 */
export function cluster(entries: Entry[]): Story[] {
  const sorted = entries.toSorted((a, b) => compare(keyOf(a), keyOf(b)))
  return groupSimilar(sorted, { threshold: SAME_EVENT, maxSize: Infinity, mayDiffer: false })
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
