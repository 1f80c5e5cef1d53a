import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { COMMON_HEADERS } from '#server/security.ts'

type Encoding = 'br' | 'gzip'

/** A response that can be sent many times. Its body is compressed the first time a client accepts an encoding. */
export type CachedResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  etag: string | null
  body: Buffer
  /** The body in each encoding requested so far, or null for an encoding that is never used. */
  encoded: Partial<Record<Encoding, Uint8Array | Promise<Uint8Array> | null>>
}

// Compressing smaller bodies saves too little, so they are sent uncompressed.
const MIN_COMPRESSED_BYTES = 1_000

/** Creates a response. By default, its ETag is a hash of the body, and is weak if the body can be compressed. */
export function createResponse(response: {
  status?: number
  headers: Record<string, string>
  body: string | Uint8Array
  etag?: string | null
}): CachedResponse {
  const { status = 200, headers } = response
  const body = Buffer.from(response.body)
  const { etag = status === 200 ? weakEtag(body) : null } = response
  if (!isCompressible(headers['content-type']))
    return { status, headers, etag, body, encoded: { br: null, gzip: null } }
  return {
    status,
    headers: { ...headers, vary: 'accept-encoding' },
    etag: etag?.replace(/^(?!W\/)/, 'W/') ?? null,
    body,
    encoded: body.byteLength < MIN_COMPRESSED_BYTES ? { br: null, gzip: null } : {},
  }
}

/** Creates a JSON error response that pages from any origin may read. `more` is added to its body. */
export function errorResponse(status: 400 | 404 | 405, error: string, more: object | null = null): CachedResponse {
  const headers = { ...OPEN, ...errorHeaders(status), 'content-type': 'application/json; charset=utf-8' }
  return createResponse({ status, headers, body: JSON.stringify({ error, ...more }) })
}

/** Creates a plain-text response for a URL that currently has no page or file. */
export function textResponse(status: 400 | 404 | 503, text: string): CachedResponse {
  const headers = { ...errorHeaders(status), 'content-type': 'text/plain; charset=utf-8' }
  return createResponse({ status, headers, body: `${text}\n` })
}

function errorHeaders(status: number): Record<string, string> {
  const allow = status === 405 && { allow: 'GET, HEAD' }
  const unavailable = status === 503 && { 'retry-after': '30', 'x-robots-tag': 'noindex' }
  return { 'cache-control': 'no-store', ...allow, ...unavailable }
}

/** The headers that allow pages from any origin to read a response. */
export const OPEN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'etag, link' }

/** The response to the CORS preflight request (OPTIONS) for requests with custom headers. */
export const PREFLIGHT = createResponse({
  status: 204,
  headers: {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': '*',
    'access-control-max-age': '86400',
  },
  body: '',
})

/** Creates a permanent redirect to the canonical form of a URL. */
export function redirectResponse(location: string): CachedResponse {
  return createResponse({ status: 308, headers: { location, 'cache-control': 'public, max-age=3600' }, body: '' })
}

/**
 * Prepares a response for a client: encodes the body in the best encoding that the client accepts, or returns a 304
 * without a body if the client already has it. In the result, `headers` alternates names and values.
 */
export async function toHttpResponse(response: CachedResponse, request: IncomingHttpHeaders) {
  const { status, etag } = response
  const headers = Object.entries({ ...COMMON_HEADERS, ...response.headers }).flat()
  if (etag !== null) headers.push('etag', etag)
  const ifNoneMatch = request['if-none-match']
  if (status === 200 && etag !== null && ifNoneMatch !== undefined && etagMatches(etag, ifNoneMatch))
    return { status: 304, headers, body: null }
  if (status === 204) return { status, headers, body: null }
  const encoding = chooseEncoding(request['accept-encoding'])
  const encoded = encoding && (await encodedBody(response, encoding))
  if (encoding && encoded) headers.push('content-encoding', encoding)
  const body = encoded ?? response.body
  headers.push('content-length', String(body.byteLength))
  return { status, headers, body }
}

/** Decodes a path or part of one. Returns it unchanged if it is malformed. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the weak ETag of a body, which is the same for all encodings (RFC 9110, section 8.8). */
export function weakEtag(body: string | Uint8Array): string {
  return `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
}

// True if an `If-None-Match` header contains this ETag, by weak comparison (RFC 9110, section 13.1.2).
function etagMatches(etag: string, ifNoneMatch: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*')
}

function encodedBody({ body, encoded }: CachedResponse, encoding: Encoding) {
  const known = encoded[encoding]
  if (known !== undefined) return known
  // Store the promise so that concurrent requests wait for the same compression.
  const compressing = compress(body, encoding)
  encoded[encoding] = compressing
  compressing.catch(() => delete encoded[encoding])
  return compressing
}

/**
 * Returns the encoding that an `Accept-Encoding` header prefers, or null for an uncompressed body. If several encodings
 * have the same weight, prefers brotli to gzip, and gzip to no encoding (RFC 9110, section 12.5.3).
 */
export function chooseEncoding(acceptEncoding = ''): Encoding | null {
  const weights = new Map<string, number>()
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const others = weights.get('*') ?? 0
  const [br, gzip] = [weights.get('br') ?? others, weights.get('gzip') ?? others]
  const best = Math.max(br, gzip)
  if (best === 0 || (weights.get('identity') ?? 0) > best) return null
  return br === best ? 'br' : 'gzip'
}

// True if bodies with this content type are compressed.
function isCompressible(contentType: string | undefined): boolean {
  return /^(?:text\/|image\/svg|application\/(?:(?:feed\+)?json|javascript|xml|rss|atom|opensearch|manifest))/.test(
    contentType ?? '',
  )
}

const brotliInThread = promisify(brotliCompress)
const gzipInThread = promisify(gzip)

// Compresses a body in zlib's thread pool.
async function compress(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'gzip') return await gzipInThread(body, { level: 6 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength }
  return await brotliInThread(body, { params })
}
