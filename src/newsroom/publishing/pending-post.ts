import pMap from 'p-map'
import * as z from 'zod'
import type { Archive } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import { articleSchema, provenanceSchema } from '#blog/post.ts'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { finding } from '#newsroom/article/finding.ts'
import { getOrCreate, readJson } from '#newsroom/store/json-store.ts'

const text = z.string()

/** The public bucket with its archive and journal, and the newsroom's private bucket (`desk`). */
export type Storage = { bucket: Bucket; desk: Bucket; archive: Archive; journal: Journal }

// The schema of `editions/{date}/slots/{slot}/post.json`, which is all that publishing and reviewing a post needs.
const pendingPost = z.object({
  post: z.object({ ...articleSchema.shape, id: text, html: text, date: text, provenance: provenanceSchema }),
  markdown: text,
  /** The ids and URLs of all entries in the post's story, whether or not the post cites them. */
  addresses: z.array(text),
  references: z.array(z.object({ id: text, publisher: text, url: text, title: text, date: text, hash: text })),
  warnings: z.array(finding),
  /** Notes about individual sentences for the reviewer. */
  notes: z.object({
    /** The checks' questions. `found` is the unit in which a check found the fact. */
    questions: z.array(z.object({ text, message: text, found: text.nullable() })),
    verdicts: z.array(z.object({ text, verdict: text, reason: text, judge: text })),
    /** Replaced and cut sentences, each with its finding codes. */
    removed: z.array(z.object({ text, codes: z.array(text) })),
  }),
  /** True if a person must approve the post before it is published, because no judge returned trusted verdicts. */
  isUnproved: z.boolean(),
})

/** A written and checked post that is ready to be published. Its record stays in the desk after publication. */
export type PendingPost = z.infer<typeof pendingPost>

/** A pending post and its slot's folder in the desk. */
export type PendingSlot = { folder: string; pending: PendingPost }

/** Returns true if a pending post was published or rejected, which means that nothing remains to be done. */
export function isSettled(archive: Archive, { category, id }: { category: string; id: string }): boolean {
  return archive.find(category, id) !== null || archive.retraction(category, id) !== null
}

/** Returns a slot's pending post, or null if there is none. Rejects with Corrupt if the record is unreadable. */
export async function readPendingPost(desk: Bucket, folder: string): Promise<PendingPost | null> {
  return await readJson(desk, `${folder}${FILE}`, pendingPost)
}

/** Stores a slot's pending post. If two processes race, both calls return the post that was stored first. */
export async function storePendingPost(desk: Bucket, { folder, pending }: PendingSlot): Promise<PendingPost> {
  // Parse it to drop fields that do not belong to the record, such as the texts of sources.
  return await getOrCreate(desk, `${folder}${FILE}`, pendingPost, pendingPost.parse(pending))
}

/**
 * Returns the pending posts of all editions from a day (`YYYY-MM-DD`) onwards, oldest edition first. With `archive`,
 * leaves out settled posts that are older than the newest 1,000. Calls `onError` for each unreadable record.
 */
export async function readPendingPosts(
  desk: Bucket,
  day: string,
  options: { archive?: Archive; onError?: (error: unknown) => void } = {},
): Promise<PendingSlot[]> {
  const { archive, onError = console.error } = options
  const keys = (await Array.fromAsync(desk.keys('editions/', `editions/${day}`))).filter((key) => key.endsWith(FILE))
  const found = await pMap(keys, readOne, { concurrency: MAX_READS })
  return found.filter((slot) => slot !== null)

  async function readOne(key: string, index: number): Promise<PendingSlot | null> {
    const folder = key.slice(0, -FILE.length)
    try {
      const pending = await readPendingPost(desk, folder)
      if (pending === null) return null
      const isOld = archive !== undefined && index < keys.length - MAX_SETTLED && isSettled(archive, pending.post)
      return isOld ? null : { folder, pending }
    } catch (error) {
      if (!(error instanceof Corrupt)) throw error
      onError(error)
      return null
    }
  }
}

/**
 * Reserves an id for a slot's post in `ids/{category}/{id}.json`. Resolves to false if another slot has reserved it.
 */
export async function reserveId(
  desk: Bucket,
  { category, id, folder }: { category: string; id: string; folder: string },
): Promise<boolean> {
  const key = `ids/${category}/${id}.json`
  return (await getOrCreate(desk, key, z.object({ folder: z.string() }), { folder })).folder === folder
}

const FILE = '/post.json'

/** The name of the image from a model, if there is one, in a slot's folder. */
export const PICTURE = '/picture'

const MAX_SETTLED = 1_000
const MAX_READS = 8
