import { Cron } from 'croner'

/** A newsroom's clock: `next` is when it looks next whether to run, `stop` lets none begin any more and resolves when none is under way. */
export type Schedule = { next(): Date; stop(): Promise<void> }

/** Calls back after so many milliseconds; the answer calls it off. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

// How long an incomplete edition rests before it is tried again: first so long, then each time twice as long as before, up
// to the longest rest. In milliseconds.
const FIRST_REST = 5 * 60_000
const LONGEST_REST = 60 * 60_000

// How long to sleep at most, in milliseconds: timers stand still while a machine sleeps, and a clock may be set.
const LONGEST_SLEEP = 60_000

/**
 * Runs every day at `time` (`HH:MM`) in `zone` (an IANA name), once whatever daylight saving does to that time; at once
 * when today's time has passed. An edition that `isComplete` (its date is `YYYY-MM-DD`) is not run. One
 * that is incomplete or fails is tried again after 5, 10, 20, 40 minutes and then every hour, until its day is over: when
 * the next one is due. Never two runs at once. Throws when `time` or `zone` is none.
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
  const times = dailyTimes(options)
  const today = times.dateOf(now())
  const latest = times.latest(now())
  let due: Attempt = { ...(latest.date === today ? latest : times.next(now())), rest: FIRST_REST }
  let stopped = false
  let running: Promise<void> | null = null
  let cancel = sleep()

  function sleep(): () => void {
    const rest = due.at.getTime() - now().getTime()
    return setTimer(wake, Math.min(Math.max(rest, 0), LONGEST_SLEEP))
  }

  function wake(): void {
    if (stopped) return
    if (due.at > now()) {
      cancel = sleep()
      return
    }
    running = work().finally(() => {
      running = null
      if (!stopped) cancel = sleep()
    })
  }

  async function work(): Promise<void> {
    const attempt = newest(due)
    // What is shown while the run is under way; reckoned anew when it has ended.
    due = after(attempt)
    const done = await isDone(attempt.date)
    due = after(attempt)
    if (done) return
    const at = new Date(now().getTime() + attempt.rest)
    if (at < due.at) due = { date: attempt.date, at, rest: Math.min(2 * attempt.rest, LONGEST_REST) }
  }

  // After a long sleep more than one edition may be due: only the last of them is still news.
  function newest(attempt: Attempt): Attempt {
    const latest = times.latest(now())
    return latest.date > attempt.date ? { ...latest, rest: FIRST_REST } : attempt
  }

  // The next day's attempt, which is due at once when its time came while another edition was being made.
  function after({ date }: Attempt): Attempt {
    const latest = times.latest(now())
    return { ...(latest.date > date ? latest : times.next(now())), rest: FIRST_REST }
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
    next: () => new Date(Math.max(due.at.getTime(), now().getTime())),
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }
}

// `rest` is how long, in milliseconds, to wait before the attempt after it.
type Attempt = { date: string; at: Date; rest: number }

// The moments of a time of day in a zone, each with its date there.
function dailyTimes({ time, zone }: { time: string; zone: string }) {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  if (hour === undefined) throw new Error(`"${time}" is no time of day: write it as HH:MM, such as 06:00.`)
  const calendar = calendarOf(zone)
  // A time that daylight saving skips is the first one after the gap, one that it repeats is the first of the two.
  const pattern = new Cron(`${minute} ${hour} * * *`, { timezone: zone, paused: true })
  const known = (at: Date | null | undefined) => {
    if (!at) throw new Error(`There is no ${time} in the zone ${zone}: set another time.`)
    return { at, date: dateOf(at) }
  }
  const dateOf = (at: Date) => calendar.format(at)
  return {
    dateOf,
    next: (from: Date) => known(pattern.nextRun(from)),
    latest: (until: Date) => known(pattern.previousRuns(1, until)[0]),
  }
}

// Sweden writes dates as ISO 8601 does.
function calendarOf(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch (cause) {
    throw new Error(`"${zone}" is no time zone: use a name such as UTC or Europe/Vienna.`, { cause })
  }
}

function startTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}
