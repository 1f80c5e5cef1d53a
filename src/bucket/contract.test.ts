import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstKey, PreconditionFailed, Unsupported } from '#bucket/bucket.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { memoryBucket } from '#bucket/memory.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { bucketIn, gateway, openTestStore } from '../../tests/fixtures/test-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (body: Uint8Array | undefined) => new TextDecoder().decode(body)
const plain = { contentType: 'text/plain; charset=utf-8' }

let folder = ''
let opened = 0
let store: Awaited<ReturnType<typeof openTestStore>> | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stet-bucket-'))
  store = await openTestStore()
})

afterAll(async () => {
  await rm(folder, { recursive: true })
  await store?.close()
})

const s3: [string, () => Bucket] = ['S3', () => bucketIn(store?.access ?? expect.unreachable())]
const own: [string, () => Bucket][] = [
  ['memory', memoryBucket],
  ['directory', () => directoryBucket(join(folder, String((opened += 1))))],
]
// The Vitest project `long-store` runs these tests only against a real store.
const backends = gateway === null ? [...own, s3] : [s3]

describe.each(backends)('%s bucket', (_name, open) => {
  test('returns a stored object with the same ETag', async () => {
    const bucket = open()
    const { etag } = await bucket.put('posts/a/note.txt', bytes('hello'), plain)
    const stored = await bucket.get('posts/a/note.txt')
    expect(text(stored?.body)).toBe('hello')
    expect(stored).toMatchObject({ etag, contentType: plain.contentType })
    expect(etag).toMatch(/^"[^"]+"$/)
  })

  test('returns null for missing objects, even in an unused bucket', async () => {
    const bucket = open()
    expect(await bucket.get('a/b.txt')).toBeNull()
    expect(await keysOf(bucket)).toEqual([])
    await bucket.delete('a/b.txt')
    await bucket.put('a/b.txt', bytes('x'), plain)
    for (const key of ['a', 'a/b.txt/c', 'a/c.txt']) expect(await bucket.get(key)).toBeNull()
  })

  test('stores an empty body and every byte value', async () => {
    const bucket = open()
    const every = Uint8Array.from({ length: 256 }, (_, index) => index)
    await bucket.put('empty', new Uint8Array(), plain)
    await bucket.put('every', every, plain)
    expect((await bucket.get('empty'))?.body).toHaveLength(0)
    expect(Uint8Array.from((await bucket.get('every'))?.body ?? [])).toEqual(every)
  })

  test('overwrites objects, with an ETag that depends only on the body', async () => {
    const bucket = open()
    const first = await bucket.put('a', bytes('one'), plain)
    const second = await bucket.put('a', bytes('two'), plain)
    const third = await bucket.put('a', bytes('one'), plain)
    expect(second.etag).not.toBe(first.etag)
    expect(third.etag).toBe(first.etag)
    expect((await bucket.get('a'))?.etag).toBe(first.etag)
  })

  test('can delete an object twice, and can create its key again', async () => {
    const bucket = open()
    await bucket.put('a/b/c', bytes('x'), plain)
    await bucket.put('a/d', bytes('x'), plain)
    await bucket.delete('a/b/c')
    await bucket.delete('a/b/c')
    await bucket.delete('a')
    expect(await keysOf(bucket)).toEqual(['a/d'])
    await bucket.put('a/b/c', bytes('y'), { ...plain, ifNoneMatch: '*' })
    expect(text((await bucket.get('a/b/c'))?.body)).toBe('y')
  })

  test('a create-only put does not change an existing object', async () => {
    const bucket = open()
    await bucket.put('a', bytes('first'), { ...plain, ifNoneMatch: '*' })
    const second = bucket.put('a', bytes('second'), { ...plain, ifNoneMatch: '*' })
    await expect(second).rejects.toThrow(PreconditionFailed)
    expect(text((await bucket.get('a'))?.body)).toBe('first')
  })

  test('exactly one of 32 concurrent puts creates a key, and its body is stored', async () => {
    const bucket = open()
    for (let round = 0; round < 3; round += 1) {
      const key = `journal/${round}/next`
      const results = await Promise.allSettled(
        Array.from({ length: 32 }, (_, index) =>
          bucket.put(key, bytes(`writer ${index}`), { ...plain, ifNoneMatch: '*' }),
        ),
      )
      const winners = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []))
      expect(winners).toHaveLength(1)
      const losses = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      expect(losses.every((reason) => reason instanceof PreconditionFailed)).toBe(true)
      expect(text((await bucket.get(key))?.body)).toBe(`writer ${winners[0]}`)
    }
  })

  test('never returns a partial body during puts and deletes', async () => {
    const bucket = open()
    const bodies = Array.from({ length: 4 }, (_, index) => new Uint8Array(300_000).fill(index + 1))
    let writing = true
    const read = async () => {
      let reads = 0
      for (; writing || reads === 0; reads += 1) {
        const body = (await bucket.get('a/big'))?.body
        if (body !== undefined && !bodies.some((whole) => Buffer.compare(whole, body) === 0)) throw new Error('torn')
        await new Promise(setImmediate)
      }
      return reads
    }
    const write = async () => {
      for (let round = 0; round < 5; round += 1) {
        await Promise.all(bodies.map((body) => bucket.put('a/big', body, plain)))
        await bucket.delete('a/big')
      }
      writing = false
    }
    const [reads] = await Promise.all([read(), read(), write()])
    expect(reads).toBeGreaterThan(0)
  })

  test('a put succeeds while deletes remove its empty folder', async () => {
    const bucket = open()
    const comeAndGo = async (name: string) => {
      for (let round = 0; round < 40; round += 1) {
        await bucket.put(`posts/ai/one/${name}`, bytes(name), plain)
        await bucket.delete(`posts/ai/one/${name}`)
      }
    }
    await Promise.all(['a', 'b', 'c', 'd'].map(comeAndGo))
    expect(await keysOf(bucket)).toEqual([])
  })

  test('lists keys in code-unit order across folders', async () => {
    const bucket = open()
    const keys = ['a-b', 'a/b-c/d', 'a/b0', 'a0', 'B', 'a b', 'a/é', 'a/文/字', 'a/🙂', 'a/~', 'a/%2F', 'a/+', 'z.']
    for (const key of keys) await bucket.put(key, bytes(key), plain)
    expect(await keysOf(bucket)).toEqual(keys.toSorted())
    expect(await keysOf(bucket, 'a/b')).toEqual(['a/b-c/d', 'a/b0'])
    expect(await firstKey(bucket, 'a/', 'a/b-c/d')).toBe('a/b0')
    expect(text((await bucket.get('a/文/字'))?.body)).toBe('a/文/字')
  })

  test('lists any set of keys in the order of a sorted and filtered array', async () => {
    const segment = fc.string({
      unit: fc.constantFrom('a', 'b', '-', '.', '0', ' ', 'é', '字'),
      minLength: 1,
      maxLength: 3,
    })
    const keySet = fc.array(fc.array(segment, { minLength: 1, maxLength: 3 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(keySet, segment, segment, async (paths, prefix, after) => {
        const bucket = open()
        const stored = new Set<string>()
        for (const key of paths.map((path) => path.join('/'))) {
          await bucket.put(key, bytes(key), plain).then(
            () => stored.add(key),
            (error) => expect(error).toBeInstanceOf(Unsupported),
          )
        }
        const all = [...stored].sort()
        expect(await keysOf(bucket)).toEqual(all)
        const matching = all.filter((key) => key.startsWith(prefix))
        expect(await keysOf(bucket, prefix)).toEqual(matching)
        expect(await keysOf(bucket, prefix, after)).toEqual(matching.filter((key) => key > after))
        expect(await firstKey(bucket, prefix, after)).toBe(matching.find((key) => key > after) ?? null)
      }),
      { numRuns: 25 },
    )
  })

  test('lists the keys on all pages while keys that were listed are deleted', async () => {
    const bucket = open()
    const count = gateway === null ? 220 : 1_100
    const keys = Array.from(
      { length: count },
      (_, index) => `a/${String(index % 11).padStart(2, '0')}/${index + 1_000}`,
    )
    await Promise.all([...keys, 'b'].map((key) => bucket.put(key, bytes(''), plain)))
    const listed: string[] = []
    for await (const key of bucket.keys('a/')) {
      listed.push(key)
      await bucket.delete(key)
    }
    expect(listed).toEqual(keys.toSorted())
    expect(await keysOf(bucket)).toEqual(['b'])
  })

  test.each([
    ['', 'empty'],
    ['../a', '".."'],
    ['a/../../b', '".."'],
    ['a/./b', '"."'],
    ['/etc/passwd', 'empty part'],
    ['a//b', 'empty part'],
    ['a/', 'empty part'],
    ['a\u0000b', 'control character'],
    ['a\nb', 'control character'],
    ['a\\b', 'backslash'],
    ['\ud800', 'Unicode'],
    ['é'.repeat(128), '255 bytes'],
    ['abc/'.repeat(300) + 'd', '1024 bytes'],
    ['.temporary/a', '.temporary'],
    ['.Temporary', '.temporary'],
  ])('rejects the key %j', async (key, reason) => {
    const bucket = open()
    const put = bucket.put(key, bytes('x'), plain)
    await expect(put).rejects.toThrow(Unsupported)
    await expect(put).rejects.toThrow(reason)
    await expect(bucket.delete(key)).rejects.toThrow(Unsupported)
    expect(await bucket.get(key)).toBeNull()
    expect(await keysOf(bucket)).toEqual([])
  })

  test('accepts a key with parts of 255 bytes', async () => {
    const bucket = open()
    const key = `${'é'.repeat(127)}x/${'y'.repeat(255)}`
    await bucket.put(key, bytes('x'), plain)
    expect(await keysOf(bucket, 'é')).toEqual([key])
    expect(await bucket.get(key)).not.toBeNull()
  })
})

async function keysOf(bucket: Bucket, prefix = '', after?: string): Promise<string[]> {
  return await Array.fromAsync(bucket.keys(prefix, after))
}
