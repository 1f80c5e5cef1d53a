import { afterEach, expect, test, vi } from 'vitest'
import { followJournal } from '#archive/follow-journal.ts'

afterEach(() => vi.useRealTimers())

function follow() {
  vi.useFakeTimers()
  let [polls, sequence, committed] = [0, 0, 0]
  const following = followJournal({
    refresh: async () => {
      polls += 1
      sequence = committed
    },
    sequence: () => sequence,
    onError: () => {},
  })
  return {
    ...following,
    commit: () => (committed += 1),
    /** Returns the number of polls during the next `seconds`. */
    async pollsIn(seconds: number) {
      const before = polls
      await vi.advanceTimersByTimeAsync(seconds * 1_000)
      return polls - before
    },
  }
}

test('polls every five seconds until it is closed', async () => {
  const following = follow()
  expect(await following.pollsIn(60)).toBe(12)
  following.close()
  expect(await following.pollsIn(60)).toBe(0)
})

test('polls every second for a minute after a change', async () => {
  const following = follow()
  await following.pollsIn(10)
  following.commit()
  // The first poll finds the change. 60 polls follow, one per second.
  expect(await following.pollsIn(65)).toBe(61)
  expect(await following.pollsIn(60)).toBeLessThanOrEqual(13)
  following.close()
})
