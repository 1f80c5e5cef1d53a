import type { Logger } from 'pino'
import type { Bucket } from '#bucket/bucket.ts'
import { openBucket } from '#bucket/open.ts'
import { makeEdition } from '#newsroom/daily.ts'
import { createProgress } from '#newsroom/progress.ts'
import { isIncomplete, newestReport, rejectedRatio, reportLines } from '#newsroom/report.ts'
import { createRobots } from '#newsroom/robots.ts'
import { createSchedule } from '#newsroom/schedule.ts'
import type { Backend } from '#server/backend.ts'
import type { HealthReport } from '#server/health-report.ts'
import type { NewsroomState } from '#server/health.ts'
import type { Environment } from './env.ts'
import { NO_WRITER, openNewsroom } from './open-newsroom.ts'

/** The newsroom of a server: makes the edition of every day when a writer is configured; `stop` begins no other. */
export async function startEditions(options: {
  environment: Environment
  backend: Backend
  log: Logger
}): Promise<NewsroomState & { stop(): void }> {
  const { environment, backend, log } = options
  const { WRITER, NEWSROOM, EDITION_TIME: time, EDITION_ZONE: zone } = environment
  const idle = (sentence: string, last: NewsroomState['last']) => ({
    ...{ sentence: () => sentence, expected: WRITER !== 'off', last, stop: () => {} },
  })
  if (backend.kind === 'foreign') return idle('This server is a client of another backend.', async () => null)
  const desk = openBucket(environment.DESK)
  const last = () => lastReport(desk)
  if (NEWSROOM === 'off') return idle('NEWSROOM is off: this server makes no editions.', last)
  if (WRITER === 'off') return idle(NO_WRITER, last)

  const { bucket, archive } = backend
  const report = (error: unknown) => log.error(error)
  const now = () => new Date()
  const newProgress = () => createProgress({ stream: process.stdout, isTerminal: false, now })
  const newsroom = await openNewsroom({ environment, bucket, archive, progress: newProgress(), report })
  const schedule = createSchedule({
    ...{ time, zone, now, onError: report },
    run: async (date) => {
      const progress = newProgress()
      // What a site says of robots is asked anew for every edition.
      const edition = await makeEdition({ ...newsroom, progress, robots: createRobots(newsroom) }, { date })
      progress.end(reportLines(edition))
      return isIncomplete(edition) ? 'incomplete' : 'complete'
    },
    lastEdition: async () => {
      const newest = await newestReport(desk)
      return newest === null || isIncomplete(newest) ? null : newest.date
    },
  })
  return {
    ...{ expected: true, last },
    sentence: () => `The newsroom looks next at ${schedule.next().toISOString()} whether there is an edition to make.`,
    stop: () => void schedule.stop(),
  }
}

async function lastReport(desk: Bucket): Promise<HealthReport['newsroom']> {
  const report = await newestReport(desk)
  if (report === null) return null
  const { failures, spent } = report
  return {
    sourcesFailing: failures.length,
    rejectedRatio: rejectedRatio(report),
    cost: spent.cost,
    tokens: spent.tokens,
  }
}
