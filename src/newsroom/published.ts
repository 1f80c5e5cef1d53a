import * as z from 'zod'
import type { Archive } from '#archive/archive.ts'
import { readPost } from '#archive/text.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { listKeys, readRecord } from '#newsroom/records.ts'

/** A post of the last 30 days, and every address that its story came from. */
export type PublishedLately = { category: string; title: string; excerpt: string; date: string; sources: string[] }

const WINDOW = 30 * 24 * 3600 * 1000

const told = z.object({ post: z.object({ category: z.string(), id: z.string() }), addresses: z.array(z.string()) })

/** What was published in the 30 days before `until`, newest first: what it cites, and what the desk knows its story to have been. */
export async function publishedLately(options: {
  archive: Archive
  bucket: Bucket
  desk: Bucket
  until: Date
}): Promise<PublishedLately[]> {
  const { archive, bucket, desk, until } = options
  const since = new Date(until.getTime() - WINDOW)
  const posts = archive.all().filter(({ date }) => Date.parse(date) >= since.getTime())
  const stories = await storiesSince(desk, since)
  const lately: PublishedLately[] = []
  for (const { category, id, title, excerpt, date } of posts) {
    const post = await readPost({ bucket, archive, category, id })
    const cited = post?.provenance?.sources.map(({ url }) => url) ?? []
    lately.push({ category, title, excerpt, date, sources: [...cited, ...(stories.get(`${category}/${id}`) ?? [])] })
  }
  return lately
}

async function storiesSince(desk: Bucket, since: Date): Promise<Map<string, string[]>> {
  const stories = new Map<string, string[]>()
  for (const key of await listKeys(desk, 'editions/', `editions/${since.toISOString().slice(0, 10)}`)) {
    if (!key.endsWith('/post.json')) continue
    const record = await readRecord(desk, key, told)
    if (record !== null) stories.set(`${record.post.category}/${record.post.id}`, record.addresses)
  }
  return stories
}
