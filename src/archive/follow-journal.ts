import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import { eventKey } from '#archive/journal.ts'

// How often to look for a new event, in milliseconds. Where the bucket tells of changes this is for network file systems,
// which do not; elsewhere each look is a request that is paid for: seldom, unless something is going on.
const QUICK = 1_000
const SLOW = 5_000
const BUSY_AFTER_CHANGE = 60_000

/**
 * Reads a journal on (`refresh`) whenever its bucket tells of a change, and besides every second; where it cannot tell,
 * every second while `isBusy` and for a minute after an event, else every five. `pollEvery` sets another interval, in
 * milliseconds. `problem` is why the journal cannot be read now, null while it can.
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
    const isQuick = bucket.watch !== undefined || isBusy() || performance.now() - lastChange < BUSY_AFTER_CHANGE
    return isQuick ? QUICK : SLOW
  }

  // One look at a time; what is told of during one is looked for in the next.
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
    // The timer keeps no process alive.
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
      // What is wrong once a second is said once.
      if (String(error) !== problem) onError(error)
      problem = String(error)
    }
  }

  // A folder that was moved away has no next event either: what was read last must still be there.
  async function checkPresence(last: number): Promise<void> {
    if (last === 0 || (await bucket.get(eventKey(last))) !== null) return
    throw new Unavailable(
      `The journal file ${eventKey(last)}, which was read before, is not there now: see whether the bucket was moved or lost.`,
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
