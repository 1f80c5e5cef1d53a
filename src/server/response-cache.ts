import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { CachedResponse } from '#server/http.ts'

/** Renders a response. `keepFor` is the number of milliseconds for which it may be cached, or 0. */
export type Render = () => Promise<{ response: CachedResponse; keepFor: number }>

/** A resource that clients can request. `key` is its cache key, or null if its response is not cached. */
export type Resource = { key: string | null; render: Render }

/** Maximum time that a response stays in the cache. */
export const HOUR_MS = 3_600_000

/** Creates a resource that always returns this response. */
export function readyResource(response: CachedResponse): Resource {
  return { key: null, render: async () => ({ response, keepFor: 0 }) }
}

/** Cached responses by key. Concurrent requests for the same key share one rendering. */
export type ResponseCache = {
  /** Returns the cached response if it is fresh, otherwise null. */
  get(key: string): CachedResponse | null
  /** Returns a resource's cached response, or renders a new one. */
  respond(resource: Resource): Promise<CachedResponse>
}

/** A response, and the journal's sequence when its rendering began. Until `heldUntil`, it is served even if stale. */
type Entry = { response: CachedResponse; sequence: number; expires: number; heldUntil: number }

// If a stale response exists, a request waits this long for a new one before it gets the stale one.
const RENDER_TIMEOUT_MS = 2_000

// After rendering has failed, the stale response is served for this long before the next attempt.
const STALE_HOLD_MS = 5_000

// Approximate size of an entry in bytes, not counting its key and its bodies.
const ENTRY_BYTES = 2_000

/**
 * Creates a cache of at most `maxEntries` responses and `maxBytes` bytes. Entries become stale when they expire or when
 * `sequence` changes. A stale response is served only if rendering a new one fails or takes too long, so that readers
 * see the last good pages while the storage is down.
 */
export function createResponseCache(options: {
  maxBytes: number
  maxEntries: number
  sequence: () => number
  now: () => Date
  /** Called with the error if rendering fails and the stale response is served instead. */
  report: (error: unknown) => void
  timeout?: number
}): ResponseCache {
  const { maxBytes, maxEntries, sequence, now, report, timeout = RENDER_TIMEOUT_MS } = options
  const cache = new LRUCache<string, Entry, Render>({
    max: maxEntries,
    maxSize: maxBytes,
    // A response that must not be cached counts as larger than the cache, so it is returned to its callers but not
    // stored.
    sizeCalculation: (entry, key) => (entry.expires === 0 ? Number.MAX_SAFE_INTEGER : sizeOf(entry, key)),
    // Return a response to its callers even if other entries have evicted it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, stale, { context: render }) => await renderOrHold(render, stale),
  })

  async function renderOrHold(render: Render, stale: Entry | undefined): Promise<Entry> {
    if (stale === undefined) return await renderEntry(render)
    try {
      const entry = await renderEntry(render)
      if (entry.response.status < 500) return entry
    } catch (error) {
      report(error)
    }
    stale.heldUntil = now().getTime() + STALE_HOLD_MS
    return stale
  }

  async function renderEntry(render: Render): Promise<Entry> {
    const began = sequence()
    const { response, keepFor } = await render()
    const isCacheable = keepFor > 0 && response.status === 200
    return { response, sequence: began, expires: isCacheable ? now().getTime() + keepFor : 0, heldUntil: 0 }
  }

  function isFresh(entry: Entry): boolean {
    const time = now().getTime()
    return time < entry.heldUntil || (entry.sequence === sequence() && time < entry.expires)
  }

  function get(key: string): CachedResponse | null {
    const entry = cache.get(key)
    return entry !== undefined && isFresh(entry) ? entry.response : null
  }

  async function respond({ key, render }: Resource): Promise<CachedResponse> {
    if (key === null) return (await renderEntry(render)).response
    const cached = get(key)
    if (cached !== null) return cached
    const stale = cache.peek(key)
    const rendered = cache.fetch(key, { context: render, forceRefresh: stale !== undefined })
    const entry = await (stale ? Promise.race([rendered, wait(timeout, stale, { ref: false })]) : rendered)
    if (entry === stale && stale !== undefined) return stale.response
    if (entry !== undefined && (entry.expires === 0 || isFresh(entry))) return entry.response
    // The journal changed while the response was rendered, so render it again.
    const again = get(key) ?? (await cache.fetch(key, { context: render, forceRefresh: true }))?.response
    return again ?? (await renderEntry(render)).response
  }

  return { get, respond }
}

// Counts a compressible body twice, because all its compressed copies together are smaller than the original.
function sizeOf({ response: { body, encoded } }: Entry, key: string): number {
  return ENTRY_BYTES + 2 * key.length + body.byteLength * (encoded.br === null ? 1 : 2)
}
