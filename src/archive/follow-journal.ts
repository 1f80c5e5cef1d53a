import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import { eventKey } from '#archive/journal.ts'

// A bucket that can be watched is still polled, because network file systems do not report changes. In other stores each
// poll is a paid request, so poll slowly unless new events are likely.
const QUICK_POLL_MS = 1_000
const SLOW_POLL_MS = 5_000
const BUSY_AFTER_CHANGE_MS = 60_000

/**
 * Calls `refresh` after each change that the bucket reports, and once per second. If the bucket cannot report changes, calls
 * it once per second while `isBusy` and for a minute after an event, otherwise every five seconds. `pollEvery` sets another
 * interval in milliseconds. `problem` returns the reason why the journal cannot be read now, or null.
 */
export function followJournal(options: {
  bucket: Bucket
  refresh: () => Promise<void>
  sequence: () => number
  isBusy: () => boolean
  pollEvery?: number
  onError: (error: unknown) => void
}): { problem(): string | null; close(): void } {
  const { bucket, refresh, sequence, isBusy, onError } = options
  let problem: string | null = null
  let timer: NodeJS.Timeout | null = null
  let [isClosed, isReading, isAskedAgain] = [false, false, false]
  let lastChange = -Infinity

  function interval(): number {
    if (options.pollEvery !== undefined) return options.pollEvery
    const isQuick = bucket.watch !== undefined || isBusy() || performance.now() - lastChange < BUSY_AFTER_CHANGE_MS
    return isQuick ? QUICK_POLL_MS : SLOW_POLL_MS
  }

  // One read at a time. A change during a read causes another one.
  async function look(): Promise<void> {
    if (isReading) {
      isAskedAgain = true
      return
    }
    isReading = true
    if (timer !== null) clearTimeout(timer)
    do {
      isAskedAgain = false
      await read()
    } while (isAskedAgain && !isClosed)
    isReading = false
    // Unref the timer, so that the process can exit.
    if (!isClosed) timer = setTimeout(() => void look(), interval()).unref()
  }

  async function read(): Promise<void> {
    const before = sequence()
    try {
      await refresh()
      if (sequence() === before) await checkPresence(before)
      else lastChange = performance.now()
      problem = null
    } catch (error) {
      // Log a recurring error only once.
      if (String(error) !== problem) onError(error)
      problem = String(error)
    }
  }

  // Without the last event, the bucket was moved or lost, which otherwise looks like a journal without new events.
  async function checkPresence(last: number): Promise<void> {
    if (last === 0 || (await bucket.get(eventKey(last))) !== null) return
    throw new Unavailable(
      `The journal file ${eventKey(last)} was read before and is missing now. Check whether the bucket was moved or lost.`,
    )
  }

  timer = setTimeout(() => void look(), interval()).unref()
  const unwatch = bucket.watch?.('journal/', () => void look()) ?? (() => {})
  return {
    problem: () => problem,
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      unwatch()
    },
  }
}
