import { LRUCache } from 'lru-cache'
import { weakEtag } from '#api/etag.ts'

/** A text that was just written; it is right `until` then, in milliseconds since 1970, infinity for as long as the posts stay as they are. */
export type Fresh = { text: string; until: number }

/** A finished text. */
export type Kept = { body: Buffer<ArrayBuffer>; etag: string; until: number }

/** Finished feeds and sitemaps by path, each good for one state of the posts. */
export type FeedCache = {
  /** The text of a path in this state, null where none is known; made once however many ask at the same time. */
  get(options: { path: string; state: string | null; make: () => Promise<Fresh | null> }): Promise<Kept | null>
}

/** A cache of at most `bytes` bytes. */
export function createFeedCache({ bytes, now }: { bytes: number; now: () => Date }): FeedCache {
  const cache = new LRUCache<string, { state: string; kept: Kept }>({
    maxSize: bytes,
    sizeCalculation: ({ kept: { body } }) => body.byteLength,
  })
  const underWay = new Map<string, Promise<Kept | null>>()

  async function finish(path: string, state: string | null, making: Promise<Fresh | null>): Promise<Kept | null> {
    const fresh = await making
    const kept = fresh === null ? null : finished(fresh)
    // Nobody tells when posts in no known state change.
    if (kept !== null && state !== null) cache.set(path, { state, kept })
    return kept
  }

  return {
    async get({ path, state, make }) {
      const found = cache.get(path)
      if (found?.state === state && now().getTime() < found.kept.until) return found.kept
      const flight = `${state ?? '-'} ${path}`
      const flying = underWay.get(flight)
      if (flying !== undefined) return await flying
      const making = finish(path, state, make()).finally(() => underWay.delete(flight))
      underWay.set(flight, making)
      return await making
    },
  }
}

/** A text with its entity tag. */
export function finished({ text, until }: Fresh): Kept {
  const body = Buffer.from(text)
  return { body, etag: weakEtag(body), until }
}
