import type { Archive } from '#archive/archive.ts'
import { readPost } from '#archive/text.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { finishedSince } from '#newsroom/edition/finished.ts'

/** A post of the last 30 days, and every address that its story came from. */
export type PublishedLately = {
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
export async function publishedLately(options: {
  archive: Archive
  bucket: Bucket
  desk: Bucket
  until: Date
}): Promise<PublishedLately[]> {
  const { archive, bucket, desk, until } = options
  const since = new Date(until.getTime() - WINDOW)
  const slots = await finishedSince(desk, since.toISOString().slice(0, 10))
  const stories = new Map(slots.map(({ done }) => [`${done.post.category}/${done.post.id}`, done]))
  const lately: PublishedLately[] = []
  for (const { category, id, title, excerpt, date } of archive.all()) {
    if (Date.parse(date) < since.getTime()) continue
    const post = await readPost({ bucket, archive, category, id })
    const cited = post?.provenance?.sources.map(({ url }) => url) ?? []
    const told = stories.get(`${category}/${id}`)?.addresses ?? []
    lately.push({ category, id, title, excerpt, date, sources: [...cited, ...told] })
  }
  for (const { post, addresses } of stories.values()) {
    const { category, id, title, excerpt, date } = post
    if (archive.find(category, id) !== null) continue
    lately.push({ category, id, title, excerpt, date, sources: addresses })
  }
  return lately.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date))
}
