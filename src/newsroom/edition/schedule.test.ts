import { afterEach, expect, test, vi } from 'vitest'
import { createSchedule, dailyEditions, type Schedule, type SetTimer } from '#newsroom/edition/schedule.ts'

type Outcome = 'complete' | 'incomplete' | Error
type Run = { date: string; at: string }

afterEach(() => vi.useRealTimers())

test('the edition runs every day at its time in its zone, with that day as the date', async () => {
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

test('a schedule that starts after the time runs immediately, and again the next day', async () => {
  for (const last of [null, '2026-11-19']) {
    const world = start('2026-11-20T10:00:00Z', { last })
    await world.advanceTo('2026-11-21T10:00:00Z')
    expect(world.runs).toEqual([
      { date: '2026-11-20', at: '2026-11-20T10:00:00.000Z' },
      { date: '2026-11-21', at: '2026-11-21T06:00:00.000Z' },
    ])
  }
})

test('a schedule that starts before the time does not make up for earlier days', async () => {
  const world = start('2026-11-20T05:59:59Z', { last: '2026-11-12' })
  await world.advanceTo('2026-11-20T07:00:00Z')
  expect(world.runs).toEqual([{ date: '2026-11-20', at: '2026-11-20T06:00:00.000Z' }])
})

test('an edition that is complete is not run, neither at the start nor at its time', async () => {
  const world = start('2026-11-20T10:00:00Z', { last: '2026-11-20' })
  await world.advanceTo('2026-11-21T05:00:00Z')
  world.state.last = '2026-11-21'
  await world.advanceTo('2026-11-22T05:00:00Z')
  expect(world.runs).toEqual([])
})

test('an incomplete edition is retried after growing pauses until it is complete', async () => {
  const outcomes: Outcome[] = [...Array.from({ length: 6 }, () => 'incomplete' as const), 'complete']
  const world = start('2026-11-20T05:00:00Z', { outcomes })
  await world.advanceTo('2026-11-20T06:01:00Z')
  expect(world.schedule.next().toISOString()).toBe('2026-11-20T06:05:00.000Z')
  await world.advanceTo('2026-11-20T23:00:00Z')
  expect(world.runs.map(({ at }) => at.slice(11, 16))).toEqual([
    '06:00',
    '06:05',
    '06:15',
    '06:35',
    '07:15',
    '08:15',
    '09:15',
  ])
  expect(new Set(world.runs.map(({ date }) => date))).toEqual(new Set(['2026-11-20']))
})

test('an incomplete edition is retried until the next edition is due, which starts with a short pause', async () => {
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

test('a failed run is reported and retried like an incomplete edition', async () => {
  const world = start('2026-11-20T05:00:00Z', { outcomes: [new Error('no desk'), 'complete'] })
  await world.advanceTo('2026-11-20T23:00:00Z')
  expect(world.errors).toEqual([new Error('no desk')])
  expect(world.runs).toHaveLength(2)
})

test('an edition does not run while its state cannot be read', async () => {
  const world = start('2026-11-20T10:00:00Z', { last: new Error('no desk') })
  await world.advanceTo('2026-11-20T10:06:00Z')
  expect([world.runs.length, world.errors.length]).toEqual([0, 2])
  world.state.last = null
  await world.advanceTo('2026-11-20T11:00:00Z')
  expect(world.runs).toEqual([{ date: '2026-11-20', at: '2026-11-20T10:15:00.000Z' }])
})

test('a run that lasts past the next time is followed by the next edition', async () => {
  const world = start('2026-11-20T05:00:00Z', { outcomes: 'complete', lasts: 30 * 3_600_000 })
  await world.advanceTo('2026-11-22T00:00:00Z')
  expect(world.runs).toEqual([
    { date: '2026-11-20', at: '2026-11-20T06:00:00.000Z' },
    { date: '2026-11-21', at: '2026-11-21T12:00:00.000Z' },
  ])
  expect(world.state.mostAtOnce).toBe(1)
})

test('a machine that slept for days makes only the newest edition', async () => {
  const world = start('2026-11-20T05:00:00Z', {})
  world.sleepTo('2026-11-23T09:00:00Z')
  await world.advanceTo('2026-11-23T10:00:00Z')
  expect(world.runs).toEqual([{ date: '2026-11-23', at: '2026-11-23T09:00:00.000Z' }])
})

test('after a clock that was years ahead is set back, every day has its edition', async () => {
  const world = start('2031-05-04T10:00:00Z', { last: '2031-05-04' })
  await world.advanceTo('2031-05-04T10:05:00Z')
  world.setClock('2026-11-20T10:06:00Z')
  await world.advanceTo('2026-11-22T07:00:00Z')
  expect(world.runs).toEqual([
    { date: '2026-11-20', at: '2026-11-20T10:07:00.000Z' },
    { date: '2026-11-21', at: '2026-11-21T06:00:00.000Z' },
    { date: '2026-11-22', at: '2026-11-22T06:00:00.000Z' },
  ])
})

test('a clock that was hours ahead does not delay the next attempt for longer than an hour', async () => {
  const world = start('2026-11-20T06:00:00Z', { outcomes: 'incomplete' })
  world.setClock('2026-11-20T16:00:00Z')
  await world.advanceTo('2026-11-20T16:01:00Z')
  const before = world.runs.length
  world.setClock('2026-11-20T07:00:00Z')
  await world.advanceTo('2026-11-20T08:02:00Z')
  expect(world.runs.length).toBe(before + 1)
})

test('in every zone, each local day has one edition through the changes of the clocks', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    let change = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
    for (; change !== null && change.year < 2028; change = change.getTimeZoneTransition('next')) {
      const before = change.subtract({ nanoseconds: 1 })
      const skippedOrRepeated = [change, before].map(({ hour }) => `${String(hour).padStart(2, '0')}:15`)
      for (const time of ['00:00', '23:59', ...skippedOrRepeated]) {
        const { newest } = dailyEditions({ time, zone })
        let edition = newest(new Date(change.epochMilliseconds - 3 * 24 * 3_600_000))
        for (let count = 0; count < 6; count += 1) {
          const next = newest(edition.ends)
          const tomorrow = Temporal.PlainDate.from(edition.date).add({ days: 1 }).toString()
          expect([next.date, next.begins, dateIn(zone, next.begins)]).toEqual([tomorrow, edition.ends, tomorrow])
          expect(newest(new Date(edition.ends.getTime() - 1))).toEqual(edition)
          edition = next
        }
      }
    }
  }
})

test('after a stop no run begins, and the stop waits for the current run', async () => {
  const idle = start('2026-11-20T05:00:00Z', {})
  await idle.schedule.stop()
  await idle.advanceTo('2026-11-21T10:00:00Z')
  expect([idle.runs.length, idle.pending()]).toEqual([0, 0])

  const busy = start('2026-11-20T05:00:00Z', { outcomes: 'incomplete', lasts: 3_600_000 })
  await busy.advanceTo('2026-11-20T06:30:00Z')
  let stopped = false
  const stopping = busy.schedule.stop().then(() => (stopped = true))
  await busy.advanceTo('2026-11-20T06:59:00Z')
  expect(stopped).toBe(false)
  await busy.advanceTo('2026-11-20T07:00:00Z')
  await stopping
  expect(busy.pending()).toBe(0)
  await busy.advanceTo('2026-11-21T10:00:00Z')
  expect(busy.runs).toHaveLength(1)
})

test('a time that daylight saving skips or repeats is run once', async () => {
  for (const [from, to, at] of [
    ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ] as const) {
    const world = start(from, { time: '02:30', zone: 'Europe/Vienna', last: from.slice(0, 10) })
    await world.advanceTo(to)
    expect(world.runs).toEqual([{ date: to.slice(0, 10), at }])
  }
})

test('an invalid time or zone is rejected', () => {
  expect(() => start('2026-11-20T05:00:00Z', { time: '24:00' })).toThrow('Use HH:MM')
  expect(() => start('2026-11-20T05:00:00Z', { zone: 'Europe/Wien' })).toThrow('not a time zone')
})

test('the schedule works with real timers', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T05:00:00Z') })
  const run = vi.fn(async () => 'complete' as const)
  const common = { now: () => new Date(), run, isComplete: async () => false, onError: console.error }
  const schedule = createSchedule({ time: '06:00', zone: 'UTC', ...common })
  await vi.advanceTimersByTimeAsync(25.5 * 3_600_000)
  expect(run.mock.calls).toEqual([['2026-11-20'], ['2026-11-21']])
  await schedule.stop()
  expect(vi.getTimerCount()).toBe(0)
})

function dateIn(zone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const [month, day, year] = format.format(at).split('/')
  return `${year}-${month}-${day}`
}

// A schedule whose clock does not move until it is advanced.
function start(
  from: string,
  options: {
    time?: string
    zone?: string
    last?: string | null | Error
    lastTakes?: number
    outcomes?: Outcome | Outcome[]
    lasts?: number
  },
) {
  const { time = '06:00', zone = 'UTC', outcomes = 'complete', lasts = 0, lastTakes = 0 } = options
  let clock = Date.parse(from)
  const timers = new Set<{ at: number; callback: () => void }>()
  const runs: Run[] = []
  const errors: unknown[] = []
  const state = { last: options.last ?? null, mostAtOnce: 0 }
  let atOnce = 0

  const setTimer: SetTimer = (callback, milliseconds) => {
    const timer = { at: clock + milliseconds, callback }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  const pass = (milliseconds: number) =>
    milliseconds === 0 ? Promise.resolve() : new Promise<void>((resolve) => setTimer(resolve, milliseconds))

  async function run(date: string): Promise<'complete' | 'incomplete'> {
    const outcome = Array.isArray(outcomes) ? (outcomes[runs.length] ?? 'complete') : outcomes
    runs.push({ date, at: new Date(clock).toISOString() })
    atOnce += 1
    state.mostAtOnce = Math.max(state.mostAtOnce, atOnce)
    await pass(lasts)
    atOnce -= 1
    if (outcome instanceof Error) throw outcome
    return outcome
  }

  async function isComplete(date: string): Promise<boolean> {
    await pass(lastTakes)
    if (state.last instanceof Error) throw state.last
    return state.last === date
  }

  async function advanceTo(to: string): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      const [first] = [...timers].toSorted((a, b) => a.at - b.at)
      if (first === undefined || first.at > Date.parse(to)) break
      timers.delete(first)
      clock = Math.max(clock, first.at)
      first.callback()
    }
    clock = Math.max(clock, Date.parse(to))
  }

  const now = () => new Date(clock)
  const onError = (error: unknown) => errors.push(error)
  const schedule: Schedule = createSchedule({ time, zone, now, run, isComplete, onError, setTimer })
  const sleepTo = (to: string) => (clock = Date.parse(to))
  // Timers measure time without the clock.
  const setClock = (to: string) => {
    const change = Date.parse(to) - clock
    clock += change
    for (const timer of timers) timer.at += change
  }
  return { schedule, runs, errors, state, advanceTo, sleepTo, setClock, pending: () => timers.size }
}
