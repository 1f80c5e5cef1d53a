import { setImmediate as settle } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openJournal } from '#archive/journal.ts'
import { planEdition } from '#newsroom/edition/plan.ts'
import { isEditionComplete, newestReport } from '#newsroom/edition/report.ts'
import { createSchedule } from '#newsroom/edition/schedule.ts'
import { archiveOf, firstOfEach, purposesOf, startForTest, type TestNewsroom } from './fixtures/newsroom/newsroom.ts'
import { purposeOf, scriptedWriter } from './fixtures/newsroom/scripted-writer.ts'
import { readTimelessStories } from './fixtures/newsroom/stories.ts'

// Runs editions with the operator's command: several newsrooms, interruptions, outages, limits, budgets, dry runs and
// time zones.

const stories = firstOfEach(readTimelessStories(), 1)
const CATEGORIES = ['artificial-intelligence', 'blockchain', 'cybersecurity', 'web-development', 'technology']
const today = new Date().toISOString().slice(0, 10)

test('deletes data older than DESK_KEEP from the desk after an edition', async () => {
  const newsroom = await startForTest({ stories })
  const { desk } = await archiveOf(newsroom)
  const old = 'notebook/2020-01-01/calls/answer.json'
  await desk.put(old, Buffer.from('{}'), { contentType: 'application/json' })
  const args = ['--category', 'blockchain']
  const left: boolean[] = []
  for (const [more, settings] of [[['--dry-run']], [[], { DESK_KEEP: 'off' }], [[]]] as const) {
    const run = await newsroom.run([...args, ...more], settings)
    expect(run.status, run.output).toBe(0)
    left.push((await desk.get(old)) !== null)
  }
  expect(left).toEqual([true, true, false])
  expect((await newestReport(desk))?.date).toBe(today)
})

test('produces one edition if several newsrooms start at the same time', async () => {
  const newsroom = await startForTest({ stories: firstOfEach(readTimelessStories(), 2) })
  const runs = await Promise.all([newsroom.run(), newsroom.run(), newsroom.run()])
  expect(
    runs.map(({ status }) => status),
    runs.map(({ output }) => output).join('\n'),
  ).toEqual([0, 0, 0])
  const { archive, bucket } = await archiveOf(newsroom)
  const events = await openJournal({ bucket }).readAfter(0)
  expect(events.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'published'))
  expect(new Set(events.map(({ post }) => post.category)).size).toBe(5)
  expect(archive.all()).toHaveLength(5)
  // No draft was written twice.
  expect(purposesOf(newsroom)).toMatchObject({ write: 5 })
  expect([...newsroom.model.paid.values()].every((count) => count === 1)).toBe(true)
})

test('publishes the best story last, even after an interruption', async () => {
  const writer = scriptedWriter(stories)
  let left = 2
  const newsroom = await startForTest({
    stories,
    answer: (call) => (purposeOf(call) === 'write' && left-- <= 0 ? { status: 401 } : writer(call)),
  })
  const broken = await newsroom.run()
  const ranking = await rankingOf(newsroom)
  expect([broken.status, await publishedIn(newsroom)], broken.output).toEqual([3, ranking.slice(3)])
  left = Infinity
  const whole = await newsroom.run()
  expect([whole.status, await publishedIn(newsroom)], whole.output).toEqual([0, ranking])
})

test('takes the best stories in a run with a limit, replaces one that yields no article, and leaves the rest to a later run', async () => {
  const limited = await startForTest({ stories })
  const two = await limited.run(['--limit', '2'])
  const [best = '', second = '', third = ''] = await rankingOf(limited)
  expect([two.status, await publishedIn(limited)], two.output).toEqual([3, [best, second]])
  expect(two.output).toContain(`${third}-1: left out (--limit)`)
  const rest = await limited.run(CATEGORIES.flatMap((id) => (id === best || id === second ? [] : ['--category', id])))
  expect([rest.status, (await publishedIn(limited)).length], rest.output).toEqual([0, 5])

  const writer = scriptedWriter(stories.filter(({ category }) => category !== second))
  const mute = await startForTest({
    stories,
    answer: (call) => {
      const reply = writer(call)
      return 'status' in reply ? { text: 'I would rather not.' } : reply
    },
  })
  const without = await mute.run(['--limit', '2'])
  expect([without.status, await publishedIn(mute)], without.output).toEqual([3, [best, third]])
})

test('publishes nothing in a dry run, and reuses its responses in a later run', async () => {
  const newsroom = await startForTest({ stories })
  const dry = await newsroom.run(['--dry-run', '--category', 'blockchain'])
  expect([dry.status, dry.output], dry.output).toEqual([0, expect.stringContaining('blockchain-1: would be published')])
  const { archive, desk } = await archiveOf(newsroom)
  expect([archive.sequence, await Array.fromAsync(desk.keys('editions/'))]).toEqual([0, []])
  const calls = newsroom.model.calls.length
  const real = await newsroom.run(['--category', 'blockchain'])
  expect(real.status, real.output).toBe(0)
  await archive.refresh()
  expect(archive.all().map(({ category }) => category)).toEqual(['blockchain'])
  expect(newsroom.model.calls).toHaveLength(calls)
})

test('uses the current day in EDITION_ZONE by default', async () => {
  const newsroom = await startForTest({ stories })
  // These zones are 26 hours apart, so their days always differ.
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    const { output } = await newsroom.run(['--dry-run', '--category', 'technology'], { EDITION_ZONE: zone })
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format()
    expect(output).toContain(`Edition of ${day}`)
  }
})

test('stops before a request that could exceed the budget, even after a restart', async () => {
  const newsroom = await startForTest({ stories })
  const poor = await newsroom.run([], { BUDGET_TOKENS: '100' })
  expect([poor.status, newsroom.model.calls.length]).toEqual([1, 0])
  expect(poor.output).toContain('BUDGET_TOKENS')
  const some = await newsroom.run([], { BUDGET_COST: '1.4' })
  expect(some.status, some.output).toBe(3)
  const calls = newsroom.model.calls.length
  expect(calls).toBeGreaterThan(1)
  await newsroom.run([], { BUDGET_COST: '1.4' })
  expect(newsroom.model.calls).toHaveLength(calls)
  const rich = await newsroom.run()
  expect([rich.status, purposesOf(newsroom).write], rich.output).toEqual([0, 5])
  expect(newsroom.model.calls.length).toBeGreaterThan(calls)
})

test('leaves out a category if all its sources fail, and adds it when they respond', async () => {
  const newsroom = await startForTest({ stories })
  const { feeds } = newsroom
  const { desk } = await archiveOf(newsroom)
  const own = feeds.sources.filter(({ categories }) => categories.includes('blockchain'))
  feeds.stop(own)
  const some = await newsroom.run()
  expect(some.status, some.output).toBe(3)
  expect(some.output).toContain(`blockchain-1: failed (0 of ${own.length} sources responded)`)
  expect(await isEditionComplete(desk, today)).toBe(false)
  feeds.stop([])
  const all = await newsroom.run()
  expect([all.status, await isEditionComplete(desk, today)], all.output).toEqual([0, true])
  expect(purposesOf(newsroom)).toMatchObject({ edit: 2, write: 5 })
  expect((await newestReport(desk))?.sources).toBe(own.length)
})

const AWAY = { WRITER_URL: 'http://127.0.0.1:9/v1' }

test('reports an unreachable writer before reading any feed', async () => {
  const newsroom = await startForTest({ stories })
  const { feeds } = newsroom
  const { desk } = await archiveOf(newsroom)
  const away = await newsroom.run([], AWAY)
  expect([away.status, feeds.asked], away.output).toEqual([1, []])
  expect(away.output).toMatch(
    /^\[00:00:0\d\] No writer: The model \S+ at 127\.0\.0\.1:9 cannot be reached \(.+\): check its URL/m,
  )
  expect(away.output).toContain('0 of 5 slots filled')
  expect(await isEditionComplete(desk, today)).toBe(false)
  const back = await newsroom.run()
  expect([back.status, purposesOf(newsroom).write], back.output).toEqual([0, 5])
  // A complete edition does not need a writer.
  const again = await newsroom.run([], AWAY)
  expect([again.status, await isEditionComplete(desk, today)], again.output).toEqual([0, true])
})

test('without a writer, publishes posts that are already written', async () => {
  const newsroom = await startForTest({ stories })
  const { archive } = await archiveOf(newsroom)
  const held = await newsroom.run(['--category', 'technology', '--category', 'blockchain'], { REVIEW: 'before' })
  expect(held.status, held.output).toBe(0)
  const away = await newsroom.run([], AWAY)
  expect(away.status, away.output).toBe(3)
  await archive.refresh()
  expect(archive.categories()).toEqual(['blockchain', 'technology'])
})

test('produces a scheduled edition late if all feeds fail at the scheduled time', async () => {
  const newsroom = await startForTest({ stories })
  const { feeds } = newsroom
  const { desk, archive } = await archiveOf(newsroom)
  // Only this process uses the fake clock, so its time does not advance during a run.
  vi.useFakeTimers({ now: Date.parse(`${today}T05:00:00Z`), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const runs: string[] = []
  let running: Promise<void> | null = null
  feeds.stop(feeds.sources)
  const schedule = createSchedule({
    time: '06:00',
    zone: 'UTC',
    now: () => new Date(),
    isComplete: (date) => isEditionComplete(desk, date),
    onError: (error) => expect.fail(String(error)),
    run: (date) => (running = runOnce(date)),
  })
  async function runOnce(date: string) {
    const time = new Date().toISOString()
    if (time >= `${today}T07:00`) feeds.stop([])
    const { status } = await newsroom.run(['--date', date])
    runs.push(`${time.slice(11, 16)} exit status ${status}`)
  }
  while (Date.now() < Date.parse(`${today}T23:00:00Z`)) {
    await vi.advanceTimersToNextTimerAsync()
    await running
    await settle()
  }
  await schedule.stop()
  const failed = ['06:00', '06:05', '06:15', '06:35'].map((time) => `${time} exit status 1`)
  expect(runs).toEqual([...failed, '07:15 exit status 0'])
  await archive.refresh()
  expect([archive.all().length, purposesOf(newsroom).write]).toEqual([5, 5])
})

// Returns the categories of today's plan, starting with the category of the best story.
async function rankingOf(newsroom: TestNewsroom): Promise<string[]> {
  const { desk } = await archiveOf(newsroom)
  const make = () => Promise.reject(new Error('There is no plan yet.'))
  const { candidates } = await planEdition({ desk, date: today, categories: CATEGORIES, store: false, make })
  const scores = CATEGORIES.map((id) => candidates.find(({ category }) => category === id)?.score ?? 0)
  expect(new Set(scores).size, String(scores)).toBe(CATEGORIES.length)
  return CATEGORIES.toSorted((a, b) => (scores[CATEGORIES.indexOf(b)] ?? 0) - (scores[CATEGORIES.indexOf(a)] ?? 0))
}

// Returns the categories of the published posts, newest first.
async function publishedIn(newsroom: TestNewsroom): Promise<string[]> {
  const { archive } = await archiveOf(newsroom)
  return archive.all().map(({ category }) => category)
}
