import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Corrupt, PreconditionFailed, type Bucket } from '#bucket/bucket.ts'

/**
 * Reads a JSON record from the desk. Resolves to null if it does not exist. Rejects with Corrupt if it does not match
 * `schema`.
 */
export async function readJson<T>(desk: Bucket, key: string, schema: z.ZodType<T>): Promise<T | null> {
  const stored = await desk.get(key)
  if (stored === null) return null
  try {
    return z.parse(schema, JSON.parse(Buffer.from(stored.body).toString()))
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not valid JSON'
    throw new Corrupt(
      `The desk's record ${key} is invalid: ${reason}. Delete it so that the newsroom repeats this step.`,
      { cause },
    )
  }
}

/** Creates a record. Resolves to false if the key already exists. */
export async function createJson(desk: Bucket, key: string, value: unknown): Promise<boolean> {
  return await createObject(desk, key, bytes(value), 'application/json')
}

/** Creates an object. Resolves to false if the key already exists. */
export async function createObject(desk: Bucket, key: string, body: Uint8Array, contentType: string): Promise<boolean> {
  try {
    await desk.put(key, body, { contentType, ifNoneMatch: '*' })
    return true
  } catch (error) {
    if (error instanceof PreconditionFailed) return false
    throw error
  }
}

/** Creates a record, or reads the existing one if another process created it first. */
export async function getOrCreate<T>(desk: Bucket, key: string, schema: z.ZodType<T>, value: T): Promise<T> {
  if (await createJson(desk, key, value)) return value
  return (await readJson(desk, key, schema)) ?? value
}

/** Stores a record and overwrites any existing one. */
export async function putJson(desk: Bucket, key: string, value: unknown): Promise<void> {
  await desk.put(key, bytes(value), { contentType: 'application/json' })
}

/** Returns the SHA-256 hash of text in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function bytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
