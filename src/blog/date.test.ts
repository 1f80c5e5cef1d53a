import { afterEach, expect, test } from 'vitest'
import { isoDay, longDate, newestFirst, setZone, shortDate, timeOfDay } from '#blog/date.ts'

afterEach(() => setZone('UTC'))

test.for<[string, string, string, string | null]>([
  ['UTC', '2026-11-25T21:00:00Z', 'November 25, 2026', '21:00'],
  ['Asia/Tokyo', '2026-11-25T21:00:00Z', 'November 26, 2026', '06:00'],
  ['America/Los_Angeles', '2026-12-01T06:30:00Z', 'November 30, 2026', '22:30'],
  ['Europe/Vienna', '2026-03-29T01:00:00Z', 'March 29, 2026', '03:00'],
  ['Asia/Tokyo', '2026-11-25T15:00:00Z', 'November 26, 2026', '00:00'],
  // A date without a time is the same in every time zone.
  ['America/Los_Angeles', '2026-11-20', 'November 20, 2026', null],
])('in the time zone %s, formats %s as %s, %s', ([zone, iso, date, time]) => {
  setZone(zone)
  expect([longDate(iso), timeOfDay(iso)]).toEqual([date, time])
  expect(Date.parse(`${isoDay(iso)}Z`)).toBe(Date.parse(`${date} UTC`))
})

test('formats dates in UTC by default', () => {
  expect(longDate('2026-11-20T23:59:59Z')).toBe('November 20, 2026')
  expect(longDate('2026-11-20T23:30:00-05:00')).toBe('November 21, 2026')
  expect(shortDate('2026-09-05')).toBe('Sep 5')
})

test('returns null for an invalid date', () => {
  for (const invalid of ['yesterday', '', null, '2026-13-45'])
    expect([longDate(invalid), shortDate(invalid)]).toEqual([null, null])
})

test('sorts posts newest first, keeps the order of equal dates, and puts invalid dates last', () => {
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
