import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import {
  conditionsOf,
  errorResponse,
  textResponse,
  toHttpResponse,
  type CachedResponse,
  type HttpResponse,
} from '#server/http.ts'
import { isPage, type Pages } from '#server/pages.ts'
import type { ResponseCache } from '#server/response-cache.ts'
import type { Router } from '#server/router.ts'

// In characters: no address of ours is half as long.
const LONGEST_URL = 8_192

// As many requests as one connection may have waiting behind the one that is answered.
const MOST_WAITING = 100

/** Answers a request: what is cached first, by a look-up; then a call, feed or file, or a page, made now. */
export function createListener(options: {
  pages: Pages
  assets: Map<string, CachedResponse>
  router: Router
  cache: ResponseCache
  report: (error: unknown) => void
  /** Whether the server takes no more requests than those that are on their way. */
  isStopping?: () => boolean
}): RequestListener {
  const { pages, assets, router, cache, report, isStopping = () => false } = options

  function send(response: ServerResponse, { status, headers, body }: HttpResponse): void {
    if (isStopping()) response.shouldKeepAlive = false
    response.writeHead(status, headers)
    // Of an answer to HEAD, Node itself leaves the body out.
    response.end(body)
  }

  function fromCache({ method, url = '/' }: IncomingMessage): CachedResponse | null {
    if (method !== 'GET' && method !== 'HEAD') return null
    const query = url.indexOf('?')
    if (query === -1) return assets.get(url) ?? cache.get(url)
    const path = url.slice(0, query)
    // A call is kept by its query, and so is a page of a category; nothing else has one.
    return assets.get(path) ?? cache.get(url) ?? (isPage(url.slice(query)) ? null : cache.get(path))
  }

  async function respond({ method, url = '/' }: IncomingMessage): Promise<CachedResponse> {
    if (method !== 'GET' && method !== 'HEAD')
      return errorResponse(405, 'This server only answers GET and HEAD.', { headers: { allow: 'GET, HEAD' } })
    if (url.length > LONGEST_URL) return textResponse(414, 'This address is too long.')
    // A path may begin with two slashes, and a proxy's request with a host.
    const target = URL.parse(url.startsWith('/') ? `http://in-process${url}` : url)
    if (target === null) return textResponse(400, 'This is no address.')
    const asset = assets.get(target.pathname)
    return asset ?? (await cache.respond(router(target) ?? pages(target.pathname, target.search)))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      send(response, await toHttpResponse(await respond(request), conditionsOf(request)))
    } catch (error) {
      report(error)
      const sorry = textResponse(503, 'This cannot be shown right now. Please try again in a moment.')
      send(response, await toHttpResponse(sorry, conditionsOf(request)))
    }
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const cached = fromCache(request)
    const ready = cached && toHttpResponse(cached, conditionsOf(request))
    if (ready !== null && !(ready instanceof Promise)) send(response, ready)
    else void answer(request, response)
  }

  return (request, response) => {
    // A request that was sent before the one ahead of it was answered has no socket yet: its turn comes with one.
    if (response.socket !== null) return handle(request, response)
    if (waitsInLine(request.socket, response)) response.once('socket', () => handle(request, response))
    return undefined
  }
}

const waiting = new WeakMap<Socket, number>()

// Whoever sends on and on without reading what comes back loses the connection.
function waitsInLine(socket: Socket, response: ServerResponse): boolean {
  const count = (waiting.get(socket) ?? 0) + 1
  if (count > MOST_WAITING) {
    socket.destroy()
    return false
  }
  waiting.set(socket, count)
  response.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  return true
}
