import { createHash } from 'node:crypto'
import { readPost } from '#archive/post-store.ts'
import type { Archive } from '#archive/archive.ts'
import { postHref } from '#blog/routes.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { plain } from '#text/prose.ts'
import { plainText } from '#text/tokenize.ts'
import { withoutCitations } from '#text/citations.ts'
import { isCommon, isTelling, wordsOf } from '#newsroom/stories/similarity/words.ts'
import type { RecentPost } from '#newsroom/stories/recent-posts.ts'
import type { Reference } from '#newsroom/sources/entry.ts'
import type { Story } from '#newsroom/stories/story.ts'

const MOST = 3

// A company's name alone is no subject.
const FEWEST_SHARED = 2

// The beginning of a post says what it found; the rest is for its readers.
const LONGEST_TEXT = 3_000

/**
 * Up to three of the blog's own posts about the subject of a story, the closest first, as `A1`, `A2`, …: what a writer may
 * refer to; none where the blog has no address, as a source without one leads nowhere. `before` is a day: later posts would
 * make another question of the same one after a restart.
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
    .map((post) => ({ post, words: subjectOf(`${post.title} ${post.excerpt}`) }))
  const asked = subjectOf(story.entries.map(({ title }) => title).join(' '))
  const rarity = (word: string) => Math.log(1 + posts.length / posts.filter(({ words }) => words.has(word)).length)
  const closest = posts
    .map(({ post, words }) => ({ post, shared: [...words].filter((word) => asked.has(word)) }))
    .filter(({ shared }) => shared.length >= FEWEST_SHARED)
    .map(({ post, shared }) => ({ post, closeness: shared.reduce((sum, word) => sum + rarity(word), 0) }))
    .toSorted((a, b) => b.closeness - a.closeness)
    .slice(0, MOST)
  const references: Reference[] = []
  for (const { post } of closest) {
    const { category, id, title, excerpt, date } = post
    const text = (await readPost({ bucket, archive, category, id }))?.markdown
    // One that is held is no post yet.
    if (!text) continue
    const told = `${excerpt}\n\n${plain(plainText(withoutCitations(text)))}`.slice(0, LONGEST_TEXT)
    references.push({
      id: `A${references.length + 1}`,
      hash: createHash('sha256').update(told).digest('hex'),
      publisher: site.name,
      url: `${site.url}${postHref(post)}`,
      title,
      date,
      text: told,
    })
  }
  return references
}

function subjectOf(text: string): Set<string> {
  return new Set(wordsOf(text).flatMap((word) => (isTelling(word) && !isCommon(word.stem) ? [word.stem] : [])))
}
