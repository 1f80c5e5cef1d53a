import type { Entry } from '#newsroom/sources/entry.ts'
import { independentPublishers } from '#newsroom/sources/publishers.ts'
import { groupSimilar } from '#newsroom/stories/similarity.ts'
import { compare, storyOf, type EditedStory, type Story } from '#newsroom/stories/story.ts'

const HOUR_MS = 3600 * 1000

// A story's freshness halves in this number of hours.
const HALF_LIFE_HOURS = 24

// Matches titles of advertisements, job offers, recordings, giveaways, live blogs and digests.
const NOT_NEWS =
  /\bsponsored\b|\badvertorial\b|\bpartner content\b|\bis hiring\b|re hiring\b|\bhiring:|\bjob openings?\b|\bpodcast\b|\bepisode #?\d|\bwebinar\b|\bgiveaway\b|\blive ?blog\b|\blive updates?\b|\d% off\b|[$€£]\d+ off\b|\bcoupons?\b|\bpromo codes?\b|\bbest .*\bdeals?\b|\bweekly (?:recap|roundup|digest)\b|\b(?:week|month) in review\b|^this week in\b|\bnewsletter\b/i

/**
 * Ranks stories by publishers, age and source weight, best first. Each story belongs to the category whose entries
 * carry the most weight. Stories outside the given categories are dropped.
 */
export function scoreStories(
  stories: Story[],
  { categories, now }: { categories: readonly string[]; now: Date },
): EditedStory[] {
  return stories
    .flatMap((story): EditedStory[] => {
      const category = categoryOf(story.entries, categories)
      if (category === null) return []
      return [{ story, category, score: scoreStory(story, now), by: 'code', event: '', why: '', worth: null }]
    })
    .toSorted((a, b) => b.score - a.score)
}

/** Computes a story's score without the editor's rating. */
export function scoreStory({ entries }: Story, now: Date): number {
  const newest = Math.max(...entries.map(({ date }) => Date.parse(date)))
  const hours = Math.max(0, (now.getTime() - newest) / HOUR_MS)
  const weight = entries.reduce((sum, entry) => sum + entry.weight, 0) / entries.length
  const freshness = 0.25 + 0.75 * 0.5 ** (hours / HALF_LIFE_HOURS)
  const news = entries.every(({ title }) => NOT_NEWS.test(title)) ? 0.2 : 1
  return (1 + Math.log2(independentPublishers(entries))) * freshness * Math.sqrt(weight) * news
}

// Divides a source's weight by its number of categories, because a general source says less about each of them.
function categoryOf(entries: Entry[], categories: readonly string[]): string | null {
  const weightFor = (id: string) =>
    entries.reduce((sum, { categories: own, weight }) => sum + (own.includes(id) ? weight / own.length : 0), 0)
  const [best] = categories.toSorted((a, b) => weightFor(b) - weightFor(a) || compare(a, b))
  return best === undefined || weightFor(best) === 0 ? null : best
}

// If a request contains more candidates, models overlook the first ones.
const MAX_CANDIDATES = 40
const MAX_ENTRIES = 80

// Lower than the similarity of two reports on one event, because the editor decides which entries belong together.
const RELATED = 0.06

/**
 * Selects the entries that an editor chooses from: at most 80 entries from the best 40 candidates, newest first.
 * Related entries form one candidate, so that an event gets credit for all of its publishers.
 */
export function shortlist(stories: Story[], options: { categories: readonly string[]; now: Date }): Entry[] {
  const entries = stories.flatMap((story) => story.entries)
  const related = groupSimilar(entries, RELATED).map(storyOf)
  const candidates = scoreStories(related, options)
  // Take the best candidate of each category, then the second best, and so on, so that no category crowds out another.
  const byCategory = Map.groupBy(candidates, ({ category }) => category)
  const ranked = [...byCategory.values()].flatMap((list) => list.map(({ story }, rank) => ({ story, rank })))
  const best = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_CANDIDATES)
  const groups = best.map(({ story }) => story.entries)
  const shown = new Set(groups.flat().slice(0, MAX_ENTRIES))
  return groups
    .toSorted(([a], [b]) => compare(b?.date ?? '', a?.date ?? '') || compare(a?.url ?? '', b?.url ?? ''))
    .flatMap((group) => group.filter((entry) => shown.has(entry)))
}
