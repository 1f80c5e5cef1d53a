import { afterEach, expect, test, vi } from 'vitest'
import { Unavailable } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { openArchive } from '#archive/archive.ts'
import { eventKey, openJournal } from '#archive/journal.ts'
import type { Archive } from '#archive/archive.ts'
import type { EventDraft, PublishedPost } from '#archive/event.ts'
import type { Bucket } from '#bucket/bucket.ts'

const archives: Archive[] = []

afterEach(() => {
  for (const archive of archives.splice(0)) archive.close()
})

async function open(bucket: Bucket, options: { pollEvery?: number; onError?: (error: unknown) => void } = {}) {
  const archive = await openArchive({ bucket, pollEvery: 0, ...options })
  archives.push(archive)
  return archive
}

function post(id: string, more: Partial<PublishedPost> = {}): PublishedPost {
  const category = more.category ?? 'ai'
  const prefix = `posts/${category}/${id}/`
  return { id, category, title: id, excerpt: '', date: '2026-11-20T08:00:00Z', prefix, tags: [], ...more }
}

async function append(bucket: Bucket, ...drafts: EventDraft[]): Promise<void> {
  const journal = openJournal({ bucket, now: () => new Date('2026-11-21T00:00:00Z') })
  for (const draft of drafts) await journal.append(draft)
}

function ids(posts: readonly { id: string }[]): string[] {
  return posts.map(({ id }) => id)
}

test('sorts posts by date and id, and finds a category by any spelling of its name', async () => {
  const bucket = memoryBucket()
  const dates = {
    a: '2026-11-19',
    c: '2026-11-20T08:00:00Z',
    b: '2026-11-20T08:00:00Z',
    d: '2026-11-20T12:00:00+09:00',
  }
  for (const [id, date] of Object.entries(dates)) {
    const category = id === 'a' ? 'web3' : 'cyber-security'
    await append(bucket, { kind: 'published', post: post(id, { date, category }) })
  }
  const archive = await open(bucket)
  expect(ids(archive.all())).toEqual(['b', 'c', 'd', 'a'])
  expect(ids(archive.posts('Cyber Security'))).toEqual(['b', 'c', 'd'])
  expect(archive.find('CYBER_SECURITY', 'd')).toMatchObject({ id: 'd', sequence: 4, updated: null, reviews: [] })
  expect(archive.categories()).toEqual(['cyber-security', 'web3'])
  expect(archive.posts('unknown')).toEqual([])
  expect(archive.find('web3', 'b')).toBeNull()
})

test('keeps reviews and corrections when a post is published again', async () => {
  const bucket = memoryBucket()
  await append(
    bucket,
    { kind: 'published', post: post('one') },
    { kind: 'reviewed', post: post('one', { title: 'ignored' }), seen: 1, by: 'Ada', note: 'fine' },
    { kind: 'corrected', post: post('one', { title: 'better' }), seen: 1, by: 'Lin', note: 'a number', revision: 'r' },
    { kind: 'published', post: post('one', { title: 'again' }) },
  )
  const archive = await open(bucket)
  expect(archive.all()).toEqual([
    {
      ...post('one', { title: 'better' }),
      sequence: 3,
      text: 3,
      revision: 'r',
      updated: '2026-11-21T00:00:00.000Z',
      reviews: [{ by: 'Ada', date: '2026-11-21T00:00:00.000Z', note: 'fine' }],
      corrections: [{ by: 'Lin', date: '2026-11-21T00:00:00.000Z', note: 'a number' }],
    },
  ])
})

test('ignores verdicts on outdated texts', async () => {
  const bucket = memoryBucket()
  const errors: string[] = []
  const correction = { kind: 'corrected', post: post('one', { title: 'better' }), by: 'Lin', note: 'n' } as const
  await append(
    bucket,
    { kind: 'published', post: post('one') },
    { ...correction, seen: 1, revision: 'first' },
    { kind: 'reviewed', post: post('one'), seen: 1, by: 'Ada', note: 'read before the correction' },
    { ...correction, seen: 1, revision: 'lost' },
    { kind: 'reviewed', post: post('one'), seen: 2, by: 'Ada', note: 'read after it' },
  )
  const archive = await open(bucket, { onError: (error) => errors.push(String(error)) })
  expect(archive.find('ai', 'one')).toMatchObject({ text: 2, revision: 'first', reviews: [{ note: 'read after it' }] })
  expect(archive.find('ai', 'one')?.corrections).toHaveLength(1)
  expect(errors).toEqual([expect.stringContaining('Event 3'), expect.stringContaining('Event 4')])
})

test('a retraction removes a post permanently, and also its category if no other post is in it', async () => {
  const bucket = memoryBucket()
  const errors: unknown[] = []
  await append(bucket, { kind: 'published', post: post('one') }, { kind: 'published', post: post('two') })
  await append(bucket, { kind: 'retracted', post: post('one'), by: 'Ada', reason: 'wrong' })
  const archive = await open(bucket, { onError: (error) => errors.push(String(error)) })
  expect(ids(archive.all())).toEqual(['two'])
  expect(archive.find('ai', 'one')).toBeNull()
  const { title, date: published } = post('one')
  const place = { category: 'ai', id: 'one' }
  expect([archive.retraction('AI', 'one'), archive.retraction('ai', 'two')]).toEqual([
    { ...place, kind: 'retraction', by: 'Ada', date: '2026-11-21T00:00:00.000Z', note: 'wrong', title, published },
    null,
  ])

  await append(
    bucket,
    { kind: 'retracted', post: post('two'), by: 'Ada', reason: 'wrong' },
    { kind: 'published', post: post('two') },
    { kind: 'corrected', post: post('two'), seen: 2, by: 'Ada', note: 'n', revision: 'r' },
    { kind: 'reviewed', post: post('never'), seen: 1, by: 'Ada', note: 'n' },
    { kind: 'retracted', post: post('never'), by: 'Ada', reason: 'n' },
    { kind: 'published', post: post('never') },
    { kind: 'retracted', post: post('never'), by: 'Lin', reason: 'too' },
  )
  await archive.refresh()
  expect([archive.categories(), archive.all(), archive.posts('ai'), archive.sequence]).toEqual([[], [], [], 10])
  expect(archive.retraction('ai', 'never')).toMatchObject({ by: 'Ada' })
  expect(errors.map((error) => /Event (\d)/.exec(String(error))?.[1])).toEqual(['5', '6', '7', '9'])
})

test('lists the corrections and retractions of published posts, newest first', async () => {
  const bucket = memoryBucket()
  await append(
    bucket,
    { kind: 'published', post: post('one') },
    { kind: 'published', post: post('two') },
    { kind: 'corrected', post: post('one', { title: 'Better' }), seen: 1, by: 'Ada', note: 'n', revision: 'r' },
    { kind: 'reviewed', post: post('one'), seen: 3, by: 'Ada', note: 'fine' },
    { kind: 'corrected', post: post('one'), seen: 1, by: 'Lin', note: 'too late', revision: 's' },
    { kind: 'retracted', post: post('never'), by: 'Ada', reason: 'nobody saw it' },
    { kind: 'retracted', post: post('two'), by: 'Bo', reason: 'wrong' },
    { kind: 'retracted', post: post('two'), by: 'Lin', reason: 'once more' },
  )
  const archive = await open(bucket, { onError: () => {} })
  const { date: published } = post('one')
  const date = '2026-11-21T00:00:00.000Z'
  const place = { category: 'ai', published, date }
  const retraction = { ...place, kind: 'retraction', id: 'two', title: post('two').title, by: 'Bo', note: 'wrong' }
  const correction = { ...place, kind: 'correction', id: 'one', title: 'Better', by: 'Ada', note: 'n' }
  expect(archive.changes(10)).toEqual([retraction, correction])
  expect(archive.changes(1)).toEqual([retraction])
})

test('links only the newest correction of a post to its note in the text', async () => {
  const bucket = memoryBucket()
  const correction = { kind: 'corrected' as const, post: post('one'), by: 'Ada', revision: 'r' }
  const marks = async () => {
    const archive = await open(bucket)
    return archive.changes(10).map(({ note, mark }) => [note, mark])
  }
  await append(
    bucket,
    { kind: 'published', post: post('one') },
    { ...correction, seen: 1, note: 'the title' },
    { ...correction, seen: 2, note: 'a figure', passages: ['0123456789ab'] },
  )
  expect(await marks()).toEqual([
    ['a figure', 2],
    ['the title', undefined],
  ])
  await append(bucket, { ...correction, seen: 3, note: 'once more', passages: ['ba9876543210'] })
  expect(await marks()).toEqual([
    ['once more', 3],
    ['a figure', undefined],
    ['the title', undefined],
  ])
  await append(bucket, { kind: 'retracted', post: post('one'), by: 'Bo', reason: 'wrong' })
  expect((await marks()).map(([, mark]) => mark)).toEqual([undefined, undefined, undefined, undefined])
})

test('reads events that other processes write, notifies listeners, and stops when closed', async () => {
  const bucket = memoryBucket()
  const archive = await open(bucket, { pollEvery: 5 })
  let changes = 0
  const unsubscribe = archive.onChange(() => (changes += 1))
  await append(bucket, { kind: 'published', post: post('one') })
  await vi.waitFor(() => expect(ids(archive.all())).toEqual(['one']))
  expect(changes).toBe(1)
  unsubscribe()
  await append(bucket, { kind: 'published', post: post('two') })
  await vi.waitFor(() => expect(archive.sequence).toBe(2))
  expect(changes).toBe(1)
  archive.close()
  await append(bucket, { kind: 'published', post: post('three') })
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(archive.sequence).toBe(2)
})

test('concurrent refreshes apply each event once', async () => {
  const bucket = memoryBucket()
  const archive = await open(bucket)
  await append(bucket, { kind: 'published', post: post('one') })
  await append(bucket, { kind: 'reviewed', post: post('one'), seen: 1, by: 'Ada', note: 'n' })
  await Promise.all([archive.refresh(), archive.refresh(), archive.refresh()])
  expect(archive.find('ai', 'one')?.reviews).toHaveLength(1)
})

test('reports an unavailable store, a damaged event and a failing listener once each, and still lists the posts', async () => {
  const bucket = memoryBucket()
  let away = false
  const errors: string[] = []
  const flaky: Bucket = {
    ...bucket,
    get: (key) => (away ? Promise.reject(new Unavailable('away')) : bucket.get(key)),
  }
  const archive = await open(flaky, { pollEvery: 2, onError: (error) => errors.push(String(error)) })
  archive.onChange(() => {
    throw new Error('listener')
  })
  await append(bucket, { kind: 'published', post: post('one') })
  await vi.waitFor(() => expect(archive.sequence).toBe(1))
  away = true
  await expect(archive.refresh()).rejects.toThrow(Unavailable)
  await vi.waitFor(() => expect(errors).toHaveLength(2))
  await new Promise((resolve) => setTimeout(resolve, 20))
  away = false
  await bucket.put(eventKey(2), Buffer.from('{}'), { contentType: 'application/json' })
  await vi.waitFor(() => expect(errors).toHaveLength(3))
  expect(errors).toEqual(['Error: listener', 'Unavailable: away', expect.stringContaining('journal/0000000002.json')])
  expect(ids(archive.all())).toEqual(['one'])
})

test('reports a missing journal as a problem until the journal is restored', async () => {
  const bucket = memoryBucket()
  await append(bucket, { kind: 'published', post: post('one') })
  let away = false
  const errors: string[] = []
  const moved: Bucket = { ...bucket, get: async (key) => (away ? null : await bucket.get(key)) }
  const archive = await open(moved, { pollEvery: 2, onError: (error) => errors.push(String(error)) })
  expect(archive.problem()).toBeNull()
  away = true
  await vi.waitFor(() => expect(archive.problem()).toContain(`${eventKey(1)} was read before, but is now missing`))
  expect(ids(archive.all())).toEqual(['one'])
  away = false
  await vi.waitFor(() => expect(archive.problem()).toBeNull())
  expect(errors).toHaveLength(1)
})
