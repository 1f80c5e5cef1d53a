import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { CachedResponse } from '#server/http.ts'

/** Notes what a response is made from, by a function that gives the version of it now: when that moves, the response is stale. */
export type Depend = (version: () => number) => void

/** Makes a response; it may be kept for so many milliseconds, 0 for not at all. */
export type Render = (depend: Depend) => Promise<{ response: CachedResponse; keepFor: number }>

/** Something that can be asked for. Only what is known to exist has a `key` in the cache; whatever else is asked has null. */
export type Resource = { key: string | null; render: Render }

/** Responses by key: each is made once however many ask, and kept while what it was made from is unchanged. */
export type ResponseCache = {
  /** The response that is kept, or null; costs no more than a look-up while the archive has not moved. */
  get(key: string): CachedResponse | null
  /** The response of a resource: the one that is kept, or one that is made now. */
  respond(resource: Resource): Promise<CachedResponse>
}

type Dependency = { version: () => number; was: number }
type Entry = {
  response: CachedResponse
  dependencies: Dependency[]
  expires: number
  checked: number
  /** Until then it serves although it is stale: nothing newer could be made. */
  heldUntil: number
}

// How long whoever asks for what is stale waits for a new one before getting that, and how long it serves after a new one
// could not be made, in milliseconds.
const PATIENCE = 2_000
const HELD = 5_000
const UNREFERENCED = { ref: false }

// What an entry takes beside its key and its bodies.
const ENTRY_BYTES = 2_000

/**
 * A cache of at most `maxEntries` responses and `maxBytes` bytes; nothing in it changes while `sequence` stays. Where a new
 * response fails, or takes too long, the one before it serves: while the storage is away, readers see the last good pages.
 */
export function createResponseCache(options: {
  maxBytes: number
  maxEntries: number
  sequence: () => number
  now: () => Date
  /** Told of what kept a new response from being made. */
  onError?: (error: unknown) => void
  patience?: number
}): ResponseCache {
  const { maxBytes, maxEntries, sequence, now, onError = console.error, patience = PATIENCE } = options
  const cache = new LRUCache<string, Entry, Render>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => (entry.expires === 0 ? Number.MAX_SAFE_INTEGER : sizeOf(entry, key)),
    // Whoever waits for a response gets it, though others have taken its place meanwhile.
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
    stale.heldUntil = now().getTime() + HELD
    return stale
  }

  async function renderEntry(render: Render): Promise<Entry> {
    const dependencies: Dependency[] = []
    const checked = sequence()
    const { response, keepFor } = await render((version) => dependencies.push({ version, was: version() }))
    const keep = keepFor > 0 && response.status === 200
    return { response, dependencies, checked, expires: keep ? now().getTime() + keepFor : 0, heldUntil: 0 }
  }

  function isFresh(entry: Entry): boolean {
    const time = now().getTime()
    if (time < entry.heldUntil) return true
    if (time >= entry.expires) return false
    const current = sequence()
    if (entry.checked === current) return true
    if (entry.dependencies.some(({ version, was }) => version() !== was)) return false
    entry.checked = current
    return true
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
    const entry = await (stale === undefined ? rendered : Promise.race([rendered, wait(patience, stale, UNREFERENCED)]))
    if (entry === stale && stale !== undefined) return stale.response
    // What was being made when the archive moved is of before; who asked later is told what is so now.
    if (entry !== undefined && (entry.expires === 0 || isFresh(entry))) return entry.response
    const again = get(key) ?? (await cache.fetch(key, { context: render, forceRefresh: true }))?.response
    return again ?? (await renderEntry(render)).response
  }

  return { get, respond }
}

// Encoded bodies are made after an entry is kept; all of them together are smaller than what they are made of.
function sizeOf({ response, dependencies }: Entry, key: string): number {
  const { body, encoded } = response
  const bodies = body.byteLength * (encoded.br === null ? 1 : 2)
  return ENTRY_BYTES + 2 * key.length + 100 * dependencies.length + bodies
}
