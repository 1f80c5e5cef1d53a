import { expect, test } from 'vitest'
import { isSameTime, readTimes, zonesIn } from '#newsroom/checks/evidence/readers/dates/times.ts'

test.each([
  ['at 14:30', [870], []],
  ['It came at 10:16: “Who?”', [616], []],
  ['at 2:30 p.m. UTC', [870], [0]],
  ['at 6 a.m.', [360], []],
  ['at 06:40 utc', [400], [0]],
  ['at noon Eastern', [720], [-300, -240]],
  ['at midnight', [0], []],
  ['at 12 a.m.', [0], []],
  ['at 1 p.m. EST', [780], [-300]],
  ['at 14:30:12 (CET)', [870], [60]],
  ['at 25:10', [], []],
])('"%s" is read', (text, minutes, zones) => {
  const { times, rest } = readTimes(text)
  expect(times.map((time) => time.minutes)).toEqual(minutes)
  expect(times.flatMap((time) => time.zones)).toEqual(zones)
  expect(rest).toHaveLength(text.length)
})

test.each([
  ['14:30 UTC', '2:30 p.m. UTC', true],
  ['18:00 UTC', '1 p.m. EST', true],
  ['18:00 UTC', '1 p.m. EDT', false],
  ['01:00 UTC', '8 p.m. EST', true],
  ['18:00 PST', '18:00 UTC', false],
  ['14:30', '14:30 UTC', true],
  ['14:30', '14:35 UTC', false],
  ['14:30 UTC', '14:30', false],
])('%s and %s are one time: %s', (asked, given, expected) => {
  const [one] = readTimes(asked).times
  const [other] = readTimes(given).times
  if (one === undefined || other === undefined) return expect.fail('no time')
  expect(isSameTime(one, other, [])).toBe(expected)
  // A zone that the text names elsewhere is that of all its times.
  if (given === '14:30') expect(isSameTime(one, other, zonesIn('All times are UTC.'))).toBe(true)
})
