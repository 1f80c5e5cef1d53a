import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  chooseEncoding,
  compress,
  compressBest,
  compressSync,
  isCompressible,
  type Encoding,
} from '#server/encoding.ts'
import { COMMON_HEADERS } from '#server/security.ts'

/** A response that can be sent any number of times; its body is compressed when somebody first accepts an encoding. */
export type CachedResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  etag: string | null
  body: Buffer
  /** The body in the encodings that were asked for, null in those that it is never sent in. */
  encoded: Partial<Record<Encoding, Uint8Array | Promise<Uint8Array> | null>>
  /** How often it was sent in brotli since it was made here; what comes compressed from the build does not count. */
  sent?: number
}

/** What a client accepts, and what it has already. */
export type Conditions = { encoding: Encoding | null; ifNoneMatch: string | null; ifModifiedSince: string | null }

/** What goes over the wire; `headers` are names and values in turn. */
export type HttpResponse = { status: number; headers: string[]; body: Uint8Array | null }

// What was sent so often is worth the best compression: a tenth of a page less for everybody who comes after.
const WORTH_BEST = 3

// Less than this is sent as it is; more than that is compressed off the thread, as it takes longer than a millisecond.
const WORTH_COMPRESSING = 1_000
const COMPRESSED_AT_ONCE = 128 * 1024

/** A response from a body. Its entity tag follows from the body unless one is given, and is weak where several encodings have it. */
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
  const encoded = body.byteLength < WORTH_COMPRESSING ? { br: null, gzip: null } : {}
  return {
    status,
    headers: { ...headers, vary: 'accept-encoding' },
    etag: etag?.replace(/^(?!W\/)/, 'W/') ?? null,
    body,
    encoded,
    sent: 0,
  }
}

/** A JSON response that says what is wrong, to every origin. */
export function errorResponse(
  status: 400 | 404 | 405 | 503,
  error: string,
  { headers = {}, more = {} }: { headers?: Record<string, string>; more?: Record<string, unknown> } = {},
): CachedResponse {
  return createResponse({
    status,
    headers: { ...OPEN, ...NOT_KEPT[status], ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error, ...more }),
  })
}

/** A plain sentence instead of a page or a file. */
export function textResponse(status: 400 | 404 | 414 | 503, text: string): CachedResponse {
  const headers = { ...NOT_KEPT[status], 'content-type': 'text/plain; charset=utf-8' }
  return createResponse({ status, headers, body: `${text}\n` })
}

/** The header of what every origin may read. */
export const OPEN = { 'access-control-allow-origin': '*' }

const NO_STORE = { 'cache-control': 'no-store' }
const NOT_KEPT = {
  400: NO_STORE,
  404: NO_STORE,
  405: NO_STORE,
  414: NO_STORE,
  503: { ...NO_STORE, 'retry-after': '30', 'x-robots-tag': 'noindex' },
}

/** The conditions of a request. */
export function conditionsOf({ headers }: IncomingMessage): Conditions {
  return {
    encoding: chooseEncoding(headers['accept-encoding']),
    ifNoneMatch: headers['if-none-match'] ?? null,
    ifModifiedSince: headers['if-modified-since'] ?? null,
  }
}

/** The response for a client: in the encoding that it prefers, or 304 when it has it. A promise only while something large is compressed. */
export function toHttpResponse(response: CachedResponse, conditions: Conditions): HttpResponse | Promise<HttpResponse> {
  if (isNotModified(response, conditions)) return httpResponse(response, { status: 304, encoding: null, body: null })
  const { status, body } = response
  const { encoding } = conditions
  const encoded = encoding === null ? null : encodedBody(response, encoding)
  if (encoded === null) return httpResponse(response, { status, encoding: null, body })
  if (encoded instanceof Uint8Array) return httpResponse(response, { status, encoding, body: encoded })
  return encoded.then((bytes) => httpResponse(response, { status, encoding, body: bytes }))
}

/** A weak entity tag of a body: the same content in whatever encoding (RFC 9110, section 8.8). */
export function weakEtag(body: string | Uint8Array): string {
  return `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
}

/** Whether an `If-None-Match` names this tag, compared weakly (RFC 9110, section 13.1.2). */
export function etagMatches(etag: string, ifNoneMatch: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*')
}

// A date counts only for a client that sends no tag (RFC 9110, section 13.1.3), and only when it is the very one that it
// was given: a server that was started again knows a later one of the same state.
function isNotModified({ status, etag, headers }: CachedResponse, conditions: Conditions): boolean {
  const { ifNoneMatch, ifModifiedSince } = conditions
  if (status !== 200) return false
  if (ifNoneMatch !== null) return etag !== null && etagMatches(etag, ifNoneMatch)
  return ifModifiedSince !== null && headers['last-modified'] === ifModifiedSince
}

function encodedBody(response: CachedResponse, encoding: Encoding): Uint8Array | Promise<Uint8Array> | null {
  const { body, encoded } = response
  const known = encoded[encoding]
  if (encoding === 'br' && known && response.sent !== undefined && (response.sent += 1) === WORTH_BEST) {
    compressBest(body).then(
      (bytes) => (encoded.br = bytes),
      () => {},
    )
  }
  if (known !== undefined) return known
  if (body.byteLength <= COMPRESSED_AT_ONCE) return (encoded[encoding] = compressSync(body, encoding))
  // Once, however many ask meanwhile.
  const compressing = compress(body, encoding)
  encoded[encoding] = compressing
  compressing.then(
    (bytes) => (encoded[encoding] = bytes),
    () => delete encoded[encoding],
  )
  return compressing
}

function httpResponse(
  { headers, etag }: CachedResponse,
  { status, encoding, body }: { status: number; encoding: Encoding | null; body: Uint8Array | null },
): HttpResponse {
  const all: string[] = []
  for (const name in COMMON) all.push(name, COMMON[name] ?? '')
  for (const name in headers) all.push(name, headers[name] ?? '')
  if (etag !== null) all.push('etag', etag)
  if (encoding !== null) all.push('content-encoding', encoding)
  if (body !== null) all.push('content-length', String(body.byteLength))
  return { status, headers: all, body }
}

const COMMON: Readonly<Record<string, string>> = COMMON_HEADERS
