import { candidatePairs } from '#newsroom/stories/similarity/candidates.ts'
import { similarity, SAME } from '#newsroom/stories/similarity/similarity.ts'
import { featuresOf, type Features } from '#newsroom/stories/similarity/features.ts'
import { weightsOf } from '#newsroom/stories/similarity/weights.ts'
import type { Story } from '#newsroom/stories/story.ts'

/** What was published: a post's date in ISO 8601, and every address it cites. */
export type Published = { category: string; title: string; excerpt: string; date: string; sources: string[] }

const MONTH = 30 * 24 * 3600 * 1000

/**
 * Says which stories were told before: those with an entry that a post cites, and those that report, in whatever words,
 * what a post of the last 30 days told. Another version, vulnerability or month makes another event.
 */
export function findPublished(stories: Story[], published: Published[], now: Date): Set<Story> {
  const cited = new Set(published.flatMap(({ sources }) => sources))
  const posts = published.filter(({ date }) => Date.parse(date) >= now.getTime() - MONTH).map(featuresOfPost)
  const storyOf = new Map<Features, Story>()
  for (const story of stories) for (const entry of story.entries) storyOf.set(featuresOf(entry), story)

  const repeated = new Set(stories.filter(({ entries }) => entries.some(({ url }) => cited.has(url))))
  const all = [...posts, ...storyOf.keys()]
  const weights = weightsOf(all)
  // Of a pair, the first comes first in the list: it is the post.
  for (const [first, second] of candidatePairs(all, weights)) {
    const [post, report] = [all[first], all[second]]
    const story = report === undefined ? undefined : storyOf.get(report)
    if (post === undefined || report === undefined || story === undefined || storyOf.has(post)) continue
    // That days went by since makes a repetition no news.
    if (similarity({ ...post, time: report.time }, report, weights) >= SAME) repeated.add(story)
  }
  return repeated
}

// A post is read as if it were an entry of a source of its own.
function featuresOfPost({ category, title, excerpt, date }: Published): Features {
  const nowhere = { source: '', publisher: '', categories: [category], weight: 1, url: '' }
  return featuresOf({ ...nowhere, title, date, text: excerpt, complete: true })
}
