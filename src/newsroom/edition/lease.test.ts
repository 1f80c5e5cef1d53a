import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { claimSlot, type Lease } from '#newsroom/edition/lease.ts'
import { gateway, testBucket } from '../../../tests/fixtures/test-store.ts'

const slot = 'editions/2026-11-21/slots/technology-1'
const start = Date.parse('2026-11-21T06:00:00Z')

// The id of a process that has ended.
const DEAD = spawnSync(process.execPath, ['--version']).pid

// Creates newsrooms that share a desk. Each run has its own machine and process unless `given` overrides them. `at` is
// in milliseconds after the start.
function newsrooms() {
  const desk = testBucket()
  const leases: (Lease | null)[] = []
  onTestFinished(async () => {
    for (const lease of leases) await lease?.release()
  })
  return async (
    run: string,
    at: number | (() => Date) = 0,
    given: { pid?: number; process?: string; host?: string } = {},
  ) => {
    const { pid = 100, process = `process of ${run}`, host = run } = given
    const lease = await claimSlot({
      desk,
      slot,
      claimant: { run, process, pid, host },
      now: typeof at === 'number' ? () => new Date(start + at) : at,
    })
    leases.push(lease)
    return lease
  }
}

test('grants a slot to only one of many newsrooms that claim it at the same time', async () => {
  const claim = newsrooms()
  const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(`run ${index}`)))
  expect(claims.filter((lease) => lease !== null)).toHaveLength(1)
})

test("frees a dead process's claim immediately, but only on the same machine", async () => {
  const claim = newsrooms()
  await claim('a', 0, { host: 'one', pid: DEAD })
  expect(await claim('b', 1, { host: 'two' })).toBeNull()
  expect(await claim('b', 1, { host: 'one', pid: process.pid })).not.toBeNull()
  expect(await claim('c', 1, { host: 'one' })).toBeNull()
})

test('frees the claim of an earlier process that had the same process id', async () => {
  const claim = newsrooms()
  const machine = { host: 'one', pid: process.pid }
  await claim('a', 0, { ...machine, process: 'p' })
  expect(await claim('b', 1, { ...machine, process: 'p' })).toBeNull()
  expect(await claim('b', 1, { ...machine, process: 'q' })).not.toBeNull()
})

// Tests with fake timers run only in memory, because a real store uses real time.
const inMemory = test.skipIf(gateway !== null)
const clock = () => new Date()

inMemory('keeps a claim while heartbeats arrive, and for 90 seconds after the last one', async () => {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
  const claim = newsrooms()
  await claim('a', clock)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await claim('b', clock)).toBeNull()
  // The last heartbeat is at most 20 seconds old. No more follow, because the timers are fake.
  const silent = Date.now() - start
  expect(await claim('b', silent + 89_000 - 20_000)).toBeNull()
  expect(await claim('b', silent + 91_000)).not.toBeNull()
})

inMemory('does not let a newsroom that wakes up shorten the claim of its successor', async () => {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
  const claim = newsrooms()
  const asleep = await claim('a', clock)
  const awake = await claim('b', () => new Date(Date.now() + 91_000))
  expect(awake).not.toBeNull()
  // From now on, both send heartbeats. The first newsroom's heartbeat must not count for the second.
  await vi.advanceTimersByTimeAsync(300_000)
  await asleep?.release()
  expect(await claim('c', clock)).toBeNull()
  await awake?.release()
  expect(await claim('c', clock)).not.toBeNull()
})

test('ignores a claim from a clock that is far ahead, but not from one that is slightly ahead', async () => {
  const claim = newsrooms()
  await claim('a', 400 * 24 * 3_600_000)
  expect(await claim('b')).not.toBeNull()
  expect(await claim('c', -60_000)).toBeNull()
})

test('loses a lease only to a newer claim', async () => {
  const claim = newsrooms()
  const first = await claim('a')
  await expect(first?.assertHeld()).resolves.toBeUndefined()
  const second = await claim('b', 91_000)
  await expect(first?.assertHeld()).rejects.toThrow(`Another newsroom took over ${slot}`)
  await expect(second?.assertHeld()).resolves.toBeUndefined()
})
