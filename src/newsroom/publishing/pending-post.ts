import pMap from 'p-map'
import * as z from 'zod'
import type { Archive } from '#archive/archive.ts'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { finding } from '#newsroom/article/finding.ts'
import { getOrCreate, readJson } from '#newsroom/store/json-store.ts'

const evidence = z.object({
  text: z.string(),
  compute: z.string(),
  citation: z.number().nullable(),
  source: z.number(),
  unit: z.string(),
  quote: z.string(),
})
const judge = z.object({
  model: z.string(),
  provider: z.string(),
  isWriter: z.boolean(),
  sentences: z.number(),
  planted: z.number(),
  found: z.number(),
  // Records of earlier versions do not have kinds.
  kinds: z.array(z.object({ kind: z.string(), planted: z.number(), found: z.number() })).optional(),
})
const judging = judge.extend({ cut: z.number(), others: z.array(judge).optional() })
const named = z.object({ title: z.string(), publisher: z.string(), url: z.string() })
// Posts of before have no dates of their sources.
const source = named.extend({ date: z.string().nullable().optional(), read: z.string().optional() })

/**
 * The schema of a pending post (`editions/{date}/slots/{slot}/post.json`): everything that its publication needs, so that
 * it can be carried out by anyone and any number of times, and everything that a reviewer wants to see.
 */
export const pendingPost = z.object({
  post: z.object({
    id: z.string(),
    category: z.string(),
    title: z.string(),
    excerpt: z.string(),
    html: z.string(),
    author: z.string(),
    date: z.string(),
    tags: z.array(z.string()),
    provenance: z.object({
      writer: z.object({ model: z.string(), provider: z.string() }),
      note: z.string().nullable(),
      sources: z.array(source),
      checks: z.array(z.object({ name: z.string(), passed: z.boolean(), detail: z.string() })),
      // Posts of before have neither.
      evidence: z.array(evidence).optional(),
      judging: judging.optional(),
      reviews: z.array(z.never()),
      corrections: z.array(z.never()),
    }),
  }),
  markdown: z.string(),
  /** True if a picture by a model is stored next to this record, as `picture`. */
  pictured: z.boolean(),
  /** The addresses of all entries of its story, cited or not. */
  addresses: z.array(z.string()),
  references: z.array(named.extend({ id: z.string(), date: z.string(), hash: z.string() })),
  warnings: z.array(finding),
  /** True if a person must keep it before it is published, whatever the settings, because no judge was reliable. */
  isUnproved: z.boolean().default(false),
  /** The hash of the prompts that it was written with. */
  prompts: z.string(),
})

/** A post that is written and checked, and only has to be published; it stays in the desk when it is. */
export type PendingPost = z.infer<typeof pendingPost>

/** A pending post and the folder of its slot in the desk. */
export type PendingSlot = { folder: string; pending: PendingPost }

/** Whether a pending post was published or turned down: then nothing is left to do with it. */
export function isSettled(archive: Archive, { category, id }: { category: string; id: string }): boolean {
  return archive.find(category, id) !== null || archive.retraction(category, id) !== null
}

/** The pending post of a slot, or null; Corrupt when its record cannot be read. */
export async function readPendingPost(desk: Bucket, folder: string): Promise<PendingPost | null> {
  return await readJson(desk, keyOf(folder), pendingPost)
}

/** Stores the pending post of a slot; of two that race, the first stands, and is the answer. */
export async function storePendingPost(desk: Bucket, { folder, pending }: PendingSlot): Promise<PendingPost> {
  return await getOrCreate(desk, keyOf(folder), pendingPost, pending)
}

/**
 * The pending posts of the editions from a day (`YYYY-MM-DD`) on, oldest edition first: the newest 1,000, and of the older
 * ones those that `archive` has neither published nor retracted, however old; all of them without one. A record that
 * cannot be read costs only itself: `onError` is told of it.
 */
export async function readPendingPosts(
  desk: Bucket,
  day: string,
  options: { archive?: Archive; onError?: (error: unknown) => void } = {},
): Promise<PendingSlot[]> {
  const { archive, onError = console.error } = options
  const keys = (await Array.fromAsync(desk.keys('editions/', `editions/${day}`))).filter((key) => key.endsWith(FILE))
  const newest = new Set(keys.slice(-MOST))
  const found = await pMap(keys, readOne, { concurrency: WIDTH })
  return found.filter((slot) => slot !== null)

  async function readOne(key: string): Promise<PendingSlot | null> {
    const folder = key.slice(0, -FILE.length)
    try {
      const pending = await readPendingPost(desk, folder)
      const isOldNews =
        archive !== undefined && !newest.has(key) && pending !== null && isSettled(archive, pending.post)
      if (pending === null || isOldNews) return null
      return { folder, pending }
    } catch (error) {
      if (!(error instanceof Corrupt)) throw error
      onError(error)
      return null
    }
  }
}

/**
 * Gives an id to the post of a slot for good (`ids/{category}/{id}.json`); false when another slot has it, so that no two
 * pending posts share an id, whoever writes them.
 */
export async function reserveId(
  desk: Bucket,
  { category, id, folder }: { category: string; id: string; folder: string },
): Promise<boolean> {
  const reservation = await getOrCreate(desk, `ids/${category}/${id}.json`, z.object({ folder: z.string() }), {
    folder,
  })
  return reservation.folder === folder
}

const FILE = '/post.json'
const MOST = 1_000
const WIDTH = 8

function keyOf(folder: string): string {
  return `${folder}${FILE}`
}
