import { lookup as resolve } from 'node:dns/promises'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { EnvHttpProxyAgent, request, type Dispatcher } from 'undici'
import { displayUrl, FetchError, readAddress } from '#newsroom/sources/http/fetch-error.ts'
import { assertPublic, guardedConnector, isPublicAddress, type Guard } from '#newsroom/sources/http/public-address.ts'

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

type RequestInit = { dispatcher: Dispatcher; signal: AbortSignal; headers: Record<string, string> }

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PERMANENT = new Set([301, 308])

/**
 * Creates an HTTP client that does not follow an address, a name or a redirect into a private network. The User-Agent
 * contains `contact`, the URL of a page about this client. `timeout` limits a whole fetch, in milliseconds. `maxBytes` limits
 * the body before and after decompression. With `allowPrivate`, every address is permitted. `lookup` replaces the resolver
 * of the system, `isPublic` the check of an address. HTTP_PROXY, HTTPS_PROXY and NO_PROXY are honoured. Set `isProxied` if
 * there is a proxy, so that addresses are checked before they are sent to it.
 */
export function createSafeFetch(
  options: Partial<Guard> & {
    contact: string
    allowPrivate?: boolean
    isProxied?: boolean
    timeout?: number
    maxBytes?: number
    maxRedirects?: number
  },
): SafeFetch {
  const { contact, timeout = 15_000, maxBytes = 5 * 1024 * 1024, maxRedirects = 5 } = options
  const guard: Guard = {
    lookup: options.lookup ?? allAddresses,
    isPublic: options.allowPrivate ? () => true : (options.isPublic ?? isPublicAddress),
  }
  const closing = new AbortController()

  // Each fetch has its own connections, so that ending a fetch ends them in any state.
  async function fetchOnce(address: string, asked: RequestOptions = {}): Promise<Fetched> {
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, closing.signal])
    const timer = setTimeout(() => end.abort(tooSlow(address, timeout)), timeout)
    const dispatcher = new EnvHttpProxyAgent({
      connect: guardedConnector({ ...guard, signal }),
      allowH2: false,
      pipelining: 1,
      connections: 1,
      maxResponseSize: maxBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    try {
      return await follow(address, { dispatcher, signal, headers: headersOf(asked, contact) })
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
    const cookies = new Map<string, string>()
    for (let redirects = 0; ; redirects += 1) {
      // A proxy connects instead of the guarded connector.
      if (options.isProxied) await assertPublic(url.hostname, guard)
      const cookie = [...cookies].flatMap(([key, pair]) => (key.startsWith(`${url.origin} `) ? [pair] : [])).join('; ')
      const headers = { ...init.headers, ...(cookie !== '' && { cookie }) }
      const { statusCode: status, headers: received, body } = await request(url, { ...init, headers })
      const location = REDIRECTS.has(status) ? headerOf(received, 'location') : null
      if (location === null) {
        const encoding = headerOf(received, 'content-encoding') ?? ''
        return {
          status,
          url: url.href,
          moved: redirects > 0 && permanent ? url.href : null,
          body: status === 304 ? new Uint8Array() : decompress(await body.bytes(), encoding, maxBytes),
          headers: {
            etag: validHeaderValue(headerOf(received, 'etag')),
            lastModified: validHeaderValue(headerOf(received, 'last-modified')),
            contentType: headerOf(received, 'content-type'),
          },
        }
      }
      // The body of a redirect may be endless.
      body.on('error', () => {}).destroy()
      if (redirects === maxRedirects) {
        throw new FetchError('too-many-redirects', `${displayUrl(address)} redirects more than ${maxRedirects} times.`)
      }
      for (const line of [received['set-cookie'] ?? []].flat()) {
        const pair = validHeaderValue(line.split(';')[0] ?? '')?.trim()
        if (pair) cookies.set(`${url.origin} ${pair.split('=')[0]}`, pair)
      }
      permanent &&= PERMANENT.has(status)
      url = readAddress(location, url)
    }
  }

  return {
    fetch: fetchOnce,
    async close() {
      closing.abort(new FetchError('closed', 'The fetch was ended, because the newsroom is closing.'))
    },
  }
}

async function allAddresses(name: string): Promise<string[]> {
  return (await resolve(name, { all: true })).map(({ address }) => address)
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

function headerOf(headers: Dispatcher.ResponseData['headers'], name: string): string | null {
  return [headers[name] ?? []].flat()[0] ?? null
}

const DECODERS = new Map<string, (body: Uint8Array, limit: { maxOutputLength: number }) => Uint8Array>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
])

// The agent limits the size on the wire, this the decompressed size. Other words than codings, such as `UTF-8`, mean
// nothing. Some servers name a coding twice, or send a file in gzip without saying so.
function decompress(body: Uint8Array, encoding: string, maxBytes: number): Uint8Array {
  const codings = encoding
    .toLowerCase()
    .split(/[\s,]+/)
    .toReversed()
  const limit = { maxOutputLength: maxBytes }
  let result = body
  for (const coding of codings) {
    const isDecoded = result !== body && !isGzip(result)
    if (result.length === 0 || (isDecoded && /gzip/.test(coding))) continue
    // Some servers send the compressed data without the header of zlib.
    if (coding === 'deflate')
      result = ((result[0] ?? 0) & 0x0f) === 8 ? inflateSync(result, limit) : inflateRawSync(result, limit)
    result = DECODERS.get(coding)?.(result, limit) ?? result
  }
  return isGzip(result) ? gunzipSync(result, limit) : result
}

function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}

// Sent back as a request header. An invalid value would make every later request fail.
function validHeaderValue(value: string | null): string | null {
  return value !== null && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null
}

function failureOf(error: unknown, { address, maxBytes }: { address: string; maxBytes: number }): FetchError {
  if (error instanceof FetchError) return error
  const shown = displayUrl(address)
  const [code, message] = error instanceof Error ? [codeOf(error), error.message] : ['', String(error)]
  if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new FetchError('too-large', `${shown} is larger than ${maxBytes} bytes, the limit for one address.`)
  if (/^(?:Z_|ZSTD_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code))
    return new FetchError('unreadable', `${shown} cannot be decompressed: ${message}.`, { cause: error })
  const reason = displayUrl(message.trim() || code)
  return new FetchError('unreachable', `${shown} cannot be reached: ${reason}.`, { cause: error })
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function tooSlow(address: string, timeout: number): FetchError {
  return new FetchError('too-slow', `${displayUrl(address)} had not answered in full after ${timeout / 1000} seconds.`)
}
