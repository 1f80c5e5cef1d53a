import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { CachedResponse } from '#server/http.ts'

/** Makes a response, and says for how many milliseconds it may be cached; 0 means not at all. */
export type Render = () => Promise<{ response: CachedResponse; keepFor: number }>

/** Something that a client can request. `key` is its key in the cache, or null if its response is never cached. */
export type Resource = { key: string | null; render: Render }

/** Longest time in the cache, because related posts improve as posts are added. */
export const HOUR_MS = 3_600_000

/** Makes a resource of a ready response. */
export function readyResource(response: CachedResponse): Resource {
  return { key: null, render: async () => ({ response, keepFor: 0 }) }
}

/** Cached responses by key. Concurrent requests for one key share one rendering. */
export type ResponseCache = {
  /** Returns the fresh cached response, or null. */
  get(key: string): CachedResponse | null
  /** Returns the cached response of a resource, or renders it. */
  respond(resource: Resource): Promise<CachedResponse>
}

/** A response and the journal's sequence when its rendering began. Until `heldUntil` it is served although it is stale. */
type Entry = { response: CachedResponse; sequence: number; expires: number; heldUntil: number }

// While a stale response exists, a request waits this long for a new one.
const RENDER_PATIENCE_MS = 2_000

// A stale response is served for this long after its replacement failed.
const STALE_HOLD_MS = 5_000

// Approximate size of an entry without its key and bodies.
const ENTRY_BYTES = 2_000

/**
 * A cache of at most `maxEntries` responses and `maxBytes` bytes. All of them become stale when `sequence` changes or their
 * time is over. A stale response is only served if a new one fails or takes too long, so that readers see the last good pages
 * while the storage is down.
 */
export function createResponseCache(options: {
  maxBytes: number
  maxEntries: number
  sequence: () => number
  now: () => Date
  /** Called with the error when a new response could not be made and a stale one is served. */
  onError?: (error: unknown) => void
  patience?: number
}): ResponseCache {
  const { maxBytes, maxEntries, sequence, now, onError = console.error, patience = RENDER_PATIENCE_MS } = options
  const cache = new LRUCache<string, Entry, Render>({
    max: maxEntries,
    maxSize: maxBytes,
    // An entry that is larger than the cache is returned to its callers but not stored.
    sizeCalculation: (entry, key) => (entry.expires === 0 ? Number.MAX_SAFE_INTEGER : sizeOf(entry, key)),
    // Return a response to its callers even if other entries have displaced it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, stale, { context: render }) => await renderOrHold(render, stale),
  })

  async function renderOrHold(render: Render, stale: Entry | undefined): Promise<Entry> {
    if (stale === undefined) return await renderEntry(render)
    try {
      const entry = await renderEntry(render)
      if (entry.response.status < 500) return entry
    } catch (error) {
      onError(error)
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
    const entry = await (stale ? Promise.race([rendered, wait(patience, stale, { ref: false })]) : rendered)
    if (entry === stale && stale !== undefined) return stale.response
    if (entry !== undefined && (entry.expires === 0 || isFresh(entry))) return entry.response
    // The journal moved during the rendering, which may have begun before this request. Render the new state.
    const again = get(key) ?? (await cache.fetch(key, { context: render, forceRefresh: true }))?.response
    return again ?? (await renderEntry(render)).response
  }

  return { get, respond }
}

// Bodies are compressed after an entry is stored. Together the compressed bodies are smaller than the original one.
function sizeOf({ response: { body, encoded } }: Entry, key: string): number {
  return ENTRY_BYTES + 2 * key.length + body.byteLength * (encoded.br === null ? 1 : 2)
}
