import { readPost } from '#archive/post-store.ts'
import type { Archive } from '#archive/archive.ts'
import { postHref } from '#blog/routes.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { plain } from '#text/prose.ts'
import { plainText } from '#text/tokenize.ts'
import { withoutCitations } from '#text/citations.ts'
import type { Reference } from '#newsroom/sources/entry.ts'
import { sha256 } from '#newsroom/store/json-store.ts'
import type { RecentPost } from '#newsroom/stories/repeats.ts'
import { compareReports } from '#newsroom/stories/similarity.ts'
import type { Story } from '#newsroom/stories/story.ts'

const MAX_POSTS = 3

// Much less than the similarity of one event. A company's name alone gives less.
const SAME_SUBJECT = 0.1

// The beginning of a post says what it found. The rest is background.
const MAX_TEXT = 3_000

/**
 * Reads up to three of the blog's own posts about the subject of a story, the closest first, as `A1`, `A2`, …. A writer may
 * refer to them. There are none if the blog has no address, because a link to them would lead nowhere. Only posts from
 * before the day `before` count, because later ones would change the question after a restart.
 */
export async function earlierPosts(options: {
  story: Story
  recent: readonly RecentPost[]
  before: string
  bucket: Bucket
  archive: Archive
  site: { name: string; url: string | null }
}): Promise<Reference[]> {
  const { story, recent, before, bucket, archive, site } = options
  if (site.url === null) return []
  const posts = recent
    .filter(({ date }) => date.slice(0, before.length) < before)
    .map((post) => ({ post, title: post.title, text: post.excerpt }))
  const asked = { title: story.entries.map(({ title }) => title).join(' '), text: story.event ?? '' }
  const { similarity } = compareReports<{ title: string; text: string }>([asked, ...posts])
  const closest = posts
    .map((report) => ({ post: report.post, closeness: similarity(asked, report) }))
    .filter(({ closeness }) => closeness >= SAME_SUBJECT)
    .toSorted((a, b) => b.closeness - a.closeness)
    .slice(0, MAX_POSTS)
  const references: Reference[] = []
  for (const { post } of closest) {
    const { category, id, title, excerpt, date } = post
    const text = (await readPost({ bucket, archive, category, id }))?.markdown
    // Held posts are not published yet.
    if (!text) continue
    const told = `${excerpt}\n\n${plain(plainText(withoutCitations(text)))}`.slice(0, MAX_TEXT)
    references.push({
      id: `A${references.length + 1}`,
      hash: sha256(told),
      publisher: site.name,
      url: `${site.url}${postHref(post)}`,
      title,
      date,
      text: told,
    })
  }
  return references
}
