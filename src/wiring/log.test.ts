import { expect, test } from 'vitest'
import { CallFailed } from '#blog/client.ts'
import { createReport } from './log.ts'

test('a backend that fails every call of every page is one line a minute; any other error is logged each time', () => {
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
