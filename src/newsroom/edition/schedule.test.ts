import { afterEach, expect, test, vi } from 'vitest'
import { createSchedule, newestEdition } from '#newsroom/edition/schedule.ts'
import { drawnFrom } from '../../../tests/fixtures/random.ts'

type Outcome = 'complete' | 'incomplete' | Error

afterEach(() => vi.useRealTimers())

test('runs every day at the configured time and zone, and passes the local date', async () => {
  const world = start('2026-11-20T10:00:00Z', { time: '06:30', zone: 'Asia/Tokyo', last: '2026-11-20' })
  expect(world.schedule.next().toISOString()).toBe('2026-11-20T10:00:00.000Z')
  await world.advanceTo('2026-11-20T10:00:01Z')
  expect(world.schedule.next().toISOString()).toBe('2026-11-20T21:30:00.000Z')
  await world.advanceTo('2026-11-23T00:00:00Z')
  expect(world.runs).toEqual([
    { date: '2026-11-21', at: '2026-11-20T21:30:00.000Z' },
    { date: '2026-11-22', at: '2026-11-21T21:30:00.000Z' },
    { date: '2026-11-23', at: '2026-11-22T21:30:00.000Z' },
  ])
  expect(world.schedule.next().toISOString()).toBe('2026-11-23T21:30:00.000Z')
})

test.each([
  ['runs immediately if today’s time has passed', '10:00:00', null, ['10:00:00']],
  ['does not catch up on missed days', '05:59:59', '2026-11-12', ['06:00:00']],
  ['skips a complete edition', '10:00:00', '2026-11-20', []],
])('%s, and runs again the next day', async (_, from, last, times) => {
  const world = start(`2026-11-20T${from}Z`, { last })
  await world.advanceTo('2026-11-21T10:00:00Z')
  expect(world.runs).toEqual([
    ...times.map((time) => ({ date: '2026-11-20', at: `2026-11-20T${time}.000Z` })),
    { date: '2026-11-21', at: '2026-11-21T06:00:00.000Z' },
  ])
})

test('retries a failed or incomplete edition after increasing delays until it is complete', async () => {
  const failure = new Error('no desk')
  const world = start('2026-11-20T05:00:00Z', { outcomes: [failure, 'incomplete', 'complete'] })
  await world.advanceTo('2026-11-20T06:01:00Z')
  expect(world.schedule.next().toISOString()).toBe('2026-11-20T06:05:00.000Z')
  await world.advanceTo('2026-11-20T23:00:00Z')
  expect(world.runs.map(({ date, at }) => [date, at.slice(11, 16)])).toEqual([
    ['2026-11-20', '06:00'],
    ['2026-11-20', '06:05'],
    ['2026-11-20', '06:15'],
  ])
  expect(world.errors).toEqual([failure])
})

test('stops retrying when the next edition is due, and starts that one with a short delay again', async () => {
  const world = start('2026-11-20T05:00:00Z', { outcomes: 'incomplete' })
  await world.advanceTo('2026-11-21T06:10:00Z')
  const of = (day: string) => world.runs.filter(({ date }) => date === day).map(({ at }) => at.slice(8, 16))
  expect(of('2026-11-20').slice(0, 5)).toEqual(['20T06:00', '20T06:05', '20T06:15', '20T06:35', '20T07:15'])
  expect(of('2026-11-20').slice(5)).toEqual([
    ...Array.from({ length: 16 }, (_, hour) => `20T${String(hour + 8).padStart(2, '0')}:15`),
    ...Array.from({ length: 6 }, (_, hour) => `21T0${hour}:15`),
  ])
  expect(of('2026-11-21')).toEqual(['21T06:00', '21T06:05'])
})

test('does not run an edition while it cannot read whether the edition is complete', async () => {
  const world = start('2026-11-20T10:00:00Z', { last: new Error('no desk') })
  await world.advanceTo('2026-11-20T10:06:00Z')
  expect([world.runs.length, world.errors.length]).toEqual([0, 2])
  world.state.last = null
  await world.advanceTo('2026-11-20T11:00:00Z')
  expect(world.runs).toEqual([{ date: '2026-11-20', at: '2026-11-20T10:15:00.000Z' }])
})

test('starts the next edition after a run that takes longer than a day', async () => {
  const world = start('2026-11-20T05:00:00Z', { outcomes: 'complete', lasts: 30 * 3_600_000 })
  await world.advanceTo('2026-11-22T00:00:00Z')
  expect(world.runs).toEqual([
    { date: '2026-11-20', at: '2026-11-20T06:00:00.000Z' },
    { date: '2026-11-21', at: '2026-11-21T12:00:00.000Z' },
  ])
  expect(world.state.mostAtOnce).toBe(1)
})

test('runs only the newest edition after the machine has slept for days', async () => {
  const world = start('2026-11-20T05:00:00Z')
  vi.setSystemTime('2026-11-23T09:00:00Z')
  await world.advanceTo('2026-11-23T10:00:00Z')
  expect(world.runs).toEqual([{ date: '2026-11-23', at: '2026-11-23T09:01:00.000Z' }])
})

test('resumes daily runs after a clock that was years ahead is set back', async () => {
  const world = start('2031-05-04T10:00:00Z', { last: '2031-05-04' })
  await world.advanceTo('2031-05-04T10:05:00Z')
  vi.setSystemTime('2026-11-20T10:06:00Z')
  await world.advanceTo('2026-11-22T07:00:00Z')
  expect(world.runs).toEqual([
    { date: '2026-11-20', at: '2026-11-20T10:07:00.000Z' },
    { date: '2026-11-21', at: '2026-11-21T06:00:00.000Z' },
    { date: '2026-11-22', at: '2026-11-22T06:00:00.000Z' },
  ])
})

test('retries within an hour after a clock that was hours ahead is set back', async () => {
  const world = start('2026-11-20T06:00:00Z', { outcomes: 'incomplete' })
  vi.setSystemTime('2026-11-20T16:00:00Z')
  await world.advanceTo('2026-11-20T16:01:00Z')
  const before = world.runs.length
  vi.setSystemTime('2026-11-20T07:00:00Z')
  await world.advanceTo('2026-11-20T08:02:00Z')
  expect(world.runs.length).toBe(before + 1)
})

test('has one edition per local day in any zone, even when daylight saving time begins or ends', () => {
  for (const zone of drawnFrom(Intl.supportedValuesOf('timeZone'), 40)) {
    let change = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
    for (; change !== null && change.year < 2028; change = change.getTimeZoneTransition('next')) {
      const before = change.subtract({ nanoseconds: 1 })
      const skippedOrRepeated = [change, before].map(({ hour }) => `${String(hour).padStart(2, '0')}:15`)
      for (const time of ['00:00', '23:59', ...skippedOrRepeated]) {
        const newest = (at: Date) => newestEdition(at, { time, zone })
        let edition = newest(new Date(change.epochMilliseconds - 3 * 24 * 3_600_000))
        for (let count = 0; count < 6; count += 1) {
          const next = newest(edition.ends)
          const tomorrow = Temporal.PlainDate.from(edition.date).add({ days: 1 }).toString()
          expect([next.date, next.begins]).toEqual([tomorrow, edition.ends])
          expect(newest(new Date(edition.ends.getTime() - 1))).toMatchObject({ date: edition.date, ends: edition.ends })
          edition = next
        }
      }
    }
  }
  // A skipped time is after the gap, and a repeated time is the first of the two.
  const begins = (at: string) => newestEdition(new Date(at), { time: '02:30', zone: 'Europe/Vienna' }).begins
  expect(begins('2026-03-29T12:00Z')).toEqual(new Date('2026-03-29T01:30Z'))
  expect(begins('2026-10-25T12:00Z')).toEqual(new Date('2026-10-25T00:30Z'))
})

test('stop() prevents new runs and waits for the current one', async () => {
  const idle = start('2026-11-20T05:00:00Z')
  await idle.schedule.stop()
  await idle.advanceTo('2026-11-21T10:00:00Z')
  expect([idle.runs.length, vi.getTimerCount()]).toEqual([0, 0])

  const busy = start('2026-11-20T05:00:00Z', { outcomes: 'incomplete', lasts: 3_600_000 })
  await busy.advanceTo('2026-11-20T06:30:00Z')
  let stopped = false
  const stopping = busy.schedule.stop().then(() => (stopped = true))
  await busy.advanceTo('2026-11-20T06:59:00Z')
  expect(stopped).toBe(false)
  await busy.advanceTo('2026-11-20T07:00:00Z')
  await stopping
  expect(vi.getTimerCount()).toBe(0)
  await busy.advanceTo('2026-11-21T10:00:00Z')
  expect(busy.runs).toHaveLength(1)
})

// Starts a schedule with fake timers. `last` is the date of the last complete edition, and `lasts` is the duration of a
// run.
function start(
  from: string,
  options: {
    time?: string
    zone?: string
    last?: string | null | Error
    outcomes?: Outcome | Outcome[]
    lasts?: number
  } = {},
) {
  const { time = '06:00', zone = 'UTC', outcomes = 'complete', lasts = 0, last = null } = options
  vi.useFakeTimers({ now: Date.parse(from) })
  const runs: { date: string; at: string }[] = []
  const errors: unknown[] = []
  const state = { last, running: 0, mostAtOnce: 0 }
  const schedule = createSchedule({
    time,
    zone,
    now: () => new Date(),
    onError: (error) => errors.push(error),
    isComplete: async (date) => {
      if (state.last instanceof Error) throw state.last
      return state.last === date
    },
    run: async (date) => {
      const outcome = Array.isArray(outcomes) ? (outcomes[runs.length] ?? 'complete') : outcomes
      runs.push({ date, at: new Date().toISOString() })
      state.running += 1
      state.mostAtOnce = Math.max(state.mostAtOnce, state.running)
      if (lasts > 0) await new Promise((resolve) => setTimeout(resolve, lasts))
      state.running -= 1
      if (outcome instanceof Error) throw outcome
      if (outcome === 'complete') state.last = date
    },
  })
  const advanceTo = (to: string) => vi.advanceTimersByTimeAsync(Date.parse(to) - Date.now())
  return { schedule, runs, errors, state, advanceTo }
}
