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
 * edition is due. Runs never overlap.
 */
export function createSchedule(options: {
  time: string
  zone: string
  now: () => Date
  run: (date: string) => Promise<unknown>
  isComplete: (date: string) => Promise<boolean>
  onError: (error: unknown) => void
}): Schedule {
  const { now, run, isComplete, onError } = options
  let edition = newest()
  // Do not catch up on an edition from an earlier day.
  edition.isDone = !edition.isToday
  let stopped = false
  let running: Promise<void> | null = null
  let timer = sleep()

  function newest() {
    const edition = newestEdition(now(), options)
    return { ...edition, attempt: edition.begins, pause: FIRST_PAUSE_MS, isDone: false }
  }

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
    if (time < edition.begins || time >= edition.ends) edition = newest()
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
    edition.isDone = await complete(date)
    edition.attempt = new Date(now().getTime() + pause)
    edition.pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
  }

  async function complete(date: string): Promise<boolean> {
    try {
      if (!(await isComplete(date)) && !stopped) await run(date)
      return await isComplete(date)
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
 * Returns the newest edition at an instant. It begins at `time` in `zone` and ends when the next one begins. If
 * daylight saving time skips the time, the edition begins after the gap. If it repeats the time, the first one counts.
 */
export function newestEdition(at: Date, { time, zone }: { time: string; zone: string }) {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const beginOf = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds)
  let day = today
  while (beginOf(day) > at) day = day.subtract({ days: 1 })
  const ends = beginOf(day.add({ days: 1 }))
  return { date: day.toString(), begins: beginOf(day), ends, isToday: day.equals(today) }
}
