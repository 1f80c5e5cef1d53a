/** A running schedule. */
export type Schedule = {
  /** Returns when the next attempt is due. */
  next(): Date
  /** Prevents new runs, and resolves once the current run has finished. */
  stop(): Promise<void>
}

// An incomplete edition is retried after the first pause. Each pause is twice as long as the previous one, up to the
// longest.
const FIRST_PAUSE_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 60 * 60_000

// Check the clock at least this often, because timers stop while a machine sleeps, and a clock can be changed.
const LONGEST_SLEEP_MS = 60_000

/**
 * Calls `run` once a day at `time` (`HH:MM`) in `zone` (an IANA time zone), even if daylight saving time skips or
 * repeats that time. If today's time has already passed, calls it immediately. Skips editions for which `isComplete`
 * resolves to true. Retries an incomplete or failed run after 5, 10, 20 and 40 minutes, then hourly until the next
 * edition is due. Runs never overlap. Throws if `time` or `zone` is invalid.
 */
export function createSchedule(options: {
  time: string
  zone: string
  now: () => Date
  run: (date: string) => Promise<'complete' | 'incomplete'>
  isComplete: (date: string) => Promise<boolean>
  onError: (error: unknown) => void
}): Schedule {
  const { now, run, isComplete, onError } = options
  const editions = dailyEditions(options)
  let edition = { ...editions.newest(now()), pause: FIRST_PAUSE_MS, isDone: false }
  // Do not catch up on an edition from an earlier day.
  edition.isDone = edition.date !== editions.dateOf(now())
  let stopped = false
  let running: Promise<void> | null = null
  let timer = sleep()

  function next(): Date {
    const { attempt, ends, isDone } = edition
    const at = isDone || attempt > ends ? ends : attempt
    return new Date(Math.max(at.getTime(), now().getTime()))
  }

  function sleep() {
    return setTimeout(wake, Math.min(next().getTime() - now().getTime(), LONGEST_SLEEP_MS))
  }

  function wake(): void {
    if (stopped) return
    const time = now()
    // After a long sleep, skip to the newest edition. If the clock was set back, return to the earlier one.
    if (time < edition.begins || time >= edition.ends)
      edition = { ...editions.newest(time), pause: FIRST_PAUSE_MS, isDone: false }
    // If the clock was hours ahead when the attempt was planned, the attempt is too far in the future.
    edition.attempt = new Date(Math.min(edition.attempt.getTime(), time.getTime() + LONGEST_PAUSE_MS))
    if (edition.isDone || edition.attempt > time) {
      timer = sleep()
      return
    }
    running = work().finally(() => {
      running = null
      wake()
    })
  }

  async function work(): Promise<void> {
    const { date, pause } = edition
    // Mark it as done so that `next` returns the next edition's time during the run.
    edition.isDone = true
    edition.isDone = await isDone(date)
    edition.attempt = new Date(now().getTime() + pause)
    edition.pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
  }

  async function isDone(date: string): Promise<boolean> {
    try {
      if (await isComplete(date)) return true
      return stopped || (await run(date)) === 'complete'
    } catch (error) {
      onError(error)
      return false
    }
  }

  return {
    next,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Returns two functions: one computes the local date of an instant, the other finds the newest edition at an instant.
 * An edition begins at `time` in `zone` and ends when the next one begins. Throws if `time` or `zone` is invalid.
 */
export function dailyEditions({ time, zone }: { time: string; zone: string }) {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw new Error(`"${time}" is not a valid time. Use HH:MM, for example 06:00.`)
  const dayOf = (at: Date) => Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone).toPlainDate()
  const beginOf = (day: Temporal.PlainDate) => {
    // If daylight saving time repeats the scheduled time, this is the first occurrence.
    const begin = day.toZonedDateTime({ timeZone: zone, plainTime: time })
    if (begin.toPlainTime().equals(time)) return new Date(begin.epochMilliseconds)
    // If daylight saving time skips the scheduled time, use the end of the gap. If the gap ends on the next day, use
    // the minute before the gap instead.
    const end = begin.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? begin
    const isOfDay = end.toPlainDate().equals(day)
    return new Date((isOfDay ? end : end.subtract({ minutes: 1 })).epochMilliseconds)
  }
  const newest = (at: Date) => {
    const today = dayOf(at)
    const day = at < beginOf(today) ? today.subtract({ days: 1 }) : today
    const begins = beginOf(day)
    return { date: day.toString(), begins, ends: beginOf(day.add({ days: 1 })), attempt: begins }
  }
  try {
    dayOf(new Date(0))
  } catch (cause) {
    throw new Error(`"${zone}" is not a time zone. Use a name such as UTC or Europe/Vienna.`, { cause })
  }
  return { dateOf: (at: Date) => dayOf(at).toString(), newest }
}
