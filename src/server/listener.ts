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

// Maximum number of requests on one connection that may wait for earlier responses. Without this limit, 300 connections
// that sent requests but did not read the responses made the server use 2.5 GB of memory.
const MAX_PIPELINED = 100

/** Creates the listener for all requests. It responds with assets, cached responses or newly rendered ones. */
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
    if (method !== 'GET' && method !== 'HEAD') return errorResponse(405, 'This server only supports GET and HEAD.')
    // Add a host to the path, because a path that begins with two slashes would otherwise be parsed as a host. Requests
    // in the form for proxies already contain one.
    const target = URL.parse(url.startsWith('/') ? `http://in-process${url}` : url)
    if (target === null) return textResponse(400, 'Malformed URL.')
    const { pathname, search } = target
    const canonical = `/${pathname.split('/').filter(Boolean).join('/')}`
    if (canonical !== pathname && isKnown(canonical)) return redirectResponse(canonical + search)
    const asset = assets.get(pathname)
    return asset ?? (await cache.respond(router(target) ?? pages(pathname, search)))
  }

  // True if a path exists, in which case the same path with extra slashes redirects to it. Bucket files are excluded.
  function isKnown(pathname: string): boolean {
    if (assets.has(pathname) || matchRoute(pathname).screen !== 'not-found') return true
    return !pathname.startsWith('/bucket/') && router({ pathname, searchParams: new URLSearchParams() }) !== null
  }

  return async (request, response) => {
    // A pipelined request has no socket until the earlier responses are sent.
    if (response.socket === null && isFlooding(request.socket, response)) return void request.socket.destroy()
    const prepare = (cached: CachedResponse) => toHttpResponse(cached, request.headers)
    const { status, headers, body } = await respond(request)
      .then(prepare)
      .catch((error: unknown) => {
        report(error)
        return prepare(textResponse(503, 'This page is temporarily unavailable. Please try again in a moment.'))
      })
    response.writeHead(status, headers)
    // Node omits the body if the request method is HEAD.
    response.end(body)
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
 * Stops a server. The server rejects new connections, responds to pending requests, and closes each connection as soon
 * as it is idle. After `limit` milliseconds, it closes all connections. Resolves when the last connection is closed.
 */
export async function drain(server: Server, { limit = 10_000 } = {}): Promise<void> {
  // Makes the server send "Connection: close" with all further responses.
  server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false))
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const late = setTimeout(() => server.closeAllConnections(), limit)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(idle)
  clearTimeout(late)
}

const IDLE_CHECK_MS = 100
