import { LRUCache } from 'lru-cache'
import type { Archive } from '#archive/archive.ts'
import { readPost } from '#archive/text.ts'
import { categorySlug } from '#blog/category.ts'
import { listAllPosts } from '#blog/client.ts'
import { newestFirst } from '#blog/date.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { fullEntry, summaryEntry, type Entry, type Places } from '#server/feeds/entry.ts'
import { ofArchive, ofBackend, type Listed } from '#server/feeds/listed.ts'
import type { Backend } from '#server/backend.ts'

/** Where feeds and sitemaps get their posts from. */
export type PostSource = {
  /** A name for what is published now, and since when this process knows it; null when it cannot tell. */
  state(): { name: string; since: Date } | null
  /** Every post, newest first. */
  all(): Promise<Listed[]>
  /** The posts of a category, newest first; null when there is no such category. */
  category(slug: string): Promise<Listed[] | null>
  /** The post as feeds tell it; null when it is gone. Without a text where that is not known or cannot be read. */
  entry(post: Listed): Promise<Entry | null>
  /** Whether full texts belong into feeds. */
  texts: boolean
}

// The texts that are kept, in characters of HTML: some hundred articles.
const KEPT_TEXT = 8 * 1024 * 1024

/** The posts of a backend. `categories` are known though they may have no post yet. */
export function postSource(options: {
  backend: Backend
  categories: readonly string[]
  places: Places
  now: () => Date
  report: (error: unknown) => void
}): PostSource {
  const { backend, categories, places, now, report } = options
  if (backend.kind === 'own') {
    const { archive, bucket } = backend
    return archiveSource({ archive, bucket, categories, places, now, report })
  }
  const { client } = backend
  return {
    state: () => null,
    all: async () => newestFirst(await listAllPosts(client)).map(ofBackend),
    async category(slug) {
      const names = (await client.listCategories()).filter((name) => categorySlug(name) === slug)
      if (names.length === 0) return null
      const lists = await Promise.all(names.map((name) => client.listPosts(name)))
      return newestFirst(lists.flat()).map(ofBackend)
    },
    // Of others' posts nothing is claimed that their lists do not say.
    entry: async (post) => summaryEntry(post, places),
    texts: false,
  }
}

function archiveSource(options: {
  archive: Archive
  bucket: Bucket
  categories: readonly string[]
  places: Places
  now: () => Date
  report: (error: unknown) => void
}): PostSource {
  const { archive, bucket, categories, places, now, report } = options
  // By the post and the event that last changed it: a new event costs the reading of one text.
  const kept = new LRUCache<string, { sequence: number; entry: Entry }>({
    maxSize: KEPT_TEXT,
    sizeCalculation: ({ entry }) => entry.html?.length ?? 1,
  })
  const underWay = new Map<string, Promise<Entry | null>>()
  let since = now()
  archive.onChange(() => (since = now()))

  async function entry(listed: Listed): Promise<Entry | null> {
    const post = archive.find(listed.category, listed.id)
    if (post === null) return null
    const key = `${post.category}/${post.id}`
    const found = kept.get(key)
    if (found?.sequence === post.sequence) return found.entry
    const flight = `${post.sequence} ${key}`
    const reading = underWay.get(flight) ?? read(ofArchive(post)).finally(() => underWay.delete(flight))
    underWay.set(flight, reading)
    const entry = await reading
    if (entry !== null && entry.html !== null) kept.set(key, { sequence: post.sequence, entry })
    return entry
  }

  async function read(post: Listed): Promise<Entry | null> {
    const { category, id } = post
    try {
      const text = await readPost({ bucket, archive, category, id })
      if (text !== null) return await fullEntry(post, text, places)
      if (archive.find(category, id) === null) return null
      throw new Error(`The text of the post ${category}/${id} is not in the bucket. Run "npm run doctor" to see why.`)
    } catch (error) {
      report(error)
      return summaryEntry(post, places)
    }
  }

  return {
    state: () => ({ name: String(archive.sequence), since }),
    all: async () => archive.all().map(ofArchive),
    async category(slug) {
      const posts = archive.posts(slug)
      return posts.length > 0 || categories.includes(slug) ? posts.map(ofArchive) : null
    },
    entry,
    texts: true,
  }
}
