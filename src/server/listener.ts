import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { matchRoute } from '#blog/routes.ts'
import {
  errorResponse,
  PREFLIGHT,
  redirectResponse,
  textResponse,
  toHttpResponse,
  type CachedResponse,
} from '#server/http.ts'
import type { Pages } from '#server/pages.ts'
import type { ResponseCache } from '#server/response-cache.ts'
import type { Router } from '#server/router.ts'

// Requests of one connection that may wait for the responses before them. Without a limit, 300 connections that send requests
// and read no responses made the server take 2.5 GB.
const MAX_PIPELINED = 100

/** Makes the listener that answers every request: from the assets or the cache, or with a new call, feed, file or page. */
export function createListener(options: {
  pages: Pages
  assets: Map<string, CachedResponse>
  router: Router
  cache: ResponseCache
  report: (error: unknown) => void
}): RequestListener {
  const { pages, assets, router, cache, report } = options

  async function respond({ method, url = '/' }: IncomingMessage): Promise<CachedResponse> {
    if (method === 'OPTIONS') return PREFLIGHT
    if (method !== 'GET' && method !== 'HEAD')
      return errorResponse(405, 'This server only answers GET and HEAD.', { headers: { allow: 'GET, HEAD' } })
    // A path may begin with two slashes, and a proxy's request with a host.
    const target = URL.parse(url.startsWith('/') ? `http://in-process${url}` : url)
    if (target === null) return textResponse(400, 'Malformed URL.')
    const { pathname, search } = target
    const canonical = `/${pathname.split('/').filter(Boolean).join('/')}`
    if (canonical !== pathname && isKnown(canonical)) return redirectResponse(canonical + search)
    const asset = assets.get(pathname)
    return asset ?? (await cache.respond(router(target) ?? pages(pathname, search)))
  }

  // Files of the bucket have no other addresses.
  function isKnown(pathname: string): boolean {
    if (assets.has(pathname) || matchRoute(pathname).screen !== 'not-found') return true
    return !pathname.startsWith('/bucket/') && router({ pathname, searchParams: new URLSearchParams() }) !== null
  }

  async function send(response: ServerResponse, cached: CachedResponse, request: IncomingMessage): Promise<void> {
    const { status, headers, body } = await toHttpResponse(cached, request.headers)
    response.writeHead(status, headers)
    // Node itself omits the body of an answer to HEAD.
    response.end(body)
  }

  return async (request, response) => {
    // A pipelined request has no socket until the responses before it are sent.
    if (response.socket === null && isFlooding(request.socket, response)) return void request.socket.destroy()
    try {
      await send(response, await respond(request), request)
    } catch (error) {
      report(error)
      const sorry = textResponse(503, 'This cannot be shown right now. Please try again in a moment.')
      await send(response, sorry, request)
    }
  }
}

const pipelined = new WeakMap<Socket, number>()

function isFlooding(socket: Socket, response: ServerResponse): boolean {
  const count = (pipelined.get(socket) ?? 0) + 1
  pipelined.set(socket, count)
  response.once('socket', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1))
  return count > MAX_PIPELINED
}

/**
 * Stops a server: it accepts no new connections, answers the requests that it already has, and closes each connection when
 * it is idle. After `limit` milliseconds it closes all connections. Resolves when the last one is closed.
 */
export async function drain(server: Server, { limit = 10_000 } = {}): Promise<void> {
  // Responses to later requests say "Connection: close".
  server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false))
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const late = setTimeout(() => server.closeAllConnections(), limit)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(idle)
  clearTimeout(late)
}

const IDLE_CHECK_MS = 100
