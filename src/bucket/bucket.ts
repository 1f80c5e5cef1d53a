import { hash } from 'node:crypto'

/** A stored object. `etag` is strong and quoted, as in an HTTP header. */
export type StoredObject = { body: Uint8Array; etag: string; contentType: string; cacheControl: string | null }

/** Options for a put. `ifNoneMatch: '*'` creates the object only if the key does not exist. */
export type PutOptions = { contentType: string; cacheControl?: string; ifNoneMatch?: '*' }

/**
 * Object storage. It has one coordination primitive: if several create-only puts use the same key, exactly one
 * succeeds.
 */
export type Bucket = {
  /** Returns the object, or null if it does not exist or the key is invalid. */
  get(key: string): Promise<StoredObject | null>
  /** Stores an object atomically. If `ifNoneMatch` is set and the key exists, rejects with PreconditionFailed. */
  put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }>
  /** Deletes an object if it exists. */
  delete(key: string): Promise<void>
  /**
   * Lists the keys after `after` that begin with `prefix`, in code-unit order. Objects may change during the iteration.
   */
  keys(prefix: string, after?: string): AsyncIterable<string>
}

/** Thrown by a create-only put if the key already exists. */
export class PreconditionFailed extends Error {
  override name = 'PreconditionFailed'
}

/** Thrown if the store cannot be reached. If a put rejects with it, the object may or may not have been stored. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** Thrown if a stored object has unexpected contents. */
export class Corrupt extends Error {
  override name = 'Corrupt'
}

/** Thrown if the store does not support the operation. A retry does not help. */
export class Unsupported extends Error {
  override name = 'Unsupported'
}

/** Returns a body's strong, quoted ETag, which is its SHA-256. */
export function etagOf(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url')}"`
}

/** Returns the first key that `keys` would list, or null if there is none. */
export async function firstKey(bucket: Bucket, prefix: string, after?: string): Promise<string | null> {
  const { done, value } = await bucket.keys(prefix, after)[Symbol.asyncIterator]().next()
  return done ? null : value
}
