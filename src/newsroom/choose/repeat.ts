import { candidatePairs } from '#newsroom/likeness/candidates.ts'
import { likeness, SAME } from '#newsroom/likeness/likeness.ts'
import { profileOf, type Profile } from '#newsroom/likeness/profile.ts'
import { weightsOf } from '#newsroom/likeness/weights.ts'
import type { Story } from '#newsroom/story.ts'

/** What was published: a post's date in ISO 8601, and every address it cites. */
export type Published = { category: string; title: string; excerpt: string; date: string; sources: string[] }

const MONTH = 30 * 24 * 3600 * 1000

/**
 * Says which stories were told before: those with an entry that a post cites, and those that report, in whatever words,
 * what a post of the last 30 days told. Another version, vulnerability or month makes another event.
 */
export function repeats(stories: Story[], published: Published[], now: Date): Set<Story> {
  const cited = new Set(published.flatMap(({ sources }) => sources))
  const posts = published.filter(({ date }) => Date.parse(date) >= now.getTime() - MONTH).map(profileOfPost)
  const profiles = new Map<Profile, Story>()
  for (const story of stories) for (const entry of story.entries) profiles.set(profileOf(entry), story)

  const told = new Set(stories.filter(({ entries }) => entries.some(({ url }) => cited.has(url))))
  const all = [...posts, ...profiles.keys()]
  const weights = weightsOf(all)
  // Of a pair, the first comes first in the list: it is the post.
  for (const [first, second] of candidatePairs(all, weights)) {
    const [post, report] = [all[first], all[second]]
    const story = report === undefined ? undefined : profiles.get(report)
    if (post === undefined || report === undefined || story === undefined || profiles.has(post)) continue
    // That days went by since makes a repetition no news.
    if (likeness({ ...post, time: report.time }, report, weights) >= SAME) told.add(story)
  }
  return told
}

// A post is read as if it were an entry of a source of its own.
function profileOfPost({ category, title, excerpt, date }: Published): Profile {
  const nowhere = { source: '', publisher: '', categories: [category], weight: 1, url: '' }
  return profileOf({ ...nowhere, title, date, text: excerpt, complete: true })
}
