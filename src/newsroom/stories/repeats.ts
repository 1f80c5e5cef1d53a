import { compareReports, SAME_EVENT } from '#newsroom/stories/similarity.ts'
import { keysOf, type Entry } from '#newsroom/sources/entry.ts'
import type { Story } from '#newsroom/stories/story.ts'

/** A post of the last 30 days. */
export type RecentPost = {
  category: string
  id: string
  title: string
  excerpt: string
  date: string
  /** The ids and addresses of all entries of its story, cited or not. */
  sources: string[]
}

/** The parts of a recent post by which a repeated story is found. */
export type Published = Pick<RecentPost, 'title' | 'excerpt' | 'date' | 'sources'>

const MONTH_MS = 30 * 24 * 3600 * 1000

/**
 * Finds the stories that posts of the last 30 days have told: those with an entry that a post cites, and those that report
 * the same event in other words. A page that several entries share, such as a list of releases, proves nothing.
 */
export function findRepeats(stories: Story[], published: Published[], now: Date): Set<Story> {
  const recent = published.filter(({ date }) => Date.parse(date) >= now.getTime() - MONTH_MS)
  const pages = Map.groupBy(
    stories.flatMap(({ entries }) => entries),
    ({ url }) => url,
  )
  const cited = new Set(recent.flatMap(({ sources }) => sources))
  const isCited = (entry: Entry) =>
    keysOf(entry).some((key) => cited.has(key) && (key !== entry.url || pages.get(key)?.length === 1))

  const posts = recent.map(({ title, excerpt }) => ({ title, text: excerpt }))
  const { similarity, differ } = compareReports([...posts, ...stories.flatMap(({ entries }) => entries)])
  return new Set(
    stories.filter(({ entries }) =>
      entries.some(
        (entry) =>
          isCited(entry) || posts.some((post) => !differ(post, entry) && similarity(post, entry) >= SAME_EVENT),
      ),
    ),
  )
}
