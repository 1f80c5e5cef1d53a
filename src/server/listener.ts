import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { hasAlready } from '#api/etag.ts'
import { refuseMethod } from '#server/app.ts'
import type { AssetFile } from '#server/assets.ts'
import { chooseCoding, compress, isCompressible, type Coding } from '#server/compress.ts'
import { respondWith } from '#server/page-cache.ts'
import type { Pages } from '#server/pages.ts'
import { SAFE_HEADERS } from '#server/security.ts'

/** Answers a request: a page that is ready first, before any framework; then a built file, a call or feed, a page. */
export function createListener(options: {
  pages: Pages
  assets: Map<string, AssetFile>
  app: { fetch: (request: Request) => Response | Promise<Response> }
  report: (error: unknown) => void
}): RequestListener {
  const { pages, assets, app, report } = options

  const rest = getRequestListener(
    async (request) => {
      const response = await answer(request)
      for (const [name, value] of Object.entries(SAFE_HEADERS)) response.headers.set(name, value)
      return response
    },
    { overrideGlobalObjects: false },
  )

  async function answer(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod()
    const { pathname } = new URL(request.url)
    const coding = chooseCoding(request.headers.get('accept-encoding'))
    const asset = assets.get(pathname)
    if (asset) return assetResponse(asset, { coding, ifNoneMatch: request.headers.get('if-none-match') })
    const response = await app.fetch(request)
    // What is neither a call nor a feed is a page, if only the one that says so.
    if (response.status === 404 && response.body === null) return await page(request, pathname)
    return await compressed(response, coding)
  }

  async function page(request: Request, pathname: string): Promise<Response> {
    try {
      const ifNoneMatch = request.headers.get('if-none-match')
      const coding = chooseCoding(request.headers.get('accept-encoding'))
      const { status, headers, body } = respondWith(await pages.page(pathname), { coding, ifNoneMatch })
      return new Response(body === null ? null : Uint8Array.from(body), { status, headers })
    } catch (error) {
      report(error)
      return new Response('This page cannot be shown right now. Please try again in a moment.\n', {
        status: 503,
        headers: { 'retry-after': '30', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
      })
    }
  }

  return (request, response) => {
    if (!sendReady(request, response)) void rest(request, response)
  }

  function sendReady(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const [pathname = '/'] = (request.url ?? '/').split('?', 1)
    const ready = pages.ready(pathname)
    if (!ready) return false
    const coding = chooseCoding(request.headers['accept-encoding'])
    const { status, headers, body } = respondWith(ready, {
      coding,
      ifNoneMatch: request.headers['if-none-match'] ?? null,
    })
    response.writeHead(status, { ...SAFE_HEADERS, ...headers })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}

function assetResponse(
  asset: AssetFile,
  { coding, ifNoneMatch }: { coding: Coding | null; ifNoneMatch: string | null },
): Response {
  const headers = {
    'cache-control': asset.cacheControl,
    etag: asset.etag,
    vary: 'accept-encoding',
  }
  if (hasAlready(ifNoneMatch, asset.etag)) return new Response(null, { status: 304, headers })
  const encoded = coding === null ? null : asset[coding]
  return new Response(Uint8Array.from(encoded ?? asset.body), {
    headers: {
      ...headers,
      'content-type': asset.contentType,
      ...(encoded && coding ? { 'content-encoding': coding } : {}),
    },
  })
}

async function compressed(response: Response, coding: Coding | null): Promise<Response> {
  const type = response.headers.get('content-type')
  if (coding === null || response.body === null || !isCompressible(type, Number.POSITIVE_INFINITY)) return response
  const body = new Uint8Array(await response.arrayBuffer())
  if (!isCompressible(type, body.byteLength)) return new Response(body, response)
  const headers = new Headers(response.headers)
  headers.set('content-encoding', coding)
  headers.set('vary', 'accept-encoding')
  headers.delete('content-length')
  const etag = headers.get('etag')
  // The same thing in other bytes: a strong tag becomes a weak one.
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`)
  return new Response(Uint8Array.from(await compress(body, coding)), { status: response.status, headers })
}
