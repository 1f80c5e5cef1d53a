import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Corrupt, Unavailable } from '#bucket/bucket.ts'
import { eventKey, openJournal } from '#archive/journal.ts'
import { snapshotKey } from '#archive/snapshot.ts'
import type { EventDraft, JournalEvent } from '#archive/event.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { gateway, testBucket } from '../../tests/fixtures/test-store.ts'

// Each step is about a thousand times slower with a real store, so do fewer runs.
const RUNS = gateway === null ? 300 : 30
const THOUSANDS = [1_000, 2_000]
// For tests that write a thousand events, which takes too long with a real store.
const inMemory = test.skipIf(gateway !== null)
const noPause = async () => {}
const json = { contentType: 'application/json' }

function published(id: string, excerpt = ''): EventDraft {
  const post = { id, category: 'ai', title: id, excerpt, date: '2026-11-20', prefix: `posts/ai/${id}/`, tags: [] }
  return { kind: 'published', post }
}

function numbers(events: JournalEvent[]): number[] {
  return events.map((event) => event.sequence)
}

test('adds the next sequence number, a write id and the time to an event, and stores it under its key', async () => {
  const bucket = testBucket()
  const journal = openJournal({ bucket, now: () => new Date('2026-11-20T08:00:00Z'), writeId: () => 'w' })
  expect(await journal.append(published('one'))).toMatchObject({ sequence: 1, writeId: 'w' })
  const second = await journal.append(published('two'))
  expect(second).toMatchObject({
    sequence: 2,
    time: '2026-11-20T08:00:00.000Z',
    kind: 'published',
    post: { id: 'two' },
  })
  expect(JSON.parse(String(Buffer.from((await bucket.get('journal/0000000002.json'))?.body ?? [])))).toEqual(second)
  expect(await journal.readAfter(1)).toEqual([second])
  expect(await journal.readAfter(2)).toEqual([])
})

// A fault to inject into one call. `late` means that the put fails but takes effect later.
const faults = ['none', 'none', 'before', 'after', 'late', 'read'] as const
type Fault = (typeof faults)[number]

function flaky(options: { bucket: Bucket; faults: Fault[]; scheduler: fc.Scheduler }): Bucket {
  const { bucket, scheduler } = options
  const turn = () => scheduler.schedule(Promise.resolve())
  const left = [...options.faults]
  return {
    ...bucket,
    async get(key) {
      await turn()
      if (left[0] === 'read' && left.shift()) throw new Unavailable('read')
      return bucket.get(key)
    },
    async put(key, body, putOptions) {
      await turn()
      const fault = left.shift()
      if (fault === 'before') throw new Unavailable('before')
      if (fault === 'late') {
        void turn().then(() => bucket.put(key, body, putOptions).catch(() => {}))
        throw new Unavailable('late')
      }
      const stored = await bucket.put(key, body, putOptions)
      await turn()
      if (fault === 'after') throw new Unavailable('after')
      return stored
    },
  }
}

test('commits each event once and in one order for any interleaving of writers and storage faults', async () => {
  const writer = fc.record({
    posts: fc.integer({ min: 1, max: 4 }),
    // Inject fewer faults than the journal makes attempts, so that every append must succeed.
    faults: fc.array(fc.constantFrom(...faults), { maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(writer, { minLength: 1, maxLength: 4 }), async (scheduler, writers) => {
      const bucket = testBucket()
      const seen: JournalEvent[][] = []
      const write = async (index: number, { posts, faults }: { posts: number; faults: Fault[] }) => {
        const journal = openJournal({ bucket: flaky({ bucket, faults, scheduler }), pause: noPause })
        const committed: JournalEvent[] = []
        for (let post = 0; post < posts; post += 1) committed.push(await journal.append(published(`${index}-${post}`)))
        return committed
      }
      const watch = async () => {
        const journal = openJournal({ bucket: flaky({ bucket, faults: [], scheduler }) })
        const events: JournalEvent[] = []
        for (let round = 0; round < 4; round += 1) {
          events.push(...(await journal.readAfter(events.length)))
          seen.push([...events])
        }
      }
      const all = Promise.all([...writers.map((options, index) => write(index, options)), watch().then(() => [])])
      const committed = (await scheduler.waitFor(all)).flat()
      await scheduler.waitAll()

      const final = await openJournal({ bucket }).readAfter(0)
      expect(numbers(final)).toEqual(final.map((_, index) => index + 1))
      const wanted = writers.flatMap(({ posts }, index) =>
        Array.from({ length: posts }, (_, post) => `${index}-${post}`),
      )
      expect(final.map((event) => event.post.id).sort()).toEqual(wanted.sort())
      expect(committed.toSorted((a, b) => a.sequence - b.sequence)).toEqual(final)
      for (const events of seen) expect(final.slice(0, events.length)).toEqual(events)
    }),
    { numRuns: RUNS },
  )
})

test('an append fails after six attempts with increasing delays if the store is unavailable', async () => {
  const pauses: number[] = []
  const bucket = { ...testBucket(), put: () => Promise.reject(new Unavailable('gone')) }
  const journal = openJournal({ bucket, pause: async (milliseconds) => void pauses.push(milliseconds) })
  await expect(journal.append(published('one'))).rejects.toThrow(Unavailable)
  expect(pauses).toEqual([100, 200, 400, 800, 1600])
})

test('an append whose last attempt loses a race gets the next number', async () => {
  const bucket = testBucket()
  let puts = 0
  const losing: Bucket = {
    ...bucket,
    put: async (...args) => {
      puts += 1
      if (puts < 6) throw new Unavailable('before')
      if (puts === 6) await openJournal({ bucket }).append(published('winner'))
      return await bucket.put(...args)
    },
  }
  expect(await openJournal({ bucket: losing, pause: noPause }).append(published('loser'))).toMatchObject({
    sequence: 2,
  })
})

test('rejects an invalid event before writing it', async () => {
  const bucket = testBucket()
  const draft = published('one')
  const undated = openJournal({ bucket }).append({ ...draft, post: { ...draft.post, date: 'soon' } })
  await expect(undated).rejects.toThrow('is not a date')
  expect(await Array.fromAsync(bucket.keys(''))).toEqual([])
})

test.each([
  ['text', 'nonsense', 'not JSON'],
  ['another shape', '{"sequence":2}', 'kind'],
  ['another number', null, 'its sequence is 1'],
])('reports a journal file with %s as Corrupt, with its key and advice', async (_what, content, reason) => {
  const bucket = testBucket()
  const journal = openJournal({ bucket })
  const first = JSON.stringify(await journal.append(published('one')))
  await bucket.put(eventKey(2), Buffer.from(content ?? first), json)
  const reading = journal.readAfter(1)
  await expect(reading).rejects.toThrow(Corrupt)
  await expect(reading).rejects.toThrow(reason)
  await expect(reading).rejects.toThrow(/journal\/0000000002\.json.*npm run doctor/s)
})

test('reports a gap before later events as Corrupt, and does not reuse the missing number', async () => {
  const bucket = testBucket()
  const journal = openJournal({ bucket })
  for (const id of ['one', 'two', 'three']) await journal.append(published(id))
  await bucket.delete(eventKey(2))
  await expect(openJournal({ bucket }).readAfter(0)).rejects.toThrow(/0000000002\.json.*missing/)
  await expect(openJournal({ bucket }).append(published('four'))).rejects.toThrow(Corrupt)
  expect(await bucket.get(eventKey(2))).toBeNull()
})

inMemory('writes a snapshot every thousand events, and reads the same events from it', async () => {
  const bucket = testBucket()
  const journal = openJournal({ bucket })
  const newest = Math.max(...THOUSANDS)
  for (let index = 1; index <= newest + 5; index += 1) await journal.append(published(`p${index}`))
  const snapshots = await Array.fromAsync(bucket.keys('journal/snapshot-'))
  expect(snapshots).toEqual(THOUSANDS.map(snapshotKey))
  const events = await openJournal({ bucket }).readAfter(0)

  const errors: unknown[] = []
  await bucket.put(snapshotKey(newest), Buffer.from('no gzip'), { contentType: 'application/gzip' })
  expect(await openJournal({ bucket, onError: (error) => errors.push(error) }).readAfter(0)).toEqual(events)
  expect(String(errors)).toMatch(/snapshot-000000\d000.*not gzip.*doctor/)

  for (const key of snapshots) await bucket.delete(key)
  expect(await openJournal({ bucket }).readAfter(0)).toEqual(events)
  expect(numbers(events)).toEqual(Array.from({ length: newest + 5 }, (_, index) => index + 1))
})

test('skips a snapshot with missing or misplaced events', async () => {
  const bucket = testBucket()
  const journal = openJournal({ bucket })
  for (const id of ['one', 'two', 'three']) await journal.append(published(id))
  const events = await journal.readAfter(0)
  const errors: unknown[] = []
  for (const wrong of [events.slice(0, 2), events.toReversed()]) {
    await bucket.put(snapshotKey(3), gzipSync(JSON.stringify(wrong)), { contentType: 'application/gzip' })
    expect(await openJournal({ bucket, onError: (error) => errors.push(error) }).readAfter(0)).toEqual(events)
  }
  expect(errors).toHaveLength(2)
})

inMemory('reading and writing do not need the events before a snapshot', async () => {
  const bucket = testBucket()
  const journal = openJournal({ bucket })
  for (let index = 1; index <= 1_001; index += 1) await journal.append(published(`p${index}`))
  for (let index = 1; index <= 1_000; index += 1) await bucket.delete(eventKey(index))
  expect(await openJournal({ bucket }).readAfter(0)).toHaveLength(1_001)
  expect(await openJournal({ bucket }).append(published('next'))).toMatchObject({ sequence: 1_002 })
})

inMemory('an event is committed even if its snapshot fails', async () => {
  const bucket = testBucket()
  const errors: unknown[] = []
  const broken: Bucket = {
    ...bucket,
    put: (key, body, options) =>
      key.includes('snapshot') ? Promise.reject(new Unavailable('full')) : bucket.put(key, body, options),
  }
  const journal = openJournal({ bucket: broken, onError: (error) => errors.push(error) })
  for (let index = 1; index <= 1_001; index += 1) await journal.append(published(`p${index}`))
  expect(errors).toHaveLength(1)
  expect(await openJournal({ bucket }).readAfter(0)).toHaveLength(1_001)
})
