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

/**
 * Finds the stories that published posts cover: a post cites one of their entries, or has a similar title and excerpt.
 */
export function findRepeats(stories: Story[], published: Published[]): Set<Story> {
  const cited = new Set(published.flatMap(({ sources }) => sources))
  const isCited = (entry: Entry) => keysOf(entry).some((key) => cited.has(key))
  const posts = published.map(({ title, excerpt }) => ({ title, text: excerpt }))
  const similarity = compareReports([...posts, ...stories.flatMap(({ entries }) => entries)])
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

// Lower than the similarity of two reports on one event, but higher than that of two texts about one company.
const SAME_SUBJECT = 0.1

// Later parts of a post are only background.
const MAX_TEXT = 3_000

/**
 * Finds up to three of the blog's own posts on a story's subject, most similar first, as sources `A1`, `A2` and `A3`
 * that a writer may cite. Returns an empty list if the blog has no public URL to link to.
 */
export async function earlierPosts(options: {
  story: Story
  event: string
  recent: readonly RecentPost[]
  bucket: Bucket
  archive: Archive
  site: { name: string; url: string | null }
}): Promise<Reference[]> {
  const { story, event, recent, bucket, archive, site } = options
  if (site.url === null) return []
  const posts = recent.map((post) => ({ post, title: post.title, text: post.excerpt }))
  const subject = { title: story.entries.map(({ title }) => title).join(' '), text: event }
  const similarity = compareReports<{ title: string; text: string }>([subject, ...posts])
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
    const shown = `${excerpt}\n\n${plain(withoutCitations(text))}`.slice(0, MAX_TEXT)
    const own = { id: `A${references.length + 1}`, publisher: site.name, url: `${site.url}${postHref(post)}` }
    references.push({ ...own, hash: sha256(shown), title, date, text: shown })
  }
  return references
}
