import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Unavailable, Unsupported } from '#bucket/bucket.ts'
import { readError } from '#bucket/s3-xml.ts'
import type { S3Store } from '#bucket/s3-address.ts'

/** One request: `doing` is what it is for, in words that follow "could not"; without a key it asks the bucket itself. */
export type S3Request = {
  doing: string
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** A whole answer: its status is 2xx, 404 (there is no such key) or 412. */
export type S3Answer = { status: number; headers: Headers; body: Uint8Array }

/** What a request needs of the world; `timeLimit` is for one try without its body's bytes, in milliseconds. */
export type S3Options = {
  fetch?: typeof fetch
  pause?: (milliseconds: number) => Promise<unknown>
  random?: () => number
  now?: () => Date
  timeLimit?: number
}

/** A fault that may be gone at the next try; `error` is what to throw when it is not. */
export class TransientError extends Error {
  override name = 'TransientError'
  readonly error: Error
  constructor(error: Error) {
    super(error.message)
    this.error = error
  }
}

const ATTEMPTS = 5
const FIRST_PAUSE = 100
const TIME_LIMIT = 10_000

// The slowest line that is put up with, in bytes a millisecond.
const SLOWEST = 50

/** Tries until it gets through: after a TransientError again, at most 5 times, after ever longer pauses of random length. */
export async function withRetry<T>(attempt: () => Promise<T>, options: S3Options): Promise<T> {
  const { pause = wait, random = Math.random } = options
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TransientError)) throw error
      if (failures === ATTEMPTS) throw error.error
      await pause(FIRST_PAUSE * 2 ** (failures - 1) * (0.5 + random() / 2))
    }
  }
}

/**
 * Sends one signed request and reads its whole answer within its time limit. Rejects with TransientError when another try may
 * help, else with Unavailable or Unsupported in a sentence; none holds credentials.
 */
export async function send(store: S3Store, request: S3Request, options: S3Options): Promise<S3Answer> {
  const answer = await exchange(store, request, options)
  if (answer.status < 300 || answer.status === 412) return answer
  const { code, message } = readError(Buffer.from(answer.body).toString())
  // Without a body, as of HEAD, it can be nothing else.
  if (answer.status === 404 && (code === 'NoSuchKey' || request.method === 'HEAD')) return answer
  const failed = `${nameOf(store)} could not ${request.doing}`
  const words = `${[answer.status, code].join(' ').trim()}${message && `: ${message}`}`
  if (PASSING_STATUS.has(answer.status) || PASSING_CODES.has(code)) {
    throw new TransientError(new Unavailable(`${failed}: it answers ${words}. Try again later.`))
  }
  const advice = adviceFor(code, answer, store)
  if (advice !== null) throw new Unavailable(`${failed}: ${advice} (${words}).`)
  if (answer.status === 404) {
    throw new Unavailable(`${failed}: what answers there is no S3 store. See whether the endpoint is right (${words}).`)
  }
  throw new Unsupported(`${failed}: it refuses that (${words}). Use a store that supports it.`)
}

const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504])
const PASSING_CODES = new Set([
  'RequestTimeout',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'ConditionalRequestConflict',
  'OperationAborted',
])

// What a person can do about a refusal, in words that follow a colon; null when there is nothing to be done.
function adviceFor(code: string, { status, headers }: S3Answer, store: S3Store): string | null {
  const there = headers.get('x-amz-bucket-region')
  if (code === 'RequestTimeTooSkewed') {
    const clocks = `here it is ${new Date().toISOString()}, there ${headers.get('date') ?? 'another time'}`
    return `the clock of this machine is wrong, or the store's: ${clocks}. Set the clock`
  }
  if (code === 'NoSuchBucket') return 'there is no such bucket. Create it, or correct its name and endpoint'
  if (/Token/.test(code)) return 'the session token has expired or is wrong. Get new credentials and start again'
  if (code === 'SignatureDoesNotMatch' || code === 'InvalidAccessKeyId') {
    return 'it does not accept the credentials. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile'
  }
  if (code === 'AuthorizationHeaderMalformed' || (status >= 300 && status < 400)) {
    return `the bucket is not in ${store.region}. Set its region${there === null ? '' : ` to ${there}`}`
  }
  if (status === 401 || status === 403) {
    return 'these credentials may not do that. Give them the right to list the bucket, and to read, write and delete in it'
  }
  return null
}

async function exchange(store: S3Store, request: S3Request, options: S3Options): Promise<S3Answer> {
  const { fetch: ask = fetch, timeLimit = TIME_LIMIT } = options
  const { method, body } = request
  const signed = await sign(store, request, options.now?.() ?? new Date())
  const limit = timeLimit + (body?.length ?? 0) / SLOWEST
  const patience = new AbortController()
  const abort = () => patience.abort()
  let timer = setTimeout(abort, limit)
  try {
    const { signal } = patience
    const response = await ask(signed.url, { method, headers: signed.headers, body, signal, redirect: 'manual' })
    const { status, headers } = response
    const announced = Number(headers.get('content-length') ?? 0)
    clearTimeout(timer)
    timer = setTimeout(abort, limit + announced / SLOWEST)
    return { status, headers, body: new Uint8Array(await response.arrayBuffer()) }
  } catch (cause) {
    const reason = patience.signal.aborted ? `it gave no answer in ${Math.ceil(limit / 1000)} s` : reasonOf(cause)
    const sentence = `${nameOf(store)} could not ${request.doing}: ${reason}. See whether the store is up and its endpoint right.`
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
  // Not among what is signed: proxies change it on the way.
  signed.headers.set('accept-encoding', 'identity')
  return signed
}

// As signatures want it: all but letters, digits, "-", ".", "_" and "~".
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** How a store is named in sentences. */
export function nameOf({ name, url }: S3Store): string {
  return `The bucket s3://${name} at ${new URL(url).host}`
}

// The cause of a failed fetch says more than itself.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? `${cause.message || 'no connection'} (${String(cause.code)})` : cause.message
}
