import { etagOf, PreconditionFailed } from '#bucket/bucket.ts'
import { checkKey } from '#bucket/key.ts'
import type { Bucket, StoredObject } from '#bucket/bucket.ts'

/** Creates an in-memory bucket for tests and trials. Its objects are lost when the process ends. */
export function memoryBucket(): Bucket {
  const objects = new Map<string, StoredObject>()

  return {
    async *keys(prefix, after = '') {
      yield* [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    },
    async get(key) {
      const stored = objects.get(key)
      return stored === undefined ? null : { ...stored, body: stored.body.slice() }
    },
    async put(key, body, { contentType, cacheControl = null, ifNoneMatch }) {
      checkKey(key)
      if (ifNoneMatch === '*' && objects.has(key)) throw new PreconditionFailed(`The key ${key} already exists.`)
      const stored = { body: Uint8Array.from(body), etag: etagOf(body), contentType, cacheControl }
      objects.set(key, stored)
      return { etag: stored.etag }
    },
    async delete(key) {
      checkKey(key)
      objects.delete(key)
    },
  }
}
