import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Unavailable, Unsupported } from '#bucket/bucket.ts'
import { readError } from '#bucket/s3-xml.ts'
import type { S3Store } from '#bucket/s3-address.ts'

/**
 * A request to a store. `doing` completes the sentence "The bucket could not …" in error messages. A request without a
 * key is for the bucket itself.
 */
export type S3Request = {
  doing: string
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** A complete response with status 2xx, 404 (the key does not exist) or 412 (the key exists). */
export type S3Response = { status: number; headers: Headers; body: Uint8Array }

/**
 * Dependencies of a request. `timeLimit` is the timeout for an attempt in milliseconds, not counting body transfers.
 */
export type S3Options = {
  fetch?: typeof fetch
  pause?: (milliseconds: number) => Promise<unknown>
  random?: () => number
  now?: () => Date
  timeLimit?: number
}

/** An error that a retry may resolve. If the last attempt also fails with it, its cause is thrown instead. */
export class TransientError extends Error {
  override name = 'TransientError'
  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

const MAX_ATTEMPTS = 5
const FIRST_DELAY_MS = 100
const TIMEOUT_MS = 10_000

// The minimum supported bandwidth, which determines how much the timeout is extended for large bodies.
const MIN_BYTES_PER_MS = 50

/** Runs an operation up to 5 times while it throws TransientError, with exponential backoff and jitter. */
export async function withRetry<T>(attempt: () => Promise<T>, options: S3Options): Promise<T> {
  const { pause = wait, random = Math.random } = options
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TransientError)) throw error
      if (failures === MAX_ATTEMPTS) throw error.cause
      await pause(FIRST_DELAY_MS * 2 ** (failures - 1) * (0.5 + random() / 2))
    }
  }
}

/**
 * Sends a signed request and reads the complete response within the timeout. Rejects with TransientError if a retry may
 * help, otherwise with Unavailable or Unsupported. Messages do not contain credentials.
 */
export async function send(store: S3Store, request: S3Request, options: S3Options): Promise<S3Response> {
  const response = await exchange(store, request, options)
  if (response.status < 300 || response.status === 412) return response
  const { code, message } = readError(Buffer.from(response.body).toString())
  // A response to HEAD has no body, so it cannot contain an error code.
  if (response.status === 404 && (code === 'NoSuchKey' || request.method === 'HEAD')) return response
  const failed = `${nameOf(store)} could not ${request.doing}`
  const words = `${[response.status, code].join(' ').trim()}${message && `: ${message}`}`
  if (TRANSIENT_STATUS.has(response.status) || TRANSIENT_CODES.has(code)) {
    throw new TransientError(new Unavailable(`${failed}: it responded with ${words}. Try again later.`))
  }
  const advice = adviceFor(code, response, store)
  if (advice !== null) throw new Unavailable(`${failed}: ${advice} (${words}).`)
  if (response.status === 404) {
    throw new Unavailable(`${failed}: the server at this endpoint is not an S3 store. Check the endpoint (${words}).`)
  }
  throw new Unsupported(`${failed}: the store rejected the request (${words}). Use a store that supports it.`)
}

const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504])
const TRANSIENT_CODES = new Set([
  'RequestTimeout',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'ConditionalRequestConflict',
  'OperationAborted',
])

// Returns the reason for a rejection and advice, phrased to follow a colon, or null if the reason is unknown.
function adviceFor(code: string, { status, headers }: S3Response, store: S3Store): string | null {
  const there = headers.get('x-amz-bucket-region')
  if (code === 'RequestTimeTooSkewed') {
    const clocks = `it is ${new Date().toISOString()} here, but ${headers.get('date') ?? 'another time'} at the store`
    return `this machine's clock or the store's is wrong: ${clocks}. Set the clock`
  }
  if (code === 'NoSuchBucket') return 'the bucket does not exist. Create it, or correct its name and endpoint'
  if (/Token/.test(code)) return 'the session token has expired or is wrong. Get new credentials and start again'
  if (code === 'SignatureDoesNotMatch' || code === 'InvalidAccessKeyId') {
    return 'it does not accept the credentials. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile'
  }
  if (code === 'AuthorizationHeaderMalformed' || (status >= 300 && status < 400)) {
    return `the bucket is not in ${store.region}. Set its region${there === null ? '' : ` to ${there}`}`
  }
  if (status === 401 || status === 403) {
    return 'the credentials lack permission. Allow them to list the bucket, and to read, write and delete its objects'
  }
  return null
}

async function exchange(store: S3Store, request: S3Request, options: S3Options): Promise<S3Response> {
  const { fetch: doFetch = fetch, timeLimit = TIMEOUT_MS } = options
  const { method, body } = request
  const signed = await sign(store, request, options.now?.() ?? new Date())
  const limit = timeLimit + (body?.length ?? 0) / MIN_BYTES_PER_MS
  const timeout = new AbortController()
  const abort = () => timeout.abort()
  let timer = setTimeout(abort, limit)
  try {
    const { signal } = timeout
    const response = await doFetch(signed.url, { method, headers: signed.headers, body, signal, redirect: 'manual' })
    const { status, headers } = response
    const announced = Number(headers.get('content-length') ?? 0)
    clearTimeout(timer)
    timer = setTimeout(abort, limit + announced / MIN_BYTES_PER_MS)
    return { status, headers, body: new Uint8Array(await response.arrayBuffer()) }
  } catch (cause) {
    const reason = timeout.signal.aborted ? `it did not respond within ${Math.ceil(limit / 1000)} s` : reasonOf(cause)
    const sentence = `${nameOf(store)} could not ${request.doing}: ${reason}. Check that the store is running and that its endpoint is correct.`
    throw new TransientError(new Unavailable(sentence, { cause }))
  } finally {
    clearTimeout(timer)
  }
}

async function sign(store: S3Store, { method, key, query, headers, body }: S3Request, time: Date) {
  const url = new URL(key === undefined ? `${store.url}/` : `${store.url}/${encode(key).replaceAll('%2F', '/')}`)
  url.search = Object.entries(query ?? {})
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&')
  const signer = new AwsV4Signer({
    ...store.credentials,
    service: 's3',
    region: store.region,
    method,
    url: url.href,
    datetime: time.toISOString().replace(/[:-]|\.\d{3}/g, ''),
    headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '') },
  })
  const signed = await signer.sign()
  // Do not sign this header, because proxies change it.
  signed.headers.set('accept-encoding', 'identity')
  return signed
}

// Encodes everything except letters, digits, "-", ".", "_" and "~", as signatures require.
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Returns a store's name for messages. */
export function nameOf({ name, url }: S3Store): string {
  return `The bucket s3://${name} at ${new URL(url).host}`
}

// Returns the reason why a fetch failed, which is in its error's cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? `${cause.message || 'no connection'} (${String(cause.code)})` : cause.message
}
