import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Corrupt, PreconditionFailed, type Bucket } from '#bucket/bucket.ts'

/** A JSON object of the desk, or null. Corrupt when it is not what `schema` says. */
export async function readRecord<T>(desk: Bucket, key: string, schema: z.ZodType<T>): Promise<T | null> {
  const stored = await desk.get(key)
  if (stored === null) return null
  try {
    return z.parse(schema, JSON.parse(Buffer.from(stored.body).toString()))
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON'
    throw new Corrupt(`The desk's record ${key} cannot be used: ${reason}. Delete it, and the step is done again.`, {
      cause,
    })
  }
}

/** Creates a record; the answer says whether it was free. */
export async function createRecord(desk: Bucket, key: string, value: unknown): Promise<boolean> {
  try {
    await desk.put(key, bytes(value), { contentType: 'application/json', ifNoneMatch: '*' })
    return true
  } catch (error) {
    if (error instanceof PreconditionFailed) return false
    throw error
  }
}

/** Creates a record, or reads the one that somebody else created first: what stands under the key from now on. */
export async function keepRecord<T>(desk: Bucket, key: string, schema: z.ZodType<T>, value: T): Promise<T> {
  if (await createRecord(desk, key, value)) return value
  return (await readRecord(desk, key, schema)) ?? value
}

/** Stores a record over whatever was there. */
export async function putRecord(desk: Bucket, key: string, value: unknown): Promise<void> {
  await desk.put(key, bytes(value), { contentType: 'application/json' })
}

/** Every key below a prefix, in order. */
export async function listKeys(desk: Bucket, prefix: string, start?: string): Promise<string[]> {
  const all: string[] = []
  for (let after = start; ;) {
    const { keys, next } = await desk.list({ prefix, after })
    all.push(...keys)
    if (next === null) return all
    after = next
  }
}

/** The SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function bytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
