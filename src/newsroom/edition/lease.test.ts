import { expect, onTestFinished, test, vi } from 'vitest'
import { claimSlot, type Claimant } from '#newsroom/edition/lease.ts'
import { gateway, testBucket } from '../../../tests/fixtures/test-store.ts'

const slot = 'editions/2026-11-21/slots/technology-1'
const start = Date.parse('2026-11-21T06:00:00Z')

function claimantOf(run: string, given: Partial<Claimant> = {}): Claimant {
  return { run, process: `process of ${run}`, pid: 100, host: 'one', ...given }
}

function at(milliseconds: number): () => Date {
  return () => new Date(start + milliseconds)
}

test('of many newsrooms that claim a slot at once, one gets it', async () => {
  const desk = testBucket()
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      claimSlot({
        desk,
        slot,
        claimant: claimantOf(`run ${index}`, { host: `host ${index}` }),
        sameMachine: false,
        now: at(0),
      }),
    ),
  )
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  for (const claim of claims) await claim?.release()
})

test('a slot is free again when its run lets go of it', async () => {
  const desk = testBucket()
  const first = await claimSlot({ desk, slot, claimant: claimantOf('a'), sameMachine: false, now: at(0) })
  const other = { desk, slot, claimant: claimantOf('b', { host: 'two' }), sameMachine: false, now: at(1_000) }
  expect(await claimSlot(other)).toBeNull()
  await first?.release()
  const second = await claimSlot(other)
  expect(second).not.toBeNull()
  await second?.release()
})

test('on one machine, the claim of a dead process is free immediately', async () => {
  const desk = testBucket()
  const gone = await claimSlot({ desk, slot, claimant: claimantOf('a', { pid: 7 }), sameMachine: true, now: at(0) })
  const next = (isRunning: (pid: number) => boolean, host = 'one') =>
    claimSlot({ desk, slot, claimant: claimantOf('b', { pid: 8, host }), sameMachine: true, now: at(1), isRunning })
  expect(await next((pid) => pid === 7)).toBeNull()
  // Another machine cannot know.
  expect(await next(() => false, 'two')).toBeNull()
  const taken = await next(() => false)
  expect(taken).not.toBeNull()
  for (const claim of [gone, taken]) await claim?.release()
})

test('a process that has the number of the one that claimed is its successor, unless it is the same', async () => {
  const desk = testBucket()
  const first = await claimSlot({
    desk,
    slot,
    claimant: claimantOf('a', { pid: 1, process: 'p' }),
    sameMachine: true,
    now: at(0),
  })
  const next = (process: string) =>
    claimSlot({
      desk,
      slot,
      sameMachine: true,
      now: at(1),
      isRunning: () => true,
      claimant: claimantOf('b', { pid: 1, process }),
    })
  expect(await next('p')).toBeNull()
  const second = await next('q')
  expect(second).not.toBeNull()
  for (const claim of [first, second]) await claim?.release()
})

// Tests with their own clock run in memory only, because a real store uses the real time.
const inMemory = test.skipIf(gateway !== null)

inMemory('a claim holds as long as it gives signs of life, and 90 seconds longer', async () => {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
  const desk = testBucket()
  const now = () => new Date()
  const held = await claimSlot({ desk, slot, claimant: claimantOf('a'), sameMachine: false, now })
  const other = { desk, slot, claimant: claimantOf('b', { host: 'two' }), sameMachine: false }
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await claimSlot({ ...other, now })).toBeNull()
  // From here on the first is silent, as a machine is that lost its power.
  const silent = Date.now()
  expect(await claimSlot({ ...other, now: () => new Date(silent + 89_000 - 20_000) })).toBeNull()
  const taken = await claimSlot({ ...other, now: () => new Date(silent + 91_000) })
  expect(taken).not.toBeNull()
  for (const claim of [held, taken]) await claim?.release()
})

inMemory('a newsroom that wakes up does not shorten the claim of the one that took its slot over', async () => {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
  const desk = testBucket()
  const now = () => new Date()
  const claim = (run: string, time = now) =>
    claimSlot({ desk, slot, claimant: claimantOf(run, { host: run }), sameMachine: false, now: time })
  const asleep = await claim('a')
  const awake = await claim('b', () => new Date(Date.now() + 91_000))
  expect(awake).not.toBeNull()
  // Both send heartbeats from now on. A heartbeat of the first does not count for the second.
  await vi.advanceTimersByTimeAsync(300_000)
  await asleep?.release()
  expect(await claim('c')).toBeNull()
  await awake?.release()
  const next = await claim('c')
  expect(next).not.toBeNull()
  await next?.release()
})

test('a claim by a clock that was far ahead does not hold its slot for ever', async () => {
  const desk = testBucket()
  const claim = (run: string, time: number) =>
    claimSlot({ desk, slot, claimant: claimantOf(run, { host: run }), sameMachine: false, now: at(time) })
  const lost = await claim('a', 400 * 24 * 3_600_000)
  const taken = await claim('b', 0)
  expect(taken).not.toBeNull()
  // A clock that is a little ahead is usual.
  expect(await claim('c', -60_000)).toBeNull()
  for (const lease of [lost, taken]) await lease?.release()
})

test('a lease is lost only to a newer claim', async () => {
  const desk = testBucket()
  const first = await claimSlot({ desk, slot, claimant: claimantOf('a'), sameMachine: false, now: at(0) })
  await expect(first?.assertHeld()).resolves.toBeUndefined()
  const claimant = claimantOf('b', { host: 'two' })
  const second = await claimSlot({ desk, slot, claimant, sameMachine: false, now: at(91_000) })
  await expect(first?.assertHeld()).rejects.toThrow('Another newsroom took over editions/2026-11-21/slots/technology-1')
  await expect(second?.assertHeld()).resolves.toBeUndefined()
  for (const lease of [first, second]) await lease?.release()
})
