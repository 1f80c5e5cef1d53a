/** A newsroom's schedule. */
export type Schedule = {
  /** The time of the next attempt. */
  next(): Date
  /** Prevents new runs, and resolves when the current one has finished. */
  stop(): Promise<void>
}

/** Calls back after a number of milliseconds. The returned function cancels the timer. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

// An incomplete edition is retried after the first pause, then each time after twice the pause, up to the longest.
const FIRST_PAUSE_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 60 * 60_000

// Timers stop while a machine sleeps, and a clock may be set, so look at the clock this often.
const LONGEST_SLEEP_MS = 60_000

/**
 * Runs every day at `time` (`HH:MM`) in `zone` (an IANA name), once a day even if daylight saving skips or repeats that
 * time. Runs immediately if today's time has passed. An edition that `isComplete` (its date is `YYYY-MM-DD`) is not run. An
 * edition that is incomplete or fails is retried after 5, 10, 20 and 40 minutes and then every hour, until the next one is
 * due. Never makes two runs at the same time. Throws if `time` or `zone` is not valid.
 */
export function createSchedule(options: {
  time: string
  zone: string
  now: () => Date
  run: (date: string) => Promise<'complete' | 'incomplete'>
  isComplete: (date: string) => Promise<boolean>
  onError: (error: unknown) => void
  setTimer?: SetTimer
}): Schedule {
  const { now, run, isComplete, onError, setTimer = startTimer } = options
  const editions = dailyEditions(options)
  let edition = { ...editions.newest(now()), pause: FIRST_PAUSE_MS, isDone: false }
  // An edition of an earlier day is not made up for.
  edition.isDone = edition.date !== editions.dateOf(now())
  let stopped = false
  let running: Promise<void> | null = null
  let cancel = sleep()

  function next(): Date {
    const { attempt, ends, isDone } = edition
    const at = isDone || attempt > ends ? ends : attempt
    return new Date(Math.max(at.getTime(), now().getTime()))
  }

  function sleep(): () => void {
    return setTimer(wake, Math.min(next().getTime() - now().getTime(), LONGEST_SLEEP_MS))
  }

  function wake(): void {
    if (stopped) return
    const time = now()
    // After a long sleep, only the newest edition is still news. A clock that was ahead may have been set back.
    if (time < edition.begins || time >= edition.ends)
      edition = { ...editions.newest(time), pause: FIRST_PAUSE_MS, isDone: false }
    // A clock that was hours ahead must not delay the next attempt.
    edition.attempt = new Date(Math.min(edition.attempt.getTime(), time.getTime() + LONGEST_PAUSE_MS))
    if (edition.isDone || edition.attempt > time) {
      cancel = sleep()
      return
    }
    running = work().finally(() => {
      running = null
      wake()
    })
  }

  async function work(): Promise<void> {
    const { date, pause } = edition
    // During the run, the next attempt is that of the next edition.
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
      cancel()
      await running
    },
  }
}

/**
 * The editions that a time of day begins in a zone. Each ends when the next one begins. `newest` returns the one of a
 * moment. Throws if `time` or `zone` is not valid.
 */
export function dailyEditions({ time, zone }: { time: string; zone: string }) {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw new Error(`"${time}" is not a valid time. Use HH:MM, for example 06:00.`)
  const dayOf = (at: Date) => Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone).toPlainDate()
  const beginOf = (day: Temporal.PlainDate) => {
    // If daylight saving repeats the time, this is the first of the two.
    const begin = day.toZonedDateTime({ timeZone: zone, plainTime: time })
    if (begin.toPlainTime().equals(time)) return new Date(begin.epochMilliseconds)
    // If it skips the time, use the end of the gap, or the minute before the gap if the day ends with it.
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

function startTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}
