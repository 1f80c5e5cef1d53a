import { expect, test } from 'vitest'
import { archiveOf, firstOfEach, purposesOf, startForTest } from './fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from './fixtures/newsroom/stories.ts'

// Editions with a limit, with too small a budget, or without their writer.

const all = readTimelessStories()

test(
  'a limit stops the run, categories restrict it, and a later run makes the rest',
  { timeout: 120_000 },
  async () => {
    const stories = firstOfEach(all, 1)
    const newsroom = await startForTest({ stories })
    const limited = await newsroom.run(['--limit', '2'])
    expect(limited.status, limited.output).toBe(3)
    const { archive } = await archiveOf(newsroom)
    expect(archive.all()).toHaveLength(2)
    const missing = stories
      .map(({ category }) => category)
      .filter((category) => !archive.categories().includes(category))
    const rest = await newsroom.run(missing.flatMap((category) => ['--category', category]))
    expect(rest.status, rest.output).toBe(0)
    await archive.refresh()
    expect(archive.all()).toHaveLength(5)
  },
)

test(
  'a budget stops the edition before a call that could exceed it, also after a restart',
  { timeout: 120_000 },
  async () => {
    const newsroom = await startForTest({ stories: firstOfEach(all, 1) })
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
  },
)

test('if a writer cannot be reached, its fallback writes', { timeout: 120_000 }, async () => {
  const newsroom = await startForTest({ stories: firstOfEach(all, 1) })
  const run = await newsroom.run(['--category', 'blockchain'], {
    WRITER_URL: 'http://127.0.0.1:9/v1',
    WRITER_FALLBACKS: 'BACKUP',
    BACKUP_MODEL: 'other',
    BACKUP_KEY: 'test-key',
    BACKUP_URL: newsroom.model.url,
    JUDGE_MODEL: 'judge',
    JUDGE_URL: newsroom.model.url,
    JUDGE_KEY: 'test-key',
  })
  expect(run.status, run.output).toBe(0)
})
