import { LRUCache } from 'lru-cache'
import { hasAlready, weakEtag } from '#api/etag.ts'
import { compress, type Coding } from '#server/compress.ts'

/** A finished page: its status and headers, and its bytes in every coding. */
export type CachedPage = {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: { identity: Uint8Array; br: Uint8Array; gzip: Uint8Array }
}

/** Finished pages by path, each good for one generation of the archive; bounded by their bytes. */
export type PageCache = {
  /** The page of this generation, or null. */
  get(key: string, generation: string): CachedPage | null
  /** The page of this generation; made once however many ask for it at the same time. */
  make(key: string, generation: string, render: () => Promise<FreshPage>): Promise<CachedPage>
}

/** A page as it was just rendered; only a `keep` one is kept. */
export type FreshPage = { status: number; headers: Record<string, string>; html: string; keep: boolean }

/** A cache of at most `bytes` bytes of pages, all codings counted. */
export function createPageCache({ bytes }: { bytes: number }): PageCache {
  const pages = new LRUCache<string, { generation: string; page: CachedPage }>({
    maxSize: bytes,
    sizeCalculation: ({ page: { bodies } }) => bodies.identity.length + bodies.br.length + bodies.gzip.length,
  })
  const underWay = new Map<string, Promise<CachedPage>>()

  function get(key: string, generation: string): CachedPage | null {
    const entry = pages.get(key)
    return entry?.generation === generation ? entry.page : null
  }

  function make(key: string, generation: string, render: () => Promise<FreshPage>): Promise<CachedPage> {
    const flight = `${generation} ${key}`
    const flying = underWay.get(flight)
    if (flying) return flying
    const making = render()
      .then(async (fresh) => {
        const page = await finish(fresh)
        if (fresh.keep) pages.set(key, { generation, page })
        return page
      })
      .finally(() => underWay.delete(flight))
    underWay.set(flight, making)
    return making
  }

  return { get, make }
}

/** The page in the coding that the client prefers, or 304 when it has it already. */
export function respondWith(
  page: CachedPage,
  client: { coding: Coding | null; ifNoneMatch: string | null },
): { status: number; headers: Record<string, string>; body: Uint8Array | null } {
  const { coding, ifNoneMatch } = client
  const headers: Record<string, string> = { ...page.headers, etag: page.etag, vary: 'accept-encoding' }
  if (page.status === 200 && hasAlready(ifNoneMatch, page.etag)) return { status: 304, headers, body: null }
  if (coding) headers['content-encoding'] = coding
  const body = page.bodies[coding ?? 'identity']
  return { status: page.status, headers: { ...headers, 'content-length': String(body.byteLength) }, body }
}

async function finish(fresh: FreshPage): Promise<CachedPage> {
  const identity = Buffer.from(fresh.html)
  const [br, gzip] = await Promise.all([compress(identity, 'br'), compress(identity, 'gzip')])
  const etag = weakEtag(identity)
  return { status: fresh.status, headers: fresh.headers, etag, bodies: { identity, br, gzip } }
}
