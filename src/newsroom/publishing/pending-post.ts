import pMap from 'p-map'
import * as z from 'zod'
import type { Archive } from '#archive/archive.ts'
import { provenanceSchema } from '#blog/post.ts'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { finding } from '#newsroom/article/finding.ts'
import { getOrCreate, readJson } from '#newsroom/store/json-store.ts'

// `editions/{date}/slots/{slot}/post.json` contains everything that publication and review need.
const pendingPost = z.object({
  post: z.object({
    id: z.string(),
    category: z.string(),
    title: z.string(),
    excerpt: z.string(),
    html: z.string(),
    author: z.string(),
    date: z.string(),
    tags: z.array(z.string()),
    provenance: provenanceSchema,
  }),
  markdown: z.string(),
  /** True if a picture by a model is stored next to this record, as `picture`. */
  pictured: z.boolean(),
  /** The ids and addresses of all entries of its story, cited or not. */
  addresses: z.array(z.string()),
  references: z.array(
    z.object({
      id: z.string(),
      publisher: z.string(),
      url: z.string(),
      title: z.string(),
      date: z.string(),
      hash: z.string(),
    }),
  ),
  warnings: z.array(finding),
  /** True if a person must keep it before it is published, because no judge was reliable. */
  isUnproved: z.boolean().default(false),
  /** The hash of the prompts that it was written with. */
  prompts: z.string(),
})

/** A post that is written and checked, and only has to be published. Its record stays in the desk after that. */
export type PendingPost = z.infer<typeof pendingPost>

/** A pending post and the folder of its slot in the desk. */
export type PendingSlot = { folder: string; pending: PendingPost }

/** True if a pending post was published or rejected, so that nothing is left to do with it. */
export function isSettled(archive: Archive, { category, id }: { category: string; id: string }): boolean {
  return archive.find(category, id) !== null || archive.retraction(category, id) !== null
}

/** Reads the pending post of a slot. Null if there is none. Throws Corrupt if its record cannot be read. */
export async function readPendingPost(desk: Bucket, folder: string): Promise<PendingPost | null> {
  return await readJson(desk, `${folder}${FILE}`, pendingPost)
}

/** Stores the pending post of a slot. If two processes race, both get the first one's post. */
export async function storePendingPost(desk: Bucket, { folder, pending }: PendingSlot): Promise<PendingPost> {
  return await getOrCreate(desk, `${folder}${FILE}`, pendingPost, pending)
}

/**
 * Reads the pending posts of the editions from a day (`YYYY-MM-DD`) on, the oldest edition first. With `archive`, only the
 * newest 1,000 and the older ones that are neither published nor retracted. `onError` is called for unreadable records.
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

/** Reserves an id for the post of a slot in `ids/{category}/{id}.json`. False if another slot has it. */
export async function reserveId(
  desk: Bucket,
  { category, id, folder }: { category: string; id: string; folder: string },
): Promise<boolean> {
  const key = `ids/${category}/${id}.json`
  return (await getOrCreate(desk, key, z.object({ folder: z.string() }), { folder })).folder === folder
}

const FILE = '/post.json'
const MAX_SETTLED = 1_000
const MAX_READS = 8
