import { expect, test } from 'vitest'
import { relativeDates } from '#newsroom/checks/evidence/readers/dates/dates.ts'

const WEDNESDAY = new Date('2026-11-18T09:00:00Z')

test.each([
  ['on Tuesday', ['2026-11-17', '2026-11-24']],
  ['yesterday', ['2026-11-17']],
  ['this morning', ['2026-11-18']],
  ['tomorrow', ['2026-11-19']],
  ['last month', ['2026-10-?']],
  ['next month', ['2026-12-?']],
  ['last year', ['2025-?-?']],
  ['a year ago', ['2025-?-?']],
  ['once', []],
])('"%s" is %j on a Wednesday in November 2026', (text, found) => {
  expect(told(relativeDates(text, WEDNESDAY, []))).toEqual(found)
})

test('a weekday that is surely known is no other day', () => {
  expect(told(relativeDates('on Tuesday, not on Friday', WEDNESDAY, ['2026-11-17']))).toEqual([
    '2026-11-17',
    '2026-11-13',
    '2026-11-20',
  ])
})

function told(dates: ReturnType<typeof relativeDates>): string[] {
  return dates.map(({ year, month, day }) => [year, month, day].map((each) => each ?? '?').join('-'))
}
