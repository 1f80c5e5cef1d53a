/** A cache with bounds: at most so many entries and bytes, the oldest go first. */
export type BoundedCache = { name: string; entries: number; bytes: number }

/** The header that says when something was kept, as an ISO time. */
export const KEPT_AT = 'x-kept-at'

const KEPT_BYTES = 'x-kept-bytes'

/** Keeps an answer's bytes with its headers, in the place of what was kept before; nothing larger than a tenth of the cache. */
export async function keep(cache: BoundedCache, address: string, answer: Response): Promise<void> {
  const body = await answer.arrayBuffer()
  if (body.byteLength > cache.bytes / 10) return
  const headers = new Headers(answer.headers)
  // The bytes are decoded, and the only ones there are.
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  headers.set(KEPT_AT, new Date().toISOString())
  headers.set(KEPT_BYTES, String(body.byteLength))
  await (await caches.open(cache.name)).put(address, new Response(body, { headers }))
}

/** What is kept under an address, or null. */
export async function kept(cache: BoundedCache, address: string): Promise<Response | null> {
  return (await (await caches.open(cache.name)).match(address)) ?? null
}

/** Removes one entry, if it is there. */
export async function forget(cache: BoundedCache, address: string): Promise<void> {
  await (await caches.open(cache.name)).delete(address)
}

/** All entries by path, the newest first. */
export async function everything(cache: BoundedCache): Promise<{ path: string; answer: Response }[]> {
  const opened = await caches.open(cache.name)
  const found = await Promise.all(
    (await opened.keys()).map(async (request) => ({
      path: new URL(request.url).pathname,
      answer: await opened.match(request),
    })),
  )
  return found
    .flatMap(({ path, answer }) => (answer ? [{ path, answer }] : []))
    .toSorted((one, other) => timeOf(other.answer) - timeOf(one.answer))
}

/** Removes the oldest entries until the bounds hold; `spared` stays whatever its age. True when something was removed. */
export async function trim(cache: BoundedCache, spared?: string): Promise<boolean> {
  let [entries, bytes, removed] = [0, 0, false]
  for (const { path, answer } of await everything(cache)) {
    const size = Number(answer.headers.get(KEPT_BYTES))
    if (path !== spared && (entries + 1 > cache.entries || bytes + size > cache.bytes)) {
      await forget(cache, path)
      removed = true
      continue
    }
    if (path !== spared) entries++
    bytes += size
  }
  return removed
}

function timeOf(answer: Response): number {
  return Date.parse(answer.headers.get(KEPT_AT) ?? '')
}
