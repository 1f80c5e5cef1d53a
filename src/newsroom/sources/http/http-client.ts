import { lookup as resolve } from 'node:dns/promises'
import { Agent, errors, fetch, type RequestInit, type Response } from 'undici'
import { displayUrl, FetchError, readAddress } from '#newsroom/sources/http/fetch-error.ts'
import { guardedConnector, isPublicAddress, type Guard } from '#newsroom/sources/http/public-address.ts'

export { FetchError }

/** A response with any status. */
export type Fetched = {
  status: number
  /** The address that sent it, after redirects. */
  url: string
  /** The same address if there were redirects and all of them were permanent. */
  moved: string | null
  /** Decompressed; empty if the status is 304. */
  body: Uint8Array
  headers: { etag: string | null; lastModified: string | null; contentType: string | null }
}

/** Options of a request. With `etag` or `lastModified`, the server answers an unchanged document with status 304. */
type RequestOptions = { etag?: string | null; lastModified?: string | null; accept?: string }

/** Fetches public addresses. */
export type SafeFetch = {
  /** Rejects only with FetchError. */
  fetch(url: string, options?: RequestOptions): Promise<Fetched>
  /** Ends all requests and their connections. Later requests are refused. */
  close(): Promise<void>
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PERMANENT = new Set([301, 308])

/**
 * Creates an HTTP client that does not follow an address, a name or a redirect into a private network. The User-Agent
 * contains `contact`, the URL of a page about this client. `timeout` limits a whole fetch, in milliseconds. `maxBytes` limits
 * the body before and after decompression. With `allowPrivate`, every address is permitted. `lookup` replaces the resolver
 * of the system, `isPublic` the check of an address.
 */
export function createSafeFetch(
  options: Partial<Guard> & {
    contact: string
    allowPrivate?: boolean
    timeout?: number
    maxBytes?: number
    maxRedirects?: number
  },
): SafeFetch {
  const { timeout = 15_000, maxBytes = 5 * 1024 * 1024, maxRedirects = 5 } = options
  const guard: Guard = {
    lookup: options.lookup ?? allAddresses,
    isPublic: options.allowPrivate ? () => true : (options.isPublic ?? isPublicAddress),
  }
  const closing = new AbortController()
  const running = new Set<Promise<Fetched>>()

  // Each fetch has its own connections, so that ending a fetch ends them in any state.
  async function fetchOnce(address: string, request: RequestOptions): Promise<Fetched> {
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, closing.signal])
    const timer = setTimeout(() => end.abort(tooSlow(address, timeout)), timeout)
    const dispatcher = new Agent({
      connect: guardedConnector({ ...guard, signal }),
      allowH2: false,
      pipelining: 1,
      connections: 1,
      maxResponseSize: maxBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    try {
      return await follow(address, { dispatcher, signal, headers: headersOf(request, options.contact) })
    } catch (error) {
      throw failureOf(signal.aborted ? signal.reason : error, { address, maxBytes })
    } finally {
      clearTimeout(timer)
      end.abort()
      await dispatcher.destroy()
    }
  }

  async function follow(address: string, init: RequestInit): Promise<Fetched> {
    let url = readAddress(address)
    let permanent = true
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url, { ...init, redirect: 'manual' })
      const { status, headers } = response
      const location = REDIRECTS.has(status) ? headers.get('location') : null
      if (location === null) {
        return {
          status,
          url: url.href,
          moved: redirects > 0 && permanent ? url.href : null,
          body: await readBody(response, { url: url.href, maxBytes }),
          headers: {
            etag: validHeaderValue(headers.get('etag')),
            lastModified: validHeaderValue(headers.get('last-modified')),
            contentType: headers.get('content-type'),
          },
        }
      }
      // The body of a redirect may be endless.
      response.body?.cancel().catch(() => {})
      if (redirects === maxRedirects) {
        throw new FetchError('too-many-redirects', `${displayUrl(address)} redirects more than ${maxRedirects} times.`)
      }
      permanent &&= PERMANENT.has(status)
      url = readAddress(location, url)
    }
  }

  return {
    async fetch(url, request = {}) {
      const fetched = fetchOnce(url, request)
      running.add(fetched)
      return await fetched.finally(() => running.delete(fetched))
    },
    async close() {
      closing.abort(new FetchError('closed', 'The fetch was ended, because the newsroom is closing.'))
      await Promise.allSettled(running)
    },
  }
}

async function allAddresses(name: string): Promise<string[]> {
  const found = await resolve(name, { all: true })
  return found.map(({ address }) => address)
}

function headersOf({ etag, lastModified, accept = '*/*' }: RequestOptions, contact: string): Record<string, string> {
  return {
    'user-agent': `Stet/0.1 (+${contact})`,
    accept,
    'accept-encoding': 'gzip, deflate, br',
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}

// The agent limits the size on the wire, this the decompressed size.
async function readBody(response: Response, { url, maxBytes }: { url: string; maxBytes: number }): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(displayUrl(url), maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// Sent back as a request header. An invalid value would make every later request fail.
function validHeaderValue(value: string | null): string | null {
  return value !== null && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null
}

function failureOf(error: unknown, { address, maxBytes }: { address: string; maxBytes: number }): FetchError {
  const shown = displayUrl(address)
  if (error instanceof FetchError) return error
  // The error of `fetch` has its reason in its cause.
  if (error instanceof TypeError && error.cause !== undefined) return failureOf(error.cause, { address, maxBytes })
  if (error instanceof errors.ResponseExceededMaxSizeError) return tooLarge(shown, maxBytes, { cause: error })
  const [code, message] = error instanceof Error ? [codeOf(error), error.message] : ['', String(error)]
  if (/^(?:Z_|ZSTD_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code)) {
    return new FetchError('unreadable', `${shown} cannot be decompressed: ${message}.`, { cause: error })
  }
  return new FetchError('unreachable', `${shown} cannot be reached: ${displayUrl(message.trim() || code)}.`, {
    cause: error,
  })
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function tooLarge(url: string, maxBytes: number, options?: ErrorOptions): FetchError {
  const message = `${url} is larger than ${maxBytes} bytes, the most that is read of one address.`
  return new FetchError('too-large', message, options)
}

function tooSlow(address: string, timeout: number): FetchError {
  return new FetchError('too-slow', `${displayUrl(address)} had not answered in full after ${timeout / 1000} seconds.`)
}
