import { hash } from 'node:crypto'

/** A stored object. `etag` is strong and quoted, as in an HTTP header. */
export type StoredObject = { body: Uint8Array; etag: string; contentType: string; cacheControl: string | null }

/** Options of a put. `ifNoneMatch: '*'` creates the object only if the key is free. */
export type PutOptions = { contentType: string; cacheControl?: string; ifNoneMatch?: '*' }

/** Object storage with one primitive for coordination: of several create-only puts of a key, exactly one succeeds. */
export type Bucket = {
  /** Returns the object, or null if it does not exist or the key is invalid. */
  get(key: string): Promise<StoredObject | null>
  /** Stores an object atomically. Rejects with PreconditionFailed if `ifNoneMatch` is set and the key exists. */
  put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }>
  /** Deletes an object, if it exists. */
  delete(key: string): Promise<void>
  /** Lists keys that begin with `prefix`, in code-unit order, at most 1,000 per page. `next` is the `after` of the next page. */
  list(options: { prefix: string; after?: string; limit?: number }): Promise<{ keys: string[]; next: string | null }>
  /** Iterates over all keys after `after` that begin with `prefix`, in the same order. Objects may change during the iteration. */
  keys(prefix: string, after?: string): AsyncIterable<string>
}

/** A create-only put failed because the key exists. */
export class PreconditionFailed extends Error {
  override name = 'PreconditionFailed'
}

/** The store is unreachable. The outcome of a failed put is unknown. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** A stored object has unexpected contents. */
export class Corrupt extends Error {
  override name = 'Corrupt'
}

/** The store does not support the operation, so a retry does not help. */
export class Unsupported extends Error {
  override name = 'Unsupported'
}

/** The strong, quoted ETag of a body: its SHA-256. */
export function etagOf(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url')}"`
}
