import { expect, test } from 'vitest'
import { CallFailed } from '#blog/client.ts'
import { createReport } from './log.ts'

test('failed calls to another backend are logged once per minute, and other errors each time', () => {
  const logged: unknown[] = []
  const clock = { now: 0 }
  const report = createReport({ error: (entry: unknown) => void logged.push(entry) }, () => clock.now)
  for (; clock.now < 120_000; clock.now += 500) report(new CallFailed('The call https://api.example/ failed'))
  expect(logged).toHaveLength(2)
  expect(logged[0]).toMatch(/^The call https:\/\/api\.example\/ failed\. More/)
  const other = new Error('Something else')
  report(other)
  report(other)
  expect(logged.slice(2)).toEqual([other, other])
})
