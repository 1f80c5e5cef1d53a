import { expect, test } from 'vitest'
import { isEditionHour } from '#wiring/edition-day.ts'
import { readEnvironment } from '#wiring/environment.ts'

test.each([
  ['06:00', 'UTC', '06:00', true],
  ['06:00', 'UTC', '06:59', true],
  ['06:00', 'UTC', '07:00', false],
  ['06:00', 'UTC', '05:59', false],
  ['23:30', 'UTC', '00:15', true],
  ['06:00', 'Asia/Tokyo', '21:10', true],
  ['06:00', 'Asia/Tokyo', '06:10', false],
])('an edition at %s in %s may be running at %s UTC: %s', (EDITION_TIME, EDITION_ZONE, time, expected) => {
  const environment = readEnvironment({ EDITION_TIME, EDITION_ZONE })
  expect(isEditionHour(environment, new Date(`2026-11-22T${time}:30Z`))).toBe(expected)
})
