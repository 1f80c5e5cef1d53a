// Each poll of an S3 store costs money, so poll slowly unless further events are likely.
const QUICK_POLL_MS = 1_000
const SLOW_POLL_MS = 5_000
const BUSY_AFTER_CHANGE_MS = 60_000

/**
 * Calls `refresh` every five seconds, or every second during the minute after an event. `pollEvery` replaces both
 * intervals, in milliseconds. `problem` returns the reason why the journal currently cannot be read, or null.
 */
export function followJournal(options: {
  refresh: () => Promise<void>
  sequence: () => number
  pollEvery?: number
  onError: (error: unknown) => void
}): { problem(): string | null; close(): void } {
  const { refresh, sequence, onError } = options
  let problem: string | null = null
  let isClosed = false
  let lastChange = -Infinity
  let timer = schedule()

  // The timer must not keep the process alive.
  function schedule(): NodeJS.Timeout {
    const isQuick = performance.now() - lastChange < BUSY_AFTER_CHANGE_MS
    return setTimeout(() => void poll(), options.pollEvery ?? (isQuick ? QUICK_POLL_MS : SLOW_POLL_MS)).unref()
  }

  async function poll(): Promise<void> {
    const before = sequence()
    try {
      await refresh()
      if (sequence() > before) lastChange = performance.now()
      problem = null
    } catch (error) {
      // Log a recurring error only once.
      if (String(error) !== problem) onError(error)
      problem = String(error)
    }
    if (!isClosed) timer = schedule()
  }

  return {
    problem: () => problem,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
