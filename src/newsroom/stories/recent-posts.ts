import type { Archive } from '#archive/archive.ts'
import { readPost } from '#archive/post-store.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { readPendingPosts } from '#newsroom/edition/pending-post.ts'

/** A post of the last 30 days, and every address that its story came from. */
export type RecentPost = {
  category: string
  id: string
  title: string
  excerpt: string
  date: string
  sources: string[]
}

const WINDOW = 30 * 24 * 3600 * 1000

/**
 * What was published in the 30 days before `until`, newest first: what it cites, and what the desk knows its story to have
 * been. What is held for a person, or was turned down by one, is among it: neither is to be written a second time.
 */
export async function readRecentPosts(options: {
  archive: Archive
  bucket: Bucket
  desk: Bucket
  until: Date
  onError: (error: unknown) => void
}): Promise<RecentPost[]> {
  const { archive, bucket, desk, until, onError } = options
  const since = new Date(until.getTime() - WINDOW)
  const slots = await readPendingPosts(desk, since.toISOString().slice(0, 10), { onError })
  const stories = new Map(slots.map(({ pending }) => [`${pending.post.category}/${pending.post.id}`, pending]))
  const recent: RecentPost[] = []
  for (const { category, id, title, excerpt, date } of archive.all()) {
    if (Date.parse(date) < since.getTime()) continue
    const post = await readPost({ bucket, archive, category, id })
    const cited = post?.provenance?.sources.map(({ url }) => url) ?? []
    const read = stories.get(`${category}/${id}`)?.addresses ?? []
    recent.push({ category, id, title, excerpt, date, sources: [...cited, ...read] })
  }
  for (const { post, addresses } of stories.values()) {
    const { category, id, title, excerpt, date } = post
    if (archive.find(category, id) === null) recent.push({ category, id, title, excerpt, date, sources: addresses })
  }
  return recent.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date))
}
