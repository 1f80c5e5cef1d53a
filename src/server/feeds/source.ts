import { categorySlug } from '#blog/category.ts'
import { newestFirst } from '#blog/date.ts'
import { postHref } from '#blog/routes.ts'
import { Corrupt } from '#bucket/bucket.ts'
import { readListedPost } from '#server/archive-client.ts'
import type { Backend, RemoteBackend } from '#server/backend.ts'
import { fullEntry, summaryEntry, type Entry, type ListedPost, type PublicUrls } from '#server/feeds/entry.ts'

/** Provides the posts for feeds and sitemaps. */
export type PostSource = {
  /**
   * Lists the posts in a category (by slug) or all posts (null), newest first. Resolves to null for an unknown
   * category.
   */
  posts(slug: string | null): Promise<readonly ListedPost[] | null>
  /**
   * Creates a post's feed entry, with the full text for our own posts. Resolves to null if the post was retracted in
   * the meantime.
   */
  entry(post: ListedPost): Promise<Entry | null>
}

type Options = { backend: Backend; urls: PublicUrls; report: (error: unknown) => void }

/** Creates the post source for a backend. */
export function createPostSource({ backend, urls, report }: Options): PostSource {
  return {
    async posts(slug) {
      if (backend.kind === 'remote') return await remotePosts(backend, slug)
      const { archive, categoryOrder } = backend
      if (slug === null) return archive.all()
      const posts = archive.posts(slug)
      return posts.length > 0 || categoryOrder.includes(slug) ? posts : null
    },
    async entry(listed) {
      // Feeds do not republish the full texts of a remote backend.
      if (backend.kind === 'remote') return summaryEntry(listed, urls)
      const post = backend.archive.find(listed.category, listed.id)
      if (post === null) return null
      try {
        const text = await readListedPost(backend, post)
        return text === null ? null : await fullEntry(post, text, urls)
      } catch (error) {
        if (!(error instanceof Corrupt)) throw error
        // If the text is damaged, fall back to the summary so that the feed works until an operator restores the text.
        report(error)
        return summaryEntry(post, urls)
      }
    },
  }
}

// Timeout in milliseconds for all of a feed's calls together.
const REMOTE_TIMEOUT_MS = 20_000

async function remotePosts(backend: RemoteBackend, slug: string | null): Promise<ListedPost[] | null> {
  const client = backend.client(AbortSignal.timeout(REMOTE_TIMEOUT_MS))
  const categories = await client.listCategories()
  const names = slug === null ? categories : categories.filter((name) => categorySlug(name) === slug)
  if (slug !== null && names.length === 0) return null
  const posts = (await Promise.all(names.map((name) => client.listPosts(name)))).flat()
  // A remote backend can list a post twice. Keep only the newer copy.
  const copies = Map.groupBy(newestFirst(posts), postHref)
  return [...copies.values()].flatMap(([post]) => post ?? [])
}
