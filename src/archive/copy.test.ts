import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { checkBucket } from '#archive/check.ts'
import { copyBucket } from '#archive/copy.ts'
import { eventKey, openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { testBucket } from '../../tests/fixtures/test-store.ts'
import { postOf } from '../../tests/fixtures/blog.ts'

const POSTS = 5

async function publish(bucket: Bucket, id: string): Promise<void> {
  const post = postOf(id)
  const files = [{ name: 'thumbnail.png', body: Buffer.from(id), contentType: 'image/png' }]
  await publishPost({ bucket, journal: openJournal({ bucket }), post, files })
}

async function blog(bucket: Bucket = memoryBucket(), prefix = 'post'): Promise<Bucket> {
  for (let number = 1; number <= POSTS; number += 1) await publish(bucket, `${prefix}-${number}`)
  await bucket.put('notes/a.txt', Buffer.from('a'), { contentType: 'text/plain', cacheControl: 'no-store' })
  return bucket
}

function copy(from: Bucket, to: Bucket, said: string[] = []) {
  return copyBucket({ from, to, report: (sentence) => void said.push(sentence) })
}

async function contents(bucket: Bucket) {
  const keys = await Array.fromAsync(bucket.keys(''))
  return await Promise.all(keys.map(async (key) => [key, (await bucket.get(key))?.etag]))
}

// Returns a bucket that becomes unavailable at the given write, counted from 0.
function failingAt(bucket: Bucket, write: number): Bucket {
  let writes = 0
  return {
    ...bucket,
    put: async (key, body, options) => {
      if (writes++ >= write) throw new Unavailable('gone')
      return await bucket.put(key, body, options)
    },
  }
}

test('copies all objects unchanged, and the copy passes the bucket check', async () => {
  const [from, to] = [await blog(), testBucket()]
  const said: string[] = []
  const keys = await Array.fromAsync(from.keys(''))
  expect(await copy(from, to, said)).toEqual({ copied: keys.length, present: 0 })
  expect(said).toEqual([`Copying ${keys.length - POSTS} objects and ${POSTS} journal files.`])
  expect(await contents(to)).toEqual(await contents(from))
  expect(await to.get('notes/a.txt')).toMatchObject({ contentType: 'text/plain', cacheControl: 'no-store' })
  expect(await checkBucket(to)).toMatchObject({ posts: POSTS, problems: [], garbage: [], unlisted: [] })
  expect(await copy(from, to)).toEqual({ copied: 0, present: keys.length })
})

test('an interrupted copy cannot be opened as a smaller blog, and a second run completes it', async () => {
  const from = await blog()
  const keys = await Array.fromAsync(from.keys(''))
  for (let write = 0; write < keys.length; write += 1) {
    const to = memoryBucket()
    await expect(copy(from, failingAt(to, write))).rejects.toThrow(Unavailable)
    const { length } = await contents(to)
    // The failed copy may have stored more objects, because several writes run at the same time.
    expect(length).toBeGreaterThanOrEqual(write)
    if (length > 0) await expect(openArchive({ bucket: to, pollEvery: 0 })).rejects.toThrow(/0000000001\.json.*missing/)
    expect(await copy(from, to)).toEqual({ copied: keys.length - length, present: length })
    expect(await contents(to)).toEqual(await contents(from))
  }
})

test('a later copy adds new objects, and its journal has a gap until it is complete', async () => {
  const [from, to] = [await blog(), testBucket()]
  await copy(from, to)
  for (const id of ['six', 'seven', 'eight']) await publish(from, id)
  await from.put('notes/a.txt', Buffer.from('b'), { contentType: 'text/plain' })
  const keys = await Array.fromAsync(from.keys(''))
  const fresh = 3 * 3 + 3 + 1
  await expect(copy(from, failingAt(to, fresh - 1))).rejects.toThrow(Unavailable)
  await expect(openArchive({ bucket: to, pollEvery: 0 })).rejects.toThrow(/0000000006\.json.*missing/)
  expect(await copy(from, to)).toEqual({ copied: 1, present: keys.length - 1 })
  expect(await contents(to)).toEqual(await contents(from))
})

test('rejects a target with a different journal without changing it', async () => {
  const from = await blog()
  for (const other of [await blog(memoryBucket(), 'other'), await blog()]) {
    await publish(other, 'one-more')
    const before = await contents(other)
    await expect(copy(from, other)).rejects.toThrow(/target has a different journal.*Copy to an empty bucket/)
    expect(await contents(other)).toEqual(before)
  }
})

test('detects an object that was damaged during the copy', async () => {
  const [from, to] = [await blog(), memoryBucket()]
  const damaging: Bucket = {
    ...to,
    put: (key, body, options) => to.put(key, key.endsWith('.txt') ? body.subarray(1) : body, options),
  }
  await expect(copy(from, damaging)).rejects.toThrow(/copy of notes\/a\.txt differs from the original/)
  expect(await to.get(eventKey(1))).toBeNull()
})

test('skips an object that is deleted during the copy', async () => {
  const from = await blog()
  const to = memoryBucket()
  await copy({ ...from, get: (key) => (key === 'notes/a.txt' ? Promise.resolve(null) : from.get(key)) }, to)
  expect(await to.get('notes/a.txt')).toBeNull()
  expect((await openArchive({ bucket: to, pollEvery: 0 })).all()).toHaveLength(POSTS)
})
