import { pino, type Logger } from 'pino'
import { CallFailed } from '#blog/client.ts'
import type { Environment } from './environment.ts'

// How long a backend that cannot be reached is not mentioned again, in milliseconds.
const PAUSE = 60_000

/** The log of a server, on standard error: one JSON line an entry; at a terminal, the sentences alone. */
export function createLog(level: Environment['LOG_LEVEL'] = 'info'): Logger {
  const options = { name: 'stet', level }
  return process.stderr.isTTY ? pino(options, { write: writeSentence }) : pino(options, pino.destination(2))
}

function writeSentence(line: string): void {
  const { msg, err }: { msg?: string; err?: { stack?: string } } = JSON.parse(line)
  process.stderr.write(`${err?.stack ?? msg ?? line}\n`)
}

/** Logs what goes wrong while readers are answered: each error, but failed calls of another backend as one line a minute. */
export function createReport(log: Pick<Logger, 'error'>, now: () => number = Date.now): (error: unknown) => void {
  let quietUntil = 0
  return (error) => {
    if (!(error instanceof CallFailed)) return log.error(error)
    if (now() < quietUntil) return undefined
    quietUntil = now() + PAUSE
    return log.error(`${error.message}. More failed calls of the next ${PAUSE / 1_000} seconds are not logged.`)
  }
}
