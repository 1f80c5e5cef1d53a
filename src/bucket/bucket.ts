import { hash } from 'node:crypto'

/** An object as it is read: `etag` is strong and quoted, ready for an HTTP header. */
export type StoredObject = { body: Uint8Array; etag: string; contentType: string; cacheControl: string | null }

/** How an object is stored; `ifNoneMatch: '*'` creates it only when the key is free. */
export type PutOptions = { contentType: string; cacheControl?: string; ifNoneMatch?: '*' }

/** Object storage with one primitive to coordinate by: of any number of create-only puts of one key, exactly one wins. */
export type Bucket = {
  /** The object, or null when there is none; a key that could not be stored has none. */
  get(key: string): Promise<StoredObject | null>
  /** Stores an object whole or not at all. PreconditionFailed when `ifNoneMatch` is given and the key is taken. */
  put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }>
  /** Removes an object; it is no error when there is none. */
  delete(key: string): Promise<void>
  /** Keys that begin with `prefix`, in code-unit order, at most 1,000 a page; `next` is the `after` of the following page. */
  list(options: { prefix: string; after?: string; limit?: number }): Promise<{ keys: string[]; next: string | null }>
  /** Every key that begins with `prefix`, in the same order, beginning behind `after`; objects may come and go meanwhile. */
  keys(prefix: string, after?: string): AsyncIterable<string>
  /**
   * Calls back soon after an object directly under the folder `prefix` has come or gone, in whichever process; the answer
   * ends it. Only a hint: a network file system tells of nothing, so whoever needs to know looks from time to time as well.
   * Missing where a store cannot tell at all.
   */
  watch?(prefix: string, onChange: () => void): () => void
}

/** A create-only put of a key that is taken. */
export class PreconditionFailed extends Error {
  override name = 'PreconditionFailed'
}

/** The storage does not answer now; a put that ends so may or may not have taken place. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** What is stored is not what was meant to be stored there. */
export class Corrupt extends Error {
  override name = 'Corrupt'
}

/** The storage cannot do this at all: another try will not help. */
export class Unsupported extends Error {
  override name = 'Unsupported'
}

/** The strong, quoted ETag of a body: its SHA-256. */
export function etagOf(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url')}"`
}
