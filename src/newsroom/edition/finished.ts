import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { atOnce } from '#newsroom/feed/at-once.ts'
import { finding } from '#newsroom/finding.ts'
import { listKeys, readRecord } from '#newsroom/records.ts'

const named = z.object({ title: z.string(), publisher: z.string(), url: z.string() })

/**
 * The schema of a finished slot (`editions/{date}/slots/{slot}/post.json`): everything that its publication needs, so that
 * it can be carried out by anyone and any number of times, and everything that a reviewer wants to see.
 */
export const finished = z.object({
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
      sources: z.array(named),
      checks: z.array(z.object({ name: z.string(), passed: z.boolean(), detail: z.string() })),
      reviews: z.array(z.never()),
      corrections: z.array(z.never()),
    }),
  }),
  markdown: z.string(),
  ordinal: z.number(),
  /** Whether a picture that a model made is kept beside this record, as `picture`. */
  pictured: z.boolean(),
  /** The addresses of all entries of its story, cited or not. */
  addresses: z.array(z.string()),
  references: z.array(named.extend({ id: z.string(), date: z.string(), hash: z.string() })),
  warnings: z.array(finding),
  /** The hash of the prompts that it was written with. */
  prompts: z.string(),
})

/** A post that is written and checked, and only has to be published. */
export type Finished = z.infer<typeof finished>

/** A finished post and the folder of its slot in the desk. */
export type FinishedSlot = { folder: string; done: Finished }

/** The finished posts of the editions from a day (`YYYY-MM-DD`) on, oldest edition first; at most the newest 1,000. */
export async function finishedSince(desk: Bucket, day: string): Promise<FinishedSlot[]> {
  const keys = (await listKeys(desk, 'editions/', `editions/${day}`)).filter((key) => key.endsWith('/post.json'))
  const newest = keys.slice(-MOST)
  const found: (FinishedSlot | null)[] = newest.map(() => null)
  await atOnce(WIDTH, newest, async (key, index) => {
    const done = await readRecord(desk, key, finished)
    if (done !== null) found[index] = { folder: key.slice(0, -'/post.json'.length), done }
  })
  return found.filter((slot) => slot !== null)
}

const MOST = 1_000
const WIDTH = 8
