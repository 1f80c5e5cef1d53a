import { pino, type Logger } from 'pino'
import { CallFailed } from '#blog/client.ts'
import { Unavailable } from '#bucket/bucket.ts'
import { messageOf } from './command-line.ts'

// The same error is logged once in this time.
const REPEAT_INTERVAL_MS = 60_000

// Errors beyond this number of different ones are logged as one.
const MAX_ERRORS_PER_INTERVAL = 50

/** Creates the log of a server on standard error: JSON lines, or plain messages on a terminal. */
export function createLog(): Logger {
  const options = { name: 'stet' }
  return process.stderr.isTTY ? pino(options, { write: writeSentence }) : pino(options, pino.destination(2))
}

function writeSentence(line: string): void {
  const { msg, err }: { msg?: string; err?: { stack?: string } } = JSON.parse(line)
  process.stderr.write(`${err?.stack ?? msg ?? line}\n`)
}

/**
 * Returns a function that logs errors. The same error is logged once per minute, then with the number of times that it has
 * occurred since. Failed calls to another backend count as one error, and so do failures of the storage.
 */
export function createReport(log: { error: (entry: unknown) => void }): (error: unknown) => void {
  // The number of further occurrences of each error that was logged in the last minute.
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
