import { pino, type Logger } from 'pino'
import { CallFailed } from '#blog/client.ts'
import { Unavailable } from '#bucket/bucket.ts'
import { messageOf } from './command-line.ts'

// The same error is logged once per interval.
const REPEAT_INTERVAL_MS = 60_000

// If there are more different errors in an interval, the others are logged as one.
const MAX_ERRORS_PER_INTERVAL = 50

/** Creates the log of a server, which writes JSON lines to standard error, or plain messages if it is a terminal. */
export function createLog(): Logger {
  const options = { name: 'stet' }
  return process.stderr.isTTY ? pino(options, { write: writeSentence }) : pino(options, pino.destination(2))
}

function writeSentence(line: string): void {
  const { msg, err }: { msg?: string; err?: { stack?: string } } = JSON.parse(line)
  process.stderr.write(`${err?.stack ?? msg ?? line}\n`)
}

/**
 * Returns a function that logs errors. It logs the same error once per minute, then how often it has occurred since. All failed
 * calls to another backend count as the same error. All failures of the storage also count as one error.
 */
export function createReport(log: { error: (entry: unknown) => void }): (error: unknown) => void {
  // Counts the repetitions of each error that was logged in the last minute.
  const repeats = new Map<string, number>()
  return (error) => {
    const isOutage = error instanceof CallFailed || error instanceof Unavailable
    const own = isOutage ? error.name : String(error)
    const kind = repeats.has(own) || repeats.size < MAX_ERRORS_PER_INTERVAL ? own : 'other errors'
    const count = repeats.get(kind)
    repeats.set(kind, count === undefined ? 0 : count + 1)
    if (count !== undefined) return
    log.error(error)
    setTimeout(() => {
      const further = repeats.get(kind) ?? 0
      repeats.delete(kind)
      if (further > 0)
        log.error(`${messageOf(error)} (${further} more errors like this in ${REPEAT_INTERVAL_MS / 1_000} seconds)`)
    }, REPEAT_INTERVAL_MS).unref()
  }
}
