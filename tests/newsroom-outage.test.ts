import { setImmediate as settle } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isEditionComplete, newestReport } from '#newsroom/edition/report.ts'
import { createSchedule } from '#newsroom/edition/schedule.ts'
import { archiveOf, firstOfEach, purposesOf, startForTest } from './fixtures/newsroom/newsroom.ts'
import { purposeOf, scriptedWriter } from './fixtures/newsroom/scripted-writer.ts'
import { readTimelessStories } from './fixtures/newsroom/stories.ts'

// Runs editions during an outage of feeds or writers. A later run must complete these editions.

const stories = firstOfEach(readTimelessStories(), 1)
const today = new Date().toISOString().slice(0, 10)

test('if all feeds fail, prints the reason without producing an edition, and produces it in a later run', async () => {
  const newsroom = await startForTest({ stories })
  const { feeds, model } = newsroom
  const { desk } = await archiveOf(newsroom)
  feeds.stop(feeds.sources)
  const away = await newsroom.run()
  expect([away.status, model.calls], away.output).toEqual([1, []])
  expect(away.output).toContain(`Entries: 0, from 0 of ${feeds.sources.length} sources.`)
  expect(away.output).toMatch(/technology-1: failed \(0 of \d+ sources responded\)/)
  expect([await isEditionComplete(desk, today), await Array.fromAsync(desk.keys('editions/'))]).toEqual([false, []])
  feeds.stop([])
  const back = await newsroom.run()
  expect([back.status, await isEditionComplete(desk, today)], back.output).toEqual([0, true])
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

test('stops the run if a model exceeds its timeout', async () => {
  const writer = scriptedWriter(stories)
  const newsroom = await startForTest({
    stories,
    // This model writes immediately, but judges slowly.
    answer: (call) => ({ ...writer(call), delay: purposeOf(call) === 'judge' ? 600_000 : 0 }),
  })
  const { desk } = await archiveOf(newsroom)
  const { status, output } = await newsroom.run(['--category', 'technology'], { JUDGE_TIMEOUT: '0.5' })
  expect([status, output]).toEqual([1, expect.stringContaining('no response within 0.5 seconds')])
  expect([purposesOf(newsroom), await isEditionComplete(desk, today)]).toEqual([
    { edit: 1, write: 1, cite: 1, judge: 1 },
    false,
  ])
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
