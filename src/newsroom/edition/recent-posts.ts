import type { Archive } from '#archive/archive.ts'
import { readPost } from '#archive/post-store.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { readPendingPosts } from '#newsroom/publishing/pending-post.ts'
import type { RecentPost } from '#newsroom/stories/repeats.ts'

const WINDOW_MS = 30 * 24 * 3600 * 1000

/**
 * Reads the posts of the 30 days before `until`, newest first, with the addresses that they cite and those of their
 * stories. Posts that are held for a person, or were rejected by one, are included, because they must not be written again.
 */
export async function readRecentPosts(options: {
  archive: Archive
  bucket: Bucket
  desk: Bucket
  until: Date
  onError: (error: unknown) => void
}): Promise<RecentPost[]> {
  const { archive, bucket, desk, until, onError } = options
  const since = new Date(until.getTime() - WINDOW_MS)
  const slots = await readPendingPosts(desk, since.toISOString().slice(0, 'YYYY-MM-DD'.length), { onError })
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
