import { afterEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#blog/client.ts'
import { Unavailable } from '#bucket/bucket.ts'
import { createReport } from './log.ts'

afterEach(() => vi.useRealTimers())

test.for<[string, (index: number) => Error]>([
  ['failed calls', (index) => new CallFailed(`The call https://api.example/?page=${index} failed`)],
  ['failures of the storage', (index) => new Unavailable(`The text of the post technology/${index} is missing`)],
  ['the same error', () => new Error('Something else')],
])('%s are logged at most once per minute, with their number', ([, make]) => {
  vi.useFakeTimers()
  const logged: unknown[] = []
  const report = createReport({ error: (entry: unknown) => void logged.push(entry) })
  for (let index = 0; index < 240; index += 1) {
    report(make(index))
    vi.advanceTimersByTime(500)
  }
  vi.advanceTimersByTime(60_000)
  const count = expect.stringMatching(/ \(119 more errors like this in the last 60 seconds\)$/)
  expect(logged).toEqual([expect.any(Error), count, expect.any(Error), count])
})

test('logs different errors immediately, but at most 51 per minute', () => {
  vi.useFakeTimers()
  const logged: unknown[] = []
  const report = createReport({ error: (entry: unknown) => void logged.push(entry) })
  for (let index = 0; index < 1_000; index += 1) report(new Error(`Problem ${index}`))
  expect(logged).toHaveLength(51)
  vi.advanceTimersByTime(60_000)
  expect(logged).toHaveLength(52)
  expect(logged.at(-1)).toMatch(/949 more errors/)
})
