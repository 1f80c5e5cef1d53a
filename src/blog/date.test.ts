import { expect, test } from 'vitest'
import { longDate, newestFirst, shortDate } from '#blog/date.ts'

test('dates are shown in UTC', () => {
  expect(longDate('2026-11-20T23:59:59Z')).toBe('November 20, 2026')
  expect(longDate('2026-11-20T23:30:00-05:00')).toBe('November 21, 2026')
  expect(shortDate('2026-09-05')).toBe('Sep 5')
})

test('an invalid date is null', () => {
  for (const invalid of ['yesterday', '', null, '2026-13-45'])
    expect([longDate(invalid), shortDate(invalid)]).toEqual([null, null])
})

test('posts are sorted newest first; equal dates keep their order, and invalid dates are last', () => {
  const posts = [
    { id: 'a', date: 'never' },
    { id: 'b', date: '2026-01-01T00:00:00Z' },
    { id: 'c', date: '2026-01-02T00:00:00Z' },
    { id: 'd', date: '2026-01-01T01:00:00+01:00' },
    { id: 'e', date: null },
  ]
  expect(newestFirst(posts).map(({ id }) => id)).toEqual(['c', 'b', 'd', 'a', 'e'])
  expect(posts[0]?.id).toBe('a')
})
