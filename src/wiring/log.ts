import { pino, type Logger } from 'pino'
import { CallFailed } from '#blog/client.ts'
import type { Environment } from './environment.ts'

// Failed calls to another backend are logged once in this time.
const FAILED_CALLS_INTERVAL_MS = 60_000

/** Creates the log of a server on standard error: JSON lines, or plain messages on a terminal. */
export function createLog(level: Environment['LOG_LEVEL'] = 'info'): Logger {
  const options = { name: 'stet', level }
  return process.stderr.isTTY ? pino(options, { write: writeSentence }) : pino(options, pino.destination(2))
}

function writeSentence(line: string): void {
  const { msg, err }: { msg?: string; err?: { stack?: string } } = JSON.parse(line)
  process.stderr.write(`${err?.stack ?? msg ?? line}\n`)
}

/** Returns a function that logs errors of requests. Failed calls to another backend are logged once per minute. */
export function createReport(log: Pick<Logger, 'error'>, now: () => number = Date.now): (error: unknown) => void {
  let quietUntil = 0
  return (error) => {
    if (!(error instanceof CallFailed)) return log.error(error)
    if (now() < quietUntil) return
    quietUntil = now() + FAILED_CALLS_INTERVAL_MS
    return log.error(
      `${error.message}. More failed calls within the next ${FAILED_CALLS_INTERVAL_MS / 1_000} seconds are not logged.`,
    )
  }
}
