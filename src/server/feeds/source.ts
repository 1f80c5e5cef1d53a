import { LRUCache } from 'lru-cache'
import type { ArchivedPost } from '#archive/archive.ts'
import { categorySlug } from '#blog/category.ts'
import { listAllPosts, type BlogClient } from '#blog/client.ts'
import { newestFirst } from '#blog/date.ts'
import { Corrupt } from '#bucket/bucket.ts'
import { readListedPost } from '#server/archive-client.ts'
import type { Backend, LocalBackend, RemoteBackend } from '#server/backend.ts'
import {
  fullEntry,
  listedLocally,
  listedRemotely,
  summaryEntry,
  type Entry,
  type ListedPost,
  type PostList,
  type Places,
} from '#server/feeds/entry.ts'
import type { Depend } from '#server/response-cache.ts'

/** Where feeds and sitemaps get their posts from. */
export type PostSource = {
  /** All posts, and those of each category by its slug. */
  lists(depend: Depend): Promise<{ posts: PostList; categories: ReadonlyMap<string, PostList> }>
  /** The newest changes: so many posts by their publication or last correction, and the slugs of all categories that the list has. */
  newest(slug: string | null, options: { limit: number; depend: Depend }): Promise<Newest | null>
  /** The post as feeds tell it, with its text where we have it; null when it is gone. Rejects while its text cannot be had. */
  entry(post: ListedPost): Promise<Entry | null>
}

type Newest = { posts: ListedPost[]; categories: string[] }

/** The posts of a backend. `categories` are known though they may have no post yet. */
export function createPostSource(options: {
  backend: Backend
  categories: readonly string[]
  places: Places
  report: (error: unknown) => void
}): PostSource {
  const { backend } = options
  return backend.kind === 'local' ? localSource({ ...options, backend }) : remoteSource({ ...options, backend })
}

// The texts that are kept, in characters of HTML: some hundred articles.
const MAX_TEXT = 8 * 1024 * 1024

function localSource(options: {
  backend: LocalBackend
  categories: readonly string[]
  places: Places
  report: (error: unknown) => void
}): PostSource {
  const { backend, categories, places, report } = options
  const { archive } = backend
  // By the event that last changed a post: a new one costs the reading of one text.
  const entries = new LRUCache<number, Entry, ArchivedPost>({
    maxSize: MAX_TEXT,
    sizeCalculation: ({ html, summary }) => (html === null ? Number.MAX_SAFE_INTEGER : html.length + summary.length),
    ignoreFetchAbort: true,
    fetchMethod: (_sequence, _stale, { context }) => read(context),
  })

  function list(slug: string | null, depend: Depend): readonly ArchivedPost[] | null {
    depend(() => (slug === null ? archive.sequence : archive.version(slug)))
    const posts = slug === null ? archive.all() : archive.posts(slug)
    return posts.length > 0 || slug === null || categories.includes(slug) ? posts : null
  }

  async function read(post: ArchivedPost): Promise<Entry | undefined> {
    try {
      const text = await readListedPost({ backend, depend: () => {}, category: post.category, id: post.id })
      return text === null ? undefined : await fullEntry(listedLocally(post), text, places)
    } catch (error) {
      if (!(error instanceof Corrupt)) throw error
      // A text that is damaged, and stays so until somebody does something, costs only itself.
      report(error)
      return summaryEntry(listedLocally(post), places)
    }
  }

  return {
    async lists(depend) {
      depend(() => archive.sequence)
      const slugs = archive.categories().map(categorySlug)
      return {
        posts: lazily(archive.all()),
        categories: new Map(slugs.map((slug) => [slug, lazily(archive.posts(slug))])),
      }
    },
    async newest(slug, { limit, depend }) {
      const posts = list(slug, depend)
      if (posts === null) return null
      // Only a correction brings a post up from further below.
      const candidates = posts.filter(({ updated }, place) => place < limit || updated !== null).map(listedLocally)
      return { posts: newestChanges(candidates, limit), categories: archive.categories().map(categorySlug) }
    },
    async entry({ category, id }) {
      const post = archive.find(category, id)
      return post === null ? null : ((await entries.fetch(post.sequence, { context: post })) ?? null)
    },
  }
}

function lazily(posts: readonly ArchivedPost[]): PostList {
  return { length: posts.length, slice: (start, end) => posts.slice(start, end).map(listedLocally) }
}

// How long a remote backend may take for all that a feed is made from, in milliseconds.
const REMOTE_TIMEOUT = 20_000

function remoteSource({ backend, places }: { backend: RemoteBackend; places: Places }): PostSource {
  async function posts(slug: string | null): Promise<ListedPost[] | null> {
    const client = backend.client(AbortSignal.timeout(REMOTE_TIMEOUT))
    const found = slug === null ? await listAllPosts(client) : await postsOf(client, slug)
    return found && newestFirst(found).map(listedRemotely)
  }

  async function postsOf(client: BlogClient, slug: string) {
    const names = (await client.listCategories()).filter((name) => categorySlug(name) === slug)
    return names.length === 0 ? null : (await Promise.all(names.map((name) => client.listPosts(name)))).flat()
  }

  return {
    async lists() {
      const found = (await posts(null)) ?? []
      return { posts: found, categories: Map.groupBy(found, ({ category }) => categorySlug(category)) }
    },
    async newest(slug, { limit }) {
      const found = await posts(slug)
      const slugs = new Set(found?.map(({ category }) => categorySlug(category)))
      return found && { posts: newestChanges(found, limit), categories: [...slugs] }
    },
    // Of others' posts nothing is claimed that their lists do not say.
    entry: async (post) => summaryEntry(post, places),
  }
}

// Posts without a readable date come last.
function newestChanges(posts: readonly ListedPost[], limit: number): ListedPost[] {
  return posts.toSorted((a, b) => (b.changed ?? -1) - (a.changed ?? -1)).slice(0, limit)
}
