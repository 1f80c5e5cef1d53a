import { pino, type Logger } from 'pino'
import { CallFailed } from '#blog/client.ts'
import { Unavailable } from '#bucket/bucket.ts'
import { messageOf } from './command-line.ts'

// Each distinct error is logged at most once per interval.
const REPEAT_INTERVAL_MS = 60_000

// Maximum number of distinct errors to log separately in an interval. All others are logged as one error.
const MAX_ERRORS_PER_INTERVAL = 50

/**
 * Creates a server's log. It writes JSON lines to standard error, or plain messages if standard error is a terminal.
 */
export function createLog(): Logger {
  const options = { name: 'stet' }
  return process.stderr.isTTY ? pino(options, { write: writeSentence }) : pino(options, pino.destination(2))
}

function writeSentence(line: string): void {
  const { msg, err }: { msg?: string; err?: { stack?: string } } = JSON.parse(line)
  process.stderr.write(`${err?.stack ?? msg ?? line}\n`)
}

/**
 * Returns a function that logs each distinct error at most once a minute, and adds the number of repeats since the last
 * time. All failed calls to a remote backend count as one error, as do all storage failures.
 */
export function createReport(log: { error: (entry: unknown) => void }): (error: unknown) => void {
  // Maps each error that was logged in the last minute to the number of its repeats.
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
        log.error(
          `${messageOf(error)} (${further} more errors like this in the last ${REPEAT_INTERVAL_MS / 1_000} seconds)`,
        )
    }, REPEAT_INTERVAL_MS).unref()
  }
}
