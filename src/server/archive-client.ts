import type { Archive, ArchivedPost } from '#archive/archive.ts'
import { readPost, type ArchivedText } from '#archive/post-store.ts'
import { categorySlug } from '#blog/category.ts'
import type { BlogClient } from '#blog/client.ts'
import { markCorrections } from '#blog/passages.ts'
import { orderCitations } from '#server/citation-order.ts'
import { pageOf } from '#server/post-page.ts'
import type { Change, PostSummary } from '#blog/post.ts'
import { Unavailable } from '#bucket/bucket.ts'
import type { LocalBackend } from '#server/backend.ts'
import type { Depend } from '#server/response-cache.ts'

// As many posts to read next as an article has when there are enough.
const RELATED = 6

/** The calls of the contract, directly over our own archive; `depend` is told of everything that their answers are made from. */
export function createArchiveClient(options: {
  backend: LocalBackend
  depend: Depend
  report: (error: unknown) => void
}): BlogClient {
  const { backend, depend, report } = options
  const { archive, index, categoryOrder } = backend

  async function related(post: ArchivedPost, source: string): Promise<PostSummary[]> {
    try {
      const posts = await index.related(post, source)
      for (const { category, id } of posts) dependOnPost({ backend, depend, category, id })
      // Whatever comes next may be the one that is missing.
      if (posts.length < RELATED) depend(() => archive.sequence)
      return posts.map(summaryOf)
    } catch (error) {
      report(error)
      // Nobody keeps an article without them.
      depend(() => Number.NaN)
      return []
    }
  }

  return {
    async listCategories() {
      depend(() => archive.categoriesVersion)
      return inOrder(archive.categories(), categoryOrder)
    },
    async listPosts(category) {
      depend(() => archive.version(category))
      return archive.posts(category).map(summaryOf)
    },
    async listPage(category, part) {
      depend(() => archive.version(category))
      const { posts, ...rest } = pageOf(archive.posts(category), part)
      return { posts: posts.map(summaryOf), ...rest }
    },
    async getPost(category, id) {
      const text = await readListedPost({ backend, depend, category, id })
      const post = archive.find(category, id)
      if (text === null || post === null) return retractionOf(archive, category, id)
      const { updated: _updated, markdown, version: _version, ...shown } = text
      // Evidence goes by the places of the numbers: where it is on record, they stay where they are.
      const inOrder = shown.provenance?.evidence ? shown.html : orderCitations(shown.html)
      const html = markCorrections(inOrder, post.corrections)
      return { ...shown, html, related: await related(post, markdown ?? shown.html) }
    },
    async search(words, limit) {
      const { posts, ...rest } = await index.search(words, limit)
      return { posts: posts.map((post) => ({ ...summaryOf(post), marks: post.marks, snippet: post.snippet })), ...rest }
    },
    async listChanges() {
      depend(() => archive.sequence)
      return archive.changes(MOST_CHANGES)
    },
  }
}

// What was changed before stands on the articles themselves.
const MOST_CHANGES = 500

/** How a post was taken back, or null when it was not. */
export function retractionOf(archive: Archive, category: string, id: string): Change | null {
  const retraction = archive.retraction(category, id)
  if (retraction === null) return null
  const { reason: note, ...rest } = retraction
  return { kind: 'retraction', category, id, note, ...rest }
}

/**
 * A post with its text and marks; null when the archive does not list it. Unavailable when its text is not there now,
 * which happens to a bucket that is away.
 */
export async function readListedPost(options: {
  backend: LocalBackend
  depend: Depend
  category: string
  id: string
}): Promise<ArchivedText | null> {
  const { backend, category, id } = options
  dependOnPost(options)
  const text = await readPost({ ...backend, category, id })
  if (text === null && backend.archive.find(category, id) !== null) throw missingText(category, id)
  return text
}

/** The error for a listed post whose text the bucket does not have. */
export function missingText(category: string, id: string): Unavailable {
  return new Unavailable(
    `The text of the post ${category}/${id} is not in the bucket now. If it stays away, run "npm run doctor" to see why.`,
  )
}

/** Notes that a response is made from a post: every event about it makes the response stale. */
export function dependOnPost(options: { backend: LocalBackend; depend: Depend; category: string; id: string }): void {
  const { backend, depend, category, id } = options
  depend(() => backend.archive.find(category, id)?.sequence ?? 0)
}

/** A post as lists show it, without what only the archive knows. */
export function summaryOf(post: ArchivedPost): PostSummary {
  const { id, category, title, excerpt, date, prefix, picture, minutes, reviews } = post
  return {
    id,
    category,
    title,
    excerpt,
    date,
    prefix,
    ...(picture && { picture }),
    ...(minutes && { minutes }),
    ...(reviews.length > 0 && { reviewed: true }),
  }
}

function inOrder(categories: readonly string[], order: readonly string[]): string[] {
  const places = new Map(order.map((category, place) => [categorySlug(category), place]))
  const placeOf = (category: string) => places.get(categorySlug(category)) ?? order.length
  return categories.toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
}
