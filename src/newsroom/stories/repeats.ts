import type { Archive } from '#archive/archive.ts'
import { readPost } from '#archive/post-store.ts'
import { postHref } from '#blog/routes.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { keysOf, type Entry, type Reference } from '#newsroom/sources/entry.ts'
import { sha256 } from '#newsroom/store/json-store.ts'
import { SAME_EVENT, compareReports, titlesDiffer } from '#newsroom/stories/similarity.ts'
import type { Story } from '#newsroom/stories/story.ts'
import { withoutCitations } from '#text/citations.ts'
import { plain } from '#text/prose.ts'
import { plainText } from '#text/tokenize.ts'

/** A published or held post from the last 30 days. */
export type RecentPost = {
  category: string
  id: string
  title: string
  excerpt: string
  date: string
  /** The ids and URLs of all entries in the post's story, whether or not the post cites them. */
  sources: string[]
}

/** The fields of a recent post that new stories are compared with. */
export type Published = Pick<RecentPost, 'title' | 'excerpt' | 'date' | 'sources'>

const MONTH_MS = 30 * 24 * 3600 * 1000

/**
 * Finds the stories that posts of the last 30 days already cover, because a post cites one of their entries or has a
 * similar title and excerpt. Ignores a cited URL that several entries share, as in a list of releases.
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
  const { similarity } = compareReports([...posts, ...stories.flatMap(({ entries }) => entries)])
  return new Set(
    stories.filter(({ entries }) =>
      entries.some(
        (entry) =>
          isCited(entry) || posts.some((post) => !titlesDiffer(post, entry) && similarity(post, entry) >= SAME_EVENT),
      ),
    ),
  )
}

const MAX_POSTS = 3

// Lower than the similarity of two reports on one event, but higher than that of two texts that share only a company's
// name.
const SAME_SUBJECT = 0.1

// Later parts of a post are only background.
const MAX_TEXT = 3_000

/**
 * Finds up to three of the blog's own posts on a story's subject, most similar first, as sources `A1`, `A2` and `A3`
 * that a writer may cite. Returns none if the blog has no public URL to link to. Ignores posts from the day `before`
 * on, so that a restarted run sends the same request.
 */
export async function earlierPosts(options: {
  story: Story
  event: string
  recent: readonly RecentPost[]
  before: string
  bucket: Bucket
  archive: Archive
  site: { name: string; url: string | null }
}): Promise<Reference[]> {
  const { story, event, recent, before, bucket, archive, site } = options
  if (site.url === null) return []
  const posts = recent
    .filter(({ date }) => date.slice(0, before.length) < before)
    .map((post) => ({ post, title: post.title, text: post.excerpt }))
  const subject = { title: story.entries.map(({ title }) => title).join(' '), text: event }
  const { similarity } = compareReports<{ title: string; text: string }>([subject, ...posts])
  const closest = posts
    .map((report) => ({ post: report.post, closeness: similarity(subject, report) }))
    .filter(({ closeness }) => closeness >= SAME_SUBJECT)
    .toSorted((a, b) => b.closeness - a.closeness)
    .slice(0, MAX_POSTS)
  const references: Reference[] = []
  for (const { post } of closest) {
    const { category, id, title, excerpt, date } = post
    const text = (await readPost({ bucket, archive, category, id }))?.markdown
    // Skip held posts, because the archive does not contain their text.
    if (!text) continue
    const shown = `${excerpt}\n\n${plain(plainText(withoutCitations(text)))}`.slice(0, MAX_TEXT)
    references.push({
      id: `A${references.length + 1}`,
      hash: sha256(shown),
      publisher: site.name,
      url: `${site.url}${postHref(post)}`,
      title,
      date,
      text: shown,
    })
  }
  return references
}
