import { LRUCache } from 'lru-cache'
import type { ArchivedPost } from '#archive/archive.ts'
import { readPost, type ArchivedText } from '#archive/post-store.ts'
import { categorySlug } from '#blog/category.ts'
import type { BlogClient, PagePart } from '#blog/client.ts'
import { timeOf } from '#blog/date.ts'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import { markCorrections } from '#blog/passages.ts'
import type { PostSummary } from '#blog/post.ts'
import { Unavailable } from '#bucket/bucket.ts'
import type { LocalBackend } from '#server/backend.ts'

// The corrections page lists only this many changes. Articles always show all of their own changes.
const MAX_CHANGES = 500

/** Creates a client for our own archive. Both pages and HTTP API calls use it. */
export function createArchiveClient(backend: LocalBackend, report: (error: unknown) => void): BlogClient {
  const { archive, index, categoryOrder } = backend

  // Returns an empty list on failure, because an article is still useful without related posts.
  function related(post: ArchivedPost, source: string): Promise<PostSummary[]> {
    const onError = (error: unknown) => (report(error), [])
    return index.related(post, source).then((posts) => posts.map(cardOf), onError)
  }

  return {
    async listCategories() {
      return inOrder(archive.categories(), categoryOrder)
    },
    async listPosts(category) {
      return archive.posts(category).map(cardOf)
    },
    async listPage(category, part) {
      const { posts, ...rest } = pageOf(archive.posts(category), part)
      return { posts: posts.map(cardOf), ...rest }
    },
    async getPost(category, id) {
      const text = await readListedPost(backend, { category, id })
      const post = archive.find(category, id)
      if (text === null || post === null) return archive.retraction(category, id)
      const { updated: _updated, markdown, version: _version, ...shown } = text
      const html = markCorrections(shown.html, post.corrections)
      return { ...shown, html, related: await related(post, markdown ?? shown.html) }
    },
    async search(words, limit) {
      const { posts, ...rest } = await index.search(words, limit)
      return { posts: posts.map((post) => ({ ...cardOf(post), marks: post.marks, snippet: post.snippet })), ...rest }
    },
    async listChanges() {
      return archive.changes(MAX_CHANGES)
    },
  }
}

/**
 * Reads a post with its sanitised text, reviews and corrections. Pages, calls and feeds read our own texts only through
 * this function, which ensures that all of them are sanitised. Resolves to null if the archive does not list the post.
 * Rejects with Unavailable if the text is missing, as it is while a bucket is unreachable.
 */
export async function readListedPost(
  backend: LocalBackend,
  { category, id }: { category: string; id: string },
): Promise<ArchivedText | null> {
  const text = await readPost({ ...backend, category, id })
  if (text !== null) return { ...text, html: sanitized.memo(text.html) }
  if (backend.archive.find(category, id) !== null) throw missingText(category, id)
  return null
}

// Maps original HTML to sanitised HTML. It is needed because each journal event makes all pages stale. Sizes are in
// characters.
const sanitized = new LRUCache<string, string>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: (html, text) => html.length + text.length + 1,
  memoMethod: (text) => sanitizeHtml(text),
})

/** Creates the error for a listed post whose text is missing from the bucket. */
export function missingText(category: string, id: string): Unavailable {
  return new Unavailable(
    `The text of the post ${category}/${id} is missing from the bucket. If this persists, run "npm run doctor".`,
  )
}

function cardOf(post: ArchivedPost): PostSummary {
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

// A cursor contains the time and id of the last post on a page, so that new posts do not shift the following pages.
const CURSOR = /^(-?\d+)-(.+)$/

// Returns one page of a list of posts (newest first), together with the list's length and the cursor for the next page.
function pageOf(posts: readonly ArchivedPost[], { limit, page = 1, cursor }: PagePart) {
  const start = cursor === undefined ? (page - 1) * limit : firstAfter(posts, cursor)
  const part = posts.slice(start, start + limit)
  const last = part.at(-1)
  const hasMore = last !== undefined && start + part.length < posts.length
  return { posts: part, total: posts.length, next: hasMore ? `${timeOf(last.date)}-${last.id}` : null }
}

/** True if the text has the format of a cursor, such as a page's `next` value. */
export function isCursor(text: string): boolean {
  return CURSOR.test(text)
}

function firstAfter(posts: readonly ArchivedPost[], cursor: string): number {
  const [, time, id] = CURSOR.exec(cursor) ?? []
  const found = posts.findIndex((post) => post.id === id)
  if (found >= 0) return found + 1
  // The cursor's post has been retracted, so continue with the next older post.
  const older = posts.findIndex((post) => timeOf(post.date) < Number(time))
  return older === -1 ? posts.length : older
}
