import { expect, test } from 'vitest'
import { isEditionComplete, newestReport } from '#newsroom/edition/report.ts'
import { archiveOf, firstOfEach, startForTest } from './fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from './fixtures/newsroom/stories.ts'

// What an edition makes of feeds and writers that are away for a while: it is never taken for done.

const stories = firstOfEach(readTimelessStories(), 1)
const today = new Date().toISOString().slice(0, 10)

test('feeds that are all away make no edition, and say so; back again, they make it', { timeout: 60_000 }, async () => {
  const newsroom = await startForTest({ stories })
  const { feeds, model } = newsroom
  const { desk } = await archiveOf(newsroom)
  feeds.stop(feeds.sources)
  const away = await newsroom.run()
  expect([away.status, model.calls], away.output).toEqual([1, []])
  expect(away.output).toContain(`0 of ${feeds.sources.length} sources answered.`)
  expect(away.output).toMatch(/technology-1: failed \(0 of \d+ sources answered\)/)
  expect([await isEditionComplete(desk, today), (await desk.list({ prefix: 'editions/' })).keys]).toEqual([false, []])
  feeds.stop([])
  const back = await newsroom.run()
  expect([back.status, await isEditionComplete(desk, today)], back.output).toEqual([0, true])
})

test('feeds that tell of nothing new make no edition either', { timeout: 60_000 }, async () => {
  const newsroom = await startForTest({ stories, told: [] })
  const { desk } = await archiveOf(newsroom)
  const empty = await newsroom.run()
  expect(empty.status).toBe(1)
  expect(empty.output).toContain('technology-1: failed (no source told of anything new)')
  expect([await isEditionComplete(desk, today), (await desk.list({ prefix: 'editions/' })).keys]).toEqual([false, []])
})

test(
  'a category whose sources are all away is missing from the edition until they are back',
  { timeout: 60_000 },
  async () => {
    const newsroom = await startForTest({ stories })
    const { feeds, model } = newsroom
    const { desk } = await archiveOf(newsroom)
    const own = feeds.sources.filter(({ categories }) => categories.includes('blockchain'))
    feeds.stop(own)
    const some = await newsroom.run()
    expect(some.status, some.output).toBe(3)
    expect(some.output).toContain(`blockchain-1: failed (0 of ${own.length} sources answered)`)
    expect(await isEditionComplete(desk, today)).toBe(false)
    feeds.stop([])
    const all = await newsroom.run()
    expect([all.status, await isEditionComplete(desk, today)], all.output).toEqual([0, true])
    expect(model.calls).toHaveLength(10)
    expect((await newestReport(desk))?.sources).toBe(own.length)
  },
)
