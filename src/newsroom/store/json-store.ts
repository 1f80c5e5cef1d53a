import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Corrupt, PreconditionFailed, type Bucket } from '#bucket/bucket.ts'

/** Reads a JSON object of the desk. Null if there is none. Throws Corrupt if it does not match `schema`. */
export async function readJson<T>(desk: Bucket, key: string, schema: z.ZodType<T>): Promise<T | null> {
  const stored = await desk.get(key)
  if (stored === null) return null
  try {
    return z.parse(schema, JSON.parse(Buffer.from(stored.body).toString()))
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON'
    throw new Corrupt(
      `The desk's record ${key} cannot be used: ${reason}. Delete it, so that the step is done again.`,
      { cause },
    )
  }
}

/** Creates an object. Resolves to true if its key was free. */
export async function createJson(desk: Bucket, key: string, value: unknown): Promise<boolean> {
  try {
    await desk.put(key, bytes(value), { contentType: 'application/json', ifNoneMatch: '*' })
    return true
  } catch (error) {
    if (error instanceof PreconditionFailed) return false
    throw error
  }
}

/** Creates an object, or reads the one that another process created first. */
export async function getOrCreate<T>(desk: Bucket, key: string, schema: z.ZodType<T>, value: T): Promise<T> {
  if (await createJson(desk, key, value)) return value
  return (await readJson(desk, key, schema)) ?? value
}

/** Stores an object and replaces the one under the same key. */
export async function putJson(desk: Bucket, key: string, value: unknown): Promise<void> {
  await desk.put(key, bytes(value), { contentType: 'application/json' })
}

/** The SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function bytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

/** Stores the results of the steps of an edition under the hash of their input. */
export type StepCache = {
  /** Returns the stored result for this step and input, or makes and stores it. If two processes race, the first wins. */
  memoize<T>(step: string, input: unknown, schema: z.ZodType<T>, make: () => Promise<T>): Promise<T>
}

/** The step cache of an edition, under `notebook/{date}/{step}/` in the desk. */
export function openStepCache({ desk, date }: { desk: Bucket; date: string }): StepCache {
  return {
    memoize: async (step, input, schema, make) => {
      const key = `notebook/${date}/${step}/${sha256(JSON.stringify(input))}.json`
      const cached = await readJson(desk, key, schema)
      return cached ?? (await getOrCreate(desk, key, schema, await make()))
    },
  }
}
