import { randomUUID } from 'node:crypto'
import { Corrupt, etagOf, PreconditionFailed, Unavailable, Unsupported } from '#bucket/bucket.ts'
import { checkKey, keyProblem } from '#bucket/key.ts'
import { nameOf, TransientError, withRetry, send } from '#bucket/s3-request.ts'
import { readListPage } from '#bucket/s3-xml.ts'
import type { Bucket, PutOptions, StoredObject } from '#bucket/bucket.ts'
import type { S3Store } from '#bucket/s3-address.ts'
import type { S3Response, S3Options, S3Request } from '#bucket/s3-request.ts'

// Each object's metadata: its SHA-256, which is also its ETag, and the id of the write that created it.
const SHA256 = 'x-amz-meta-stet-sha256'
const WRITE_ID = 'x-amz-meta-stet-write'

const CONCURRENT_CREATES = 4

/**
 * A bucket in an S3 store. `prove` tests whether exactly one of several attempts to create a key succeeds, and rejects
 * with Unsupported if not.
 */
export type S3Bucket = Bucket & { prove(): Promise<void> }

/**
 * Opens a bucket in an S3 store. Before the bucket first creates an object, it checks that the store supports
 * conditional puts (`prove`). If the response to a create-only put is lost, it reads the object's metadata to find out
 * which write created the object. Keys with characters from U+E000 to U+FFFF are Unsupported, because stores sort keys
 * by UTF-8 bytes instead of code units.
 */
export function s3Bucket(store: S3Store, options: S3Options = {}): S3Bucket {
  let proof: Promise<void> | null = null

  function sendRequest(request: S3Request): Promise<S3Response> {
    const { key } = request
    return send(store, key === undefined ? request : { ...request, key: store.prefix + key }, options)
  }

  async function read(key: string): Promise<StoredObject | null> {
    const { status, headers, body } = await sendRequest({ doing: `read ${key}`, method: 'GET', key })
    if (status === 404) return null
    const etag = etagOf(body)
    const stored = headers.get(SHA256)
    if (stored !== null && stored !== etag.slice(1, -1)) {
      const sentence = `${nameOf(store)} returned an object for ${key} whose checksum is wrong. Restore the object from a backup.`
      throw new TransientError(new Corrupt(sentence))
    }
    const contentType = headers.get('content-type') ?? 'application/octet-stream'
    return { body, etag, contentType, cacheControl: headers.get('cache-control') }
  }

  function putRequest(key: string, body: Uint8Array<ArrayBuffer>, given: PutOptions): S3Request {
    const { contentType, cacheControl } = given
    const headers = {
      'content-type': contentType,
      ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
      [SHA256]: etagOf(body).slice(1, -1),
    }
    return { doing: `store ${key}`, method: 'PUT', key, headers, body }
  }

  // Sends the same write id with every attempt so that an earlier attempt that succeeded can be recognised.
  async function create(key: string, body: Uint8Array<ArrayBuffer>, given: PutOptions): Promise<void> {
    const writeId = randomUUID()
    const request = putRequest(key, body, given)
    const headers = { ...request.headers, ...createOnly(store), [WRITE_ID]: writeId }
    await withRetry(async () => {
      const exists = new PreconditionFailed(`The key ${key} already exists.`)
      const fault = await sendRequest({ ...request, headers }).then(
        ({ status }) => (status === 412 ? new TransientError(exists) : null),
        (error: unknown) => {
          if (error instanceof TransientError) return error
          throw error
        },
      )
      if (fault === null) return
      const writer = await writerOf(key)
      if (writer !== writeId) throw writer === null ? fault : exists
    }, options)
  }

  // Returns the write id in an object's metadata, an empty string if there is none, or null if the object does not
  // exist.
  async function writerOf(key: string): Promise<string | null> {
    const { status, headers } = await sendRequest({ doing: `read the metadata of ${key}`, method: 'HEAD', key })
    return status === 404 ? null : (headers.get(WRITE_ID) ?? '')
  }

  async function remove(key: string): Promise<void> {
    await withRetry(() => sendRequest({ doing: `delete ${key}`, method: 'DELETE', key }), options)
  }

  async function listPage(query: Record<string, string>) {
    const request = { doing: 'list its keys', method: 'GET' as const, query: { 'list-type': '2', ...query } }
    const { body } = await sendRequest(request)
    const page = readListPage(Buffer.from(body).toString())
    if (page !== null) return page
    const sentence = `${nameOf(store)} returned an invalid list. Check that its endpoint is an S3 store.`
    throw new TransientError(new Unavailable(sentence))
  }

  async function* keys(prefix: string, after = ''): AsyncGenerator<string> {
    const query = {
      'encoding-type': 'url',
      prefix: store.prefix + prefix.toWellFormed(),
      ...(after === '' ? {} : { 'start-after': store.prefix + after.toWellFormed() }),
    }
    let token: string | null = null
    do {
      const continued: Record<string, string> = token === null ? query : { ...query, 'continuation-token': token }
      const page = await withRetry(() => listPage(continued), options)
      for (const name of page.keys) {
        const key = name.slice(store.prefix.length)
        if (name.startsWith(store.prefix + prefix) && key > after && s3KeyProblem(key) === null) yield key
      }
      token = page.next
    } while (token !== null)
  }

  async function race(): Promise<void> {
    const key = `.proof/${randomUUID()}`
    const bodies = Array.from({ length: CONCURRENT_CREATES }, (_, index) => Uint8Array.of(index))
    const given = { contentType: 'application/octet-stream', ifNoneMatch: '*' } as const
    const wins = (body: Uint8Array<ArrayBuffer>) =>
      create(key, body, given).then(
        () => true,
        (error: unknown) => {
          if (error instanceof PreconditionFailed) return false
          throw error
        },
      )
    try {
      const results = await Promise.all(bodies.map(wins))
      results.push(await wins(Uint8Array.of(CONCURRENT_CREATES)))
      const winners = results.flatMap((won, index) => (won ? [index] : []))
      const stays = (await withRetry(() => read(key), options))?.body[0]
      if (winners.length === 1 && winners[0] === stays && (await withRetry(() => writerOf(key), options))) return
    } finally {
      await remove(key).catch(() => {})
    }
    throw new Unsupported(
      `${nameOf(store)} let several writers create the same key, or lost the id of a write. It ignores "If-None-Match: *" or the ` +
        'object metadata, so posts would be lost. Use a store that supports conditional puts, or a folder.',
    )
  }

  function prove(): Promise<void> {
    proof ??= race().catch((error: unknown) => {
      proof = null
      throw error
    })
    return proof
  }

  return {
    prove,
    keys,
    async get(key) {
      return s3KeyProblem(key) === null ? await withRetry(() => read(key), options) : null
    },
    async put(key, body, given) {
      checkKey(key, s3KeyProblem(key))
      // Copy the body, because a retry may send it after the caller has changed it.
      const copy = Uint8Array.from(body)
      if (given.ifNoneMatch === '*') {
        await prove()
        await create(key, copy, given)
      } else await withRetry(() => sendRequest(putRequest(key, copy, given)), options)
      return { etag: etagOf(copy) }
    },
    async delete(key) {
      checkKey(key, s3KeyProblem(key))
      await remove(key)
    },
  }
}

// Google Cloud Storage ignores "If-None-Match" and has its own header for this precondition.
function createOnly({ url }: S3Store): Record<string, string> {
  const isGoogle = /(?:^|\.)storage\.googleapis\.com$/.test(new URL(url).hostname)
  return isGoogle ? { 'x-goog-if-generation-match': '0' } : { 'if-none-match': '*' }
}

function s3KeyProblem(key: string): string | null {
  return keyProblem(key) ?? (/[\uE000-\uFFFF]/.test(key) ? 'has a character from U+E000 to U+FFFF' : null)
}
