import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { followJournal } from '#archive/follow-journal.ts'
import { openJournal } from '#archive/journal.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { memoryBucket } from '#bucket/memory.ts'

const HOUR = 3_600_000
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-follow-'))
})

afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

async function publish(bucket: Bucket, id: string) {
  const post = { title: id, category: 'AI', id, excerpt: 'E', date: '2026-10-01T00:00:00Z', tags: [], author: 'A' }
  const journal = openJournal({ bucket })
  await journal.append({ kind: 'published', post: { ...post, prefix: `posts/ai/${id}/` } })
}

test('reads events of other processes without waiting for the next poll', async () => {
  const archive = await openArchive({ bucket: directoryBucket(folder), pollEvery: HOUR })
  const other = directoryBucket(folder)
  // The folder of the journal comes with the first event.
  await publish(other, 'one')
  await vi.waitFor(() => expect(archive.sequence).toBe(1), { timeout: 5_000 })
  await publish(other, 'two')
  await vi.waitFor(() => expect(archive.sequence).toBe(2), { timeout: 1_000 })
  archive.close()
})

test('watches a folder that replaces the watched one', async () => {
  const bucket = directoryBucket(folder)
  await publish(bucket, 'one')
  const archive = await openArchive({ bucket, pollEvery: HOUR })
  const journal = join(folder, 'journal')
  renameSync(journal, `${journal}-before`)
  mkdirSync(journal)
  renameSync(`${journal}-before/0000000001.json`, join(journal, '0000000001.json'))
  await publish(directoryBucket(folder), 'two')
  await vi.waitFor(() => expect(archive.sequence).toBe(2), { timeout: 5_000 })
  await publish(directoryBucket(folder), 'three')
  await vi.waitFor(() => expect(archive.sequence).toBe(3), { timeout: 1_000 })
  archive.close()
})

function looks(options: { bucket: Bucket; isBusy?: () => boolean }) {
  vi.useFakeTimers()
  let [count, sequence, committed] = [0, 0, 0]
  const following = followJournal({
    isBusy: () => false,
    ...options,
    refresh: async () => {
      count += 1
      sequence = committed
    },
    sequence: () => sequence,
    onError: () => {},
  })
  return {
    ...following,
    comes: () => (committed += 1),
    /** The number of reads within some seconds. */
    async in(seconds: number) {
      const before = count
      await vi.advanceTimersByTimeAsync(seconds * 1_000)
      return count - before
    },
  }
}

function remoteBucket(): Bucket {
  const { watch: _, ...bucket } = memoryBucket()
  return { ...bucket, get: async () => ({ body: new Uint8Array(), etag: '', contentType: '', cacheControl: null }) }
}

test('polls a remote store every five seconds, and every second while an edition is made', async () => {
  let isBusy = false
  const following = looks({ bucket: remoteBucket(), isBusy: () => isBusy })
  expect(await following.in(60)).toBe(12)
  isBusy = true
  await following.in(5)
  expect(await following.in(60)).toBe(60)
  following.close()
  expect(await following.in(60)).toBe(0)
})

test('polls every second for a minute after a change', async () => {
  const following = looks({ bucket: remoteBucket() })
  await following.in(10)
  following.comes()
  // One read finds the change, and one per second follows.
  expect(await following.in(65)).toBe(61)
  expect(await following.in(60)).toBeLessThanOrEqual(13)
  following.close()
})

test('polls a watched bucket every second', async () => {
  const following = looks({ bucket: memoryBucket() })
  expect(await following.in(60)).toBe(60)
  following.close()
})

test('changes during a read cause one more read', async () => {
  const bucket = memoryBucket()
  let [count, open] = [0, () => {}]
  const following = followJournal({
    bucket,
    isBusy: () => false,
    pollEvery: HOUR,
    refresh: () => {
      count += 1
      return new Promise((resolve) => (open = resolve))
    },
    sequence: () => 0,
    onError: () => {},
  })
  for (const key of ['journal/1', 'journal/2', 'journal/3'])
    await bucket.put(key, new Uint8Array(), { contentType: 'text/plain' })
  expect(count).toBe(1)
  open()
  await vi.waitFor(() => expect(count).toBe(2))
  open()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(count).toBe(2)
  following.close()
})
