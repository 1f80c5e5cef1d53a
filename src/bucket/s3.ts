import { randomUUID } from 'node:crypto'
import { Corrupt, etagOf, PreconditionFailed, Unavailable, Unsupported } from '#bucket/bucket.ts'
import { checkKey, keyProblem, PAGE_LIMIT, pageSize } from '#bucket/key.ts'
import { nameOf, TransientError, withRetry, send } from '#bucket/s3-request.ts'
import { readListPage } from '#bucket/s3-xml.ts'
import type { Bucket, PutOptions, StoredObject } from '#bucket/bucket.ts'
import type { S3Store } from '#bucket/s3-address.ts'
import type { S3Answer, S3Options, S3Request } from '#bucket/s3-request.ts'

// What is stored beside each object: its SHA-256 as in its ETag, and who wrote it.
const SHA256 = 'x-amz-meta-stet-sha256'
const WRITE_ID = 'x-amz-meta-stet-write'

const RACERS = 4

/** A bucket of an S3 store, and `prove`: it rejects with Unsupported when of several creations of one key not exactly one wins. */
export type S3Bucket = Bucket & { prove(): Promise<void> }

/**
 * A bucket of any store that speaks S3 and has conditional puts. Nothing is created in it before `prove` found that to be so.
 * A creation whose answer was lost is looked for under its key. Keys with characters from U+E000 to U+FFFF are Unsupported:
 * only without them is the order of the store, by bytes of UTF-8, that of code units.
 */
export function s3Bucket(store: S3Store, options: S3Options = {}): S3Bucket {
  let proof: Promise<void> | null = null

  function ask(request: S3Request): Promise<S3Answer> {
    const { key } = request
    return send(store, key === undefined ? request : { ...request, key: store.prefix + key }, options)
  }

  async function read(key: string): Promise<StoredObject | null> {
    const { status, headers, body } = await ask({ doing: `read ${key}`, method: 'GET', key })
    if (status === 404) return null
    const etag = etagOf(body)
    const stored = headers.get(SHA256)
    if (stored !== null && stored !== etag.slice(1, -1)) {
      const sentence = `What ${nameOf(store)} gives for ${key} is not what was stored there: bring it back from a backup.`
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

  // Every try bears the same write id, so whichever of them took place is known by it.
  async function create(key: string, body: Uint8Array<ArrayBuffer>, given: PutOptions): Promise<void> {
    const writeId = randomUUID()
    const request = putRequest(key, body, given)
    const headers = { ...request.headers, ...createOnly(store), [WRITE_ID]: writeId }
    await withRetry(async () => {
      const fault = await ask({ ...request, headers }).then(
        ({ status }) => (status === 412 ? new PreconditionFailed(`The key ${key} is taken.`) : null),
        (error: unknown) => {
          if (error instanceof TransientError) return error
          throw error
        },
      )
      if (fault === null) return
      const holder = await writerOf(key)
      if (holder === writeId) return
      if (holder !== null) throw new PreconditionFailed(`The key ${key} is taken.`)
      throw fault instanceof TransientError ? fault : new TransientError(fault)
    }, options)
  }

  // The write id of the object under a key; empty when it was written without one, null when there is none.
  async function writerOf(key: string): Promise<string | null> {
    const { status, headers } = await ask({ doing: `look at ${key}`, method: 'HEAD', key })
    return status === 404 ? null : (headers.get(WRITE_ID) ?? '')
  }

  async function remove(key: string): Promise<void> {
    await withRetry(() => ask({ doing: `delete ${key}`, method: 'DELETE', key }), options)
  }

  async function listPage(query: Record<string, string>) {
    const request = { doing: 'list its keys', method: 'GET' as const, query: { 'list-type': '2', ...query } }
    const { body } = await ask(request)
    const page = readListPage(Buffer.from(body).toString())
    if (page !== null) return page
    const sentence = `${nameOf(store)} answered a list that cannot be read. See whether its endpoint is an S3 store.`
    throw new TransientError(new Unavailable(sentence))
  }

  async function* keys(prefix: string, after = '', size = PAGE_LIMIT): AsyncGenerator<string> {
    const query = {
      'encoding-type': 'url',
      'max-keys': String(Math.min(size, PAGE_LIMIT)),
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
    const bodies = Array.from({ length: RACERS }, (_, index) => Uint8Array.of(index))
    const given = { contentType: 'application/octet-stream', ifNoneMatch: '*' } as const
    try {
      const results = await Promise.all(bodies.map((body) => wins(create(key, body, given))))
      results.push(await wins(create(key, Uint8Array.of(RACERS), given)))
      const winners = results.flatMap((won, index) => (won ? [index] : []))
      const stays = (await withRetry(() => read(key), options))?.body[0]
      if (winners.length === 1 && winners[0] === stays && (await withRetry(() => writerOf(key), options))) return
    } finally {
      await remove(key).catch(() => {})
    }
    throw new Unsupported(
      `${nameOf(store)} let several creations of one key win, or forgot who won: it ignores "If-None-Match: *" or the ` +
        'metadata of objects, and posts would be lost there. Use a store that has conditional puts, or a folder.',
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
    keys: (prefix, after) => keys(prefix, after),
    async get(key) {
      return s3KeyProblem(key) === null ? await withRetry(() => read(key), options) : null
    },
    async put(key, body, given) {
      checkS3Key(key)
      // A copy: it may be sent again when the caller has long changed its own.
      const copy = Uint8Array.from(body)
      if (given.ifNoneMatch === '*') {
        await prove()
        await create(key, copy, given)
      } else await withRetry(() => ask(putRequest(key, copy, given)), options)
      return { etag: etagOf(copy) }
    },
    async delete(key) {
      checkS3Key(key)
      await remove(key)
    },
    async list({ prefix, after, limit }) {
      const size = pageSize(limit)
      const page: string[] = []
      for await (const key of keys(prefix, after, size + 1)) {
        if (page.length === size) return { keys: page, next: page.at(-1) ?? null }
        page.push(key)
      }
      return { keys: page, next: null }
    },
  }
}

// Google's store knows the condition by another name, and ignores this one.
function createOnly({ url }: S3Store): Record<string, string> {
  const isGoogle = /(?:^|\.)storage\.googleapis\.com$/.test(new URL(url).hostname)
  return isGoogle ? { 'x-goog-if-generation-match': '0' } : { 'if-none-match': '*' }
}

async function wins(creation: Promise<void>): Promise<boolean> {
  try {
    await creation
    return true
  } catch (error) {
    if (error instanceof PreconditionFailed) return false
    throw error
  }
}

function s3KeyProblem(key: string): string | null {
  return keyProblem(key) ?? (/[\uE000-\uFFFF]/.test(key) ? 'has a character from U+E000 to U+FFFF' : null)
}

function checkS3Key(key: string): void {
  checkKey(key)
  const problem = s3KeyProblem(key)
  if (problem !== null) throw new Unsupported(`The key ${JSON.stringify(key)} ${problem}: choose another.`)
}
