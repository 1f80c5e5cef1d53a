import { expect, test } from 'vitest'
import { openJournal } from '#archive/journal.ts'
import { retractPost, reviewPost } from '#archive/verdict.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { storePendingPost } from '#newsroom/publishing/pending-post.ts'
import { newestReport, storeReport } from '#newsroom/edition/report.ts'
import { expiredKeys, pruneDesk } from '#newsroom/edition/retention.ts'
import { openBlog } from '../../../tests/fixtures/blog.ts'
import { pendingPostOf } from '../../../tests/fixtures/newsroom/pending-post.ts'
import { reportOf } from '../../../tests/fixtures/newsroom/report.ts'

const BEFORE = '2026-08-24'
const OLD = '2026-05-01'
const RECENT = '2026-08-24'

type Desk = Awaited<ReturnType<typeof openDesk>>

async function openDesk() {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  return { ...(await openBlog()), desk: memoryBucket(), before: BEFORE, errors, onError }
}

// Stores a slot's records and publishes its post unless it is held.
async function fill(given: Desk, slot: { day: string; id: string; texts: string[]; held?: boolean }): Promise<void> {
  const { desk, publish } = given
  const folder = `editions/${slot.day}/slots/${slot.id}`
  for (const key of [
    `notebook/${slot.day}/calls/${slot.id}.json`,
    `editions/${slot.day}/plan-0001.json`,
    `${folder}/claim-0001.json`,
    `${folder}/heartbeat-0001.json`,
    `${folder}/picture`,
    `ids/technology/${slot.id}.json`,
    'sources/example.json',
    ...slot.texts.map((hash) => `texts/${hash}.txt`),
  ])
    await put(desk, key)
  const pending = pendingPostOf(slot.id, { date: `${slot.day}T06:00:00.000Z`, references: slot.texts })
  await storePendingPost(desk, { folder, pending })
  if (!slot.held) await publish(slot.id, pending.post)
}

async function put(desk: Bucket, key: string): Promise<void> {
  await desk.put(key, Buffer.from('{}'), { contentType: 'application/json' })
}

// Records a person's verdict on a post, dated on a given day.
async function judge(given: Desk, verdict: { id: string; on: string; retracts?: boolean }): Promise<void> {
  const { id, on, retracts = false } = verdict
  const options = { ...given, journal: openJournal({ bucket: given.bucket, now: () => new Date(on) }), by: 'Ada' }
  if (retracts) await retractPost({ ...options, post: pendingPostOf(id).post, reason: 'Wrong.' })
  else {
    const baseVersion = given.archive.find('technology', id)?.text ?? 0
    await reviewPost({ ...options, judged: { category: 'technology', id, baseVersion }, note: '' })
  }
}

async function keysOf(desk: Bucket): Promise<string[]> {
  return await Array.fromAsync(desk.keys(''))
}

test('keeps all data of held, unreviewed, recently reviewed and recent posts, and only the ids of others', async () => {
  const given = await openDesk()
  await fill(given, { day: OLD, id: 'held', texts: ['of-held'], held: true })
  await fill(given, { day: OLD, id: 'unreviewed', texts: ['of-unreviewed'] })
  await fill(given, { day: OLD, id: 'just-judged', texts: ['of-just-judged'] })
  await fill(given, { day: OLD, id: 'long-judged', texts: ['of-long-judged', 'of-unreviewed', 'of-recent'] })
  await fill(given, { day: OLD, id: 'retracted', texts: ['of-retracted'] })
  await fill(given, { day: RECENT, id: 'recent', texts: ['of-recent'] })
  await judge(given, { id: 'just-judged', on: '2026-08-25T00:00:00Z' })
  await judge(given, { id: 'long-judged', on: '2026-05-02T00:00:00Z' })
  await judge(given, { id: 'recent', on: '2026-08-24T08:00:00Z' })
  await judge(given, { id: 'retracted', on: '2026-05-02T00:00:00Z', retracts: true })
  const before = await keysOf(given.desk)

  const planned = await expiredKeys(given)
  expect(await keysOf(given.desk)).toEqual(before)
  expect(await pruneDesk(given)).toEqual(planned)
  expect(await keysOf(given.desk)).toEqual(before.filter((key) => !planned.includes(key)))
  const calls = before.filter((key) => key.startsWith(`notebook/${OLD}/`))
  expect(planned.toSorted()).toEqual([
    `editions/${OLD}/plan-0001.json`,
    ...['long-judged', 'retracted'].flatMap((id) =>
      ['claim-0001.json', 'heartbeat-0001.json', 'picture', 'post.json'].map(
        (name) => `editions/${OLD}/slots/${id}/${name}`,
      ),
    ),
    ...calls.toSorted(),
    'texts/of-long-judged.txt',
    'texts/of-retracted.txt',
  ])
  expect(await pruneDesk(given)).toEqual([])
})

test('with an unreadable record, keeps it, all records and their texts, but deletes other old data', async () => {
  const given = await openDesk()
  await fill(given, { day: OLD, id: 'judged', texts: ['shared'] })
  await judge(given, { id: 'judged', on: '2026-05-02T00:00:00Z' })
  const damaged = `editions/${OLD}/slots/damaged/post.json`
  await put(given.desk, damaged)
  const needed = [damaged, `editions/${OLD}/slots/judged/post.json`, 'texts/shared.txt']
  expect(await pruneDesk(given)).toEqual([`notebook/${OLD}/calls/judged.json`, `editions/${OLD}/plan-0001.json`])
  expect(await keysOf(given.desk)).toEqual(expect.arrayContaining(needed))
  expect(given.errors).toEqual([expect.objectContaining({ message: expect.stringContaining(damaged) })])

  await given.desk.delete(damaged)
  expect(await pruneDesk(given)).toEqual(expect.arrayContaining(needed.slice(1)))
})

test('deletes old reports except the newest', async () => {
  const given = await openDesk()
  const store = (date: string, run: string) =>
    storeReport(given.desk, reportOf([], { date, run, started: `${date}T06:00:00Z` }))
  for (const date of ['2026-05-01', '2026-05-02', '2026-08-23']) await store(date, `run-of-${date}`)
  await pruneDesk(given)
  expect(await newestReport(given.desk)).toMatchObject({ date: '2026-08-23' })
  expect(await keysOf(given.desk)).toHaveLength(1)
  for (const date of ['2026-08-24', '2026-08-25']) await store(date, `run-of-${date}`)
  await pruneDesk(given)
  expect(await keysOf(given.desk)).toEqual([
    expect.stringContaining('2026-08-24'),
    expect.stringContaining('2026-08-25'),
  ])
})
