import { lookup as resolve } from 'node:dns/promises'
import { Agent, errors, request, type Dispatcher } from 'undici'
import { displayUrl, readAddress } from '#newsroom/sources/http/display-url.ts'
import { ENCODINGS, readBody, tooLarge } from '#newsroom/sources/http/body.ts'
import { FetchError } from '#newsroom/sources/http/fetch-error.ts'
import { guardedConnector, isPublicAddress, type Guard } from '#newsroom/sources/http/public-address.ts'

export { FetchError }

/**
 * An answer of any status. `url` is the address that gave it, after redirects; `moved` is the same when all of them were
 * permanent, null when there was none or one that was not. `body` is decompressed, and empty with status 304.
 */
export type Fetched = {
  status: number
  url: string
  moved: string | null
  body: Uint8Array
  headers: { etag: string | null; lastModified: string | null; contentType: string | null }
}

/** What a fetch may ask for: only what is newer than what is kept (status 304 otherwise), and media types. */
type RequestOptions = { etag?: string | null; lastModified?: string | null; accept?: string }

/** Fetches public addresses; rejects with FetchError and nothing else. */
export type SafeFetch = {
  fetch(url: string, options?: RequestOptions): Promise<Fetched>
  /** Ends what is under way, and its connections; what is asked for later is refused. */
  close(): Promise<void>
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PERMANENT = new Set([301, 308])

/**
 * An HTTP client that follows no address, name or redirect into a private network. `contact` is the address of a
 * page about the reader, for the User-Agent; `timeout` is in milliseconds, for a whole fetch; `maxBytes` counts on the
 * wire and decompressed. `allowPrivate` lets it go anywhere; `lookup` and `isPublic` replace the system's resolver and the
 * judgement of an address.
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
  const running = new Map<AbortController, Promise<Fetched>>()
  let closed = false

  // Connections are not shared between fetches: ending a fetch is ending its connections, in whatever state they are.
  async function fetchOnce(address: string, wishes: RequestOptions, end: AbortController): Promise<Fetched> {
    const { signal } = end
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
      return await follow(address, { dispatcher, signal, headers: headersOf(wishes, options.contact) })
    } catch (error) {
      throw failureOf(signal.aborted ? signal.reason : error, { address, maxBytes })
    } finally {
      clearTimeout(timer)
      end.abort()
      await dispatcher.destroy()
    }
  }

  async function follow(
    address: string,
    how: { dispatcher: Dispatcher; signal: AbortSignal; headers: Record<string, string> },
  ): Promise<Fetched> {
    let url = readAddress(address)
    let permanent = true
    for (let redirects = 0; ; redirects += 1) {
      const { statusCode: status, headers, body } = await request(url, how)
      const location = REDIRECTS.has(status) ? first(headers.location) : null
      if (location === null) {
        const encoding = first(headers['content-encoding'])
        return {
          status,
          url: url.href,
          moved: redirects > 0 && permanent ? url.href : null,
          body: await readBody({ url: displayUrl(url.href), body, encoding, maxBytes }),
          headers: {
            etag: sendable(first(headers.etag)),
            lastModified: sendable(first(headers['last-modified'])),
            contentType: first(headers['content-type']),
          },
        }
      }
      // The text beside a redirect may have no end.
      body.on('error', () => {}).destroy()
      if (redirects === maxRedirects) {
        throw new FetchError('too-many-redirects', `${displayUrl(address)} redirects more than ${maxRedirects} times.`)
      }
      permanent &&= PERMANENT.has(status)
      url = readAddress(location, url)
    }
  }

  return {
    async fetch(url, wishes = {}) {
      if (closed) throw new FetchError('closed', `${displayUrl(url)} was not fetched: the newsroom is closing.`)
      const end = new AbortController()
      const fetched = fetchOnce(url, wishes, end)
      running.set(end, fetched)
      try {
        return await fetched
      } finally {
        running.delete(end)
      }
    },
    async close() {
      closed = true
      const ending = [...running]
      for (const [end] of ending) end.abort(new FetchError('closed', 'The fetch was ended: the newsroom is closing.'))
      await Promise.allSettled(ending.map(([, fetched]) => fetched))
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
    'accept-encoding': ENCODINGS,
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}

function first(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}

// It will be a header of the next request: what could not be one would keep its source from ever being read again.
function sendable(value: string | null): string | null {
  return value !== null && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null
}

function failureOf(error: unknown, { address, maxBytes }: { address: string; maxBytes: number }): FetchError {
  const shown = displayUrl(address)
  if (error instanceof FetchError) return error
  if (error instanceof errors.ResponseExceededMaxSizeError) return tooLarge(shown, maxBytes, { cause: error })
  const [code, message] = error instanceof Error ? [codeOf(error), error.message] : ['', String(error)]
  if (/^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code)) {
    return new FetchError('unreadable', `${shown} cannot be decompressed: ${message}.`, { cause: error })
  }
  return new FetchError('unreachable', `${shown} cannot be reached: ${displayUrl(message.trim() || code)}.`, {
    cause: error,
  })
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function tooSlow(address: string, timeout: number): FetchError {
  return new FetchError('too-slow', `${displayUrl(address)} had not answered in full after ${timeout / 1000} seconds.`)
}
