import { lookup as resolve } from 'node:dns/promises'
import { gunzipSync } from 'node:zlib'
import { EnvHttpProxyAgent, request, type Dispatcher } from 'undici'
import {
  assertPublic,
  FetchError,
  guardedConnector,
  isPublicAddress,
  type Guard,
} from '#newsroom/sources/http/public-address.ts'

/** A response, whatever its status. */
export type Fetched = {
  status: number
  /** The URL that sent the response, after any redirects. */
  url: string
  /** The decompressed body, which is empty if the status is 304. */
  body: Uint8Array
  headers: { etag: string | null; lastModified: string | null; contentType: string | null }
}

/**
 * Options for a request. If the document still has this `etag` or `lastModified`, the server responds with status 304.
 */
type RequestOptions = { etag?: string | null; lastModified?: string | null; accept?: string }

/** An HTTP client that fetches only public URLs. */
export type SafeFetch = {
  /** Rejects only with FetchError. */
  fetch(url: string, options?: RequestOptions): Promise<Fetched>
  /** Aborts all current requests and rejects later ones. */
  close(): Promise<void>
}

type ClientOptions = Partial<Guard> & {
  /** The URL of a page about this client, sent in the User-Agent header. */
  contact: string
  /** True to allow private addresses as well. */
  allowPrivate?: boolean
  /** True if HTTP_PROXY or HTTPS_PROXY is set. Host names are then checked before they are sent to the proxy. */
  isProxied?: boolean
  /** Time limit for a fetch and its redirects together, in milliseconds. */
  timeout?: number
  /** Maximum size of a body in bytes, both before and after decompression. */
  maxBytes?: number
}

/**
 * Creates an HTTP client that never connects to a private network, whether through a URL, a host name or a redirect. It
 * uses the proxies in HTTP_PROXY and HTTPS_PROXY, except for hosts in NO_PROXY. Tests replace `lookup` and `isPublic`.
 */
export function createSafeFetch(options: ClientOptions): SafeFetch {
  const { contact, timeout = 15_000, maxBytes = 5 * 1024 * 1024 } = options
  const guard: Guard = {
    lookup: options.lookup ?? allAddresses,
    isPublic: options.allowPrivate ? () => true : (options.isPublic ?? isPublicAddress),
  }
  const closing = new AbortController()

  async function fetchOnce(url: string, requestOptions: RequestOptions = {}): Promise<Fetched> {
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, closing.signal, AbortSignal.timeout(timeout)])
    let dispatcher: Dispatcher | undefined
    try {
      // Use separate connections for each fetch so that all of them can be closed when it ends.
      dispatcher = new EnvHttpProxyAgent({
        connect: guardedConnector({ ...guard, signal }),
        allowH2: false,
        pipelining: 1,
        connections: 1,
        maxResponseSize: maxBytes,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      return await follow(url, { dispatcher, signal, headers: headersOf(requestOptions, contact) })
    } catch (error) {
      throw failureOf(signal.aborted ? signal.reason : error, { url, timeout, maxBytes })
    } finally {
      end.abort()
      await dispatcher?.destroy()
    }
  }

  async function follow(
    start: string,
    init: { dispatcher: Dispatcher; signal: AbortSignal; headers: Record<string, string> },
  ): Promise<Fetched> {
    let url = readUrl(start)
    for (let redirects = 0; ; redirects += 1) {
      // The proxy connects to the host, so the guarded connector sees only the proxy's address.
      if (options.isProxied) await assertPublic(url.hostname, guard)
      const { statusCode: status, headers: received, body } = await request(url, init)
      const location = REDIRECTS.has(status) ? headerOf(received, 'location') : null
      if (location === null) {
        return {
          status,
          url: url.href,
          body: status === 304 ? new Uint8Array() : decompress(await body.bytes(), maxBytes),
          headers: {
            etag: validHeaderValue(headerOf(received, 'etag')),
            lastModified: validHeaderValue(headerOf(received, 'last-modified')),
            contentType: headerOf(received, 'content-type'),
          },
        }
      }
      // Do not read a redirect's body, because it may be endless.
      body.on('error', () => {}).destroy()
      if (redirects === MAX_REDIRECTS)
        throw new FetchError(`${displayUrl(start)} redirects more than ${MAX_REDIRECTS} times.`)
      url = readUrl(location, url)
    }
  }

  return {
    fetch: fetchOnce,
    async close() {
      closing.abort(new FetchError('The request was aborted because the newsroom is closing.', { isTransient: true }))
    },
  }
}

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

async function allAddresses(name: string): Promise<string[]> {
  return (await resolve(name, { all: true })).map(({ address }) => address)
}

// Parses a URL and drops its fragment. URL.parse() normalises every way to write an IPv4 address, such as 2130706433,
// 0x7f.1 or 0177.1.
function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new FetchError(`"${displayUrl(text)}" is not the URL of a web page. It must begin with https://.`)
  if (url.username !== '' || url.password !== '')
    throw new FetchError(
      `A URL on ${url.host} contains a password. Remove the password, because only public pages are read.`,
    )
  url.hash = ''
  return url
}

function headersOf({ etag, lastModified, accept = '*/*' }: RequestOptions, contact: string): Record<string, string> {
  return {
    'user-agent': `Stet/0.1 (+${contact})`,
    accept,
    'accept-encoding': 'gzip',
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  }
}

function headerOf(headers: Dispatcher.ResponseData['headers'], name: string): string | null {
  return [headers[name] ?? []].flat()[0] ?? null
}

// Detects gzip by its first bytes, because some servers do not declare it, or declare it for plain text.
function decompress(body: Uint8Array, maxBytes: number): Uint8Array {
  return body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body, { maxOutputLength: maxBytes }) : body
}

// Returns null for a value that is not valid in a request header, because sending it back would make every later
// request fail.
function validHeaderValue(value: string | null): string | null {
  return value !== null && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null
}

function failureOf(cause: unknown, { url, ...limits }: { url: string; timeout: number; maxBytes: number }): FetchError {
  if (cause instanceof FetchError) return cause
  const shown = displayUrl(url)
  const [code, message] = cause instanceof Error ? [codeOf(cause), cause.message] : ['', String(cause)]
  if (code === 'TimeoutError')
    return new FetchError(`${shown} did not send its complete response within ${limits.timeout / 1000} seconds.`, {
      isTransient: true,
    })
  if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new FetchError(`${shown} is larger than the limit of ${limits.maxBytes} bytes.`)
  if (code.startsWith('Z_')) return new FetchError(`${shown} cannot be decompressed: ${message}.`, { cause })
  const reason = displayUrl(message.trim() || code)
  return new FetchError(`${shown} cannot be reached: ${reason}.`, { cause, isTransient: true })
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

// Formats a URL for a message: on one line, at most 200 characters, without a password.
function displayUrl(url: string): string {
  const line = url.replaceAll(/[\p{C}\s]+/gu, ' ').replace(/\/\/[^/?#]*@/, '//')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
