import { type Entry, independentPublishers } from '#newsroom/sources/entry.ts'
import { findRepeats, type Published } from '#newsroom/stories/repeats.ts'
import { groupSimilar } from '#newsroom/stories/similarity.ts'
import { compare, storyOf, type Story } from '#newsroom/stories/story.ts'

/** A story that may be written about, with code's score for it. */
export type ScoredStory = { story: Story; category: string; score: number }

const HOUR_MS = 3600 * 1000

// After this time, a story counts as half as fresh.
const HALF_LIFE_HOURS = 24

// Titles of advertisements, job offers, recordings, giveaways, live blogs and digests.
const NOT_NEWS =
  /\bsponsored\b|\badvertorial\b|\bpartner content\b|\bis hiring\b|re hiring\b|\bhiring:|\bjob openings?\b|\bpodcast\b|\bepisode #?\d|\bwebinar\b|\bgiveaway\b|\blive ?blog\b|\blive updates?\b|\d% off\b|[$€£]\d+ off\b|\bcoupons?\b|\bpromo codes?\b|\bbest .*\bdeals?\b|\bweekly (?:recap|roundup|digest)\b|\b(?:week|month) in review\b|^this week in\b|\bnewsletter\b/i

/**
 * Scores stories, the best first: by their publishers, their age and the weights of their sources. Each story gets the
 * category that most of the weight of its entries is for. Code's own choice counts only if no editor is available.
 */
export function scoreStories(
  stories: Story[],
  { categories, now }: { categories: readonly string[]; now: Date },
): ScoredStory[] {
  return stories
    .flatMap((story) => {
      const category = categoryOf(story.entries, categories)
      return category === null ? [] : [{ story, category, score: scoreStory(story, now) }]
    })
    .toSorted((a, b) => b.score - a.score || compare(a.story.id, b.story.id))
}

/** Scores one story. */
export function scoreStory({ entries }: Story, now: Date): number {
  const newest = Math.max(...entries.map(({ date }) => Date.parse(date)))
  const hours = Math.max(0, (now.getTime() - newest) / HOUR_MS)
  const weight = entries.reduce((sum, entry) => sum + entry.weight, 0) / entries.length
  const freshness = 0.25 + 0.75 * 0.5 ** (hours / HALF_LIFE_HOURS)
  const news = entries.every(({ title }) => NOT_NEWS.test(title)) ? 0.2 : 1
  return (1 + Math.log2(independentPublishers(entries))) * freshness * Math.sqrt(weight) * news
}

// A source with many categories says less about each of them.
function categoryOf(entries: Entry[], categories: readonly string[]): string | null {
  const weightFor = (id: string) =>
    entries.reduce((sum, { categories: own, weight }) => sum + (own.includes(id) ? weight / own.length : 0), 0)
  const [best] = categories.toSorted((a, b) => weightFor(b) - weightFor(a) || compare(a, b))
  return best === undefined || weightFor(best) === 0 ? null : best
}

// A model that reads more entries in one call forgets the first ones.
const MAX_CANDIDATES = 40
const MAX_ENTRIES = 80

// Much less than the similarity of one event, because the editor decides whether it is one.
const RELATED = 0.06
const MAX_RELATED = 8

/**
 * Selects the entries that an editor chooses from: at most 80 entries of the best 40 candidates, the newest first. Related
 * entries are one candidate, so that an event counts for all of its publishers.
 */
export function shortlist(options: {
  stories: Story[]
  categories: { id: string; posts: number }[]
  published: Published[]
  now: Date
}): Entry[] {
  const { stories, categories, published, now } = options
  const repeats = findRepeats(stories, published, now)
  const fresh = stories.filter((story) => !repeats.has(story)).flatMap(({ entries }) => entries)
  const related = groupSimilar(fresh, { threshold: RELATED, maxSize: MAX_RELATED, mayDiffer: true })
  const wanted = categories.filter(({ posts }) => posts > 0).map(({ id }) => id)
  const candidates = related.map((entries) => storyOf(entries))
  const byCategory = Map.groupBy(scoreStories(candidates, { categories: wanted, now }), ({ category }) => category)
  // The best of every category come first, so that no category is crowded out by another.
  const placed = [...byCategory.values()].flatMap((list) => list.map(({ story }, place) => ({ story, place })))
  const best = placed.toSorted((a, b) => a.place - b.place).slice(0, MAX_CANDIDATES)
  const groups = best.map(({ story }) => story.entries)
  const shown = new Set(groups.flat().slice(0, MAX_ENTRIES))
  return groups
    .toSorted(([a], [b]) => compare(b?.date ?? '', a?.date ?? '') || compare(a?.url ?? '', b?.url ?? ''))
    .flatMap((entries) => entries.filter((entry) => shown.has(entry)))
}
