import { expect, test } from 'vitest'
import { healthReport, type NewsroomState } from '#server/health.ts'
import { openBlog } from '../../tests/fixtures/blog.ts'

const HOUR = 3600 * 1000
const published = Date.parse('2026-11-20T06:00:00Z')
const last = { sourcesFailing: 3, rejectedRatio: 0.25, planted: [], cost: 0.1, tokens: 1000 }

async function reportOf(given: Partial<NewsroomState> & { hours: number; empty?: boolean }) {
  const { hours, empty = false, ...state } = given
  const { archive, publish } = await openBlog()
  if (!empty) await publish('a', { date: new Date(published).toISOString() })
  return await healthReport({
    backend: { archive, categoryOrder: ['technology', 'blockchain'] },
    alarmHours: 36,
    now: new Date(published + hours * HOUR),
    newsroom: { sentence: () => '', expected: true, last: async () => null, ...state },
  })
}

test('the health report is degraded, with a reason, after 36 hours without a post', async () => {
  expect((await reportOf({ hours: 36 })).edition).toEqual({ ageSeconds: 36 * 3600, degraded: false, reason: null })
  expect((await reportOf({ hours: 37 })).edition).toEqual({
    ageSeconds: 37 * 3600,
    degraded: true,
    reason: 'The newest post is 37 hours old, but the limit is 36 hours.',
  })
})

test('without a newsroom, an edition is never overdue unless there were earlier editions', async () => {
  expect((await reportOf({ hours: 1000, expected: false })).edition.degraded).toBe(false)
  expect((await reportOf({ hours: 1000, expected: false, last: async () => last })).edition.degraded).toBe(true)
})

test('the health report is degraded for a blog with a newsroom but without posts', async () => {
  const { edition } = await reportOf({ hours: 0, empty: true })
  expect(edition).toEqual({ ageSeconds: null, degraded: true, reason: 'There is no post yet.' })
})

test('the report contains empty categories and the results of the last edition', async () => {
  const { categories, newsroom, posts } = await reportOf({ hours: 1, last: async () => last })
  expect(categories).toEqual([
    { id: 'technology', posts: 1 },
    { id: 'blockchain', posts: 0 },
  ])
  expect([newsroom, posts]).toEqual([last, 1])
})

test('reports an unavailable or slow desk as a problem within the timeout', async () => {
  const away = await reportOf({ hours: 1, last: () => Promise.reject(new Error('The desk is away.')) })
  expect([away.problem, away.newsroom, away.posts]).toEqual(['The desk is away.', null, 1])
  const silent = await reportOf({ hours: 1, last: () => new Promise(() => {}) })
  expect(silent.problem).toContain('did not respond within 1 s')
  expect((await reportOf({ hours: 1 })).problem).toBeNull()
})
