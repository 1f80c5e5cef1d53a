import type { Bucket } from '#bucket/bucket.ts'
import { openBucket } from '#bucket/open.ts'
import { isEditionComplete, newestReport, rejectedRatio } from '#newsroom/edition/report.ts'
import { createSchedule } from '#newsroom/edition/schedule.ts'
import type { Backend } from '#server/backend.ts'
import type { HealthReport, NewsroomState } from '#server/health.ts'
import { tomorrowIn } from './edition-day.ts'
import { NO_WRITER, type Environment } from './environment.ts'
import { startEdition } from './start-edition.ts'

/** The newsroom of a server: makes the edition of every day when a writer is configured; `stop` ends what is under way. */
export function startEditions(options: {
  environment: Environment
  backend: Backend
  onError: (error: unknown) => void
}): NewsroomState & { stop(): void } {
  const { environment, backend, onError } = options
  const { BUCKET, DESK, S3, WRITER, NEWSROOM, EDITION_TIME: time, EDITION_ZONE: zone } = environment
  const idle = (sentence: string, last: NewsroomState['last']) => ({
    sentence: () => sentence,
    expected: WRITER !== 'off',
    last,
    stop: () => {},
  })
  if (backend.kind === 'remote') return idle('This server is a client of another backend.', async () => null)
  const desk = openBucket(DESK, S3)
  // However many ask while the desk is slow.
  let reading: ReturnType<NewsroomState['last']> | null = null
  const last = () =>
    (reading ??= lastReport(desk, tomorrowIn(zone)).finally(() => {
      reading = null
    }))
  if (NEWSROOM === 'off') return idle('NEWSROOM is off: this server makes no editions.', last)
  if (WRITER === 'off') return idle(NO_WRITER, last)
  if ([BUCKET, DESK].includes('memory:')) return idle(NO_FOLDER, last)

  let current: ReturnType<typeof startEdition> | null = null
  const isComplete = (date: string) => isEditionComplete(desk, date)
  const schedule = createSchedule({
    time,
    zone,
    now: () => new Date(),
    onError,
    isComplete,
    run: async (date) => {
      current = startEdition({
        args: ['--date', date],
        output: { progress: process.stdout, onError },
      })
      await current.status
      current = null
      return (await isComplete(date)) ? 'complete' : 'incomplete'
    },
  })
  return {
    expected: true,
    last,
    sentence: () => `The newsroom looks next at ${schedule.next().toISOString()} whether there is an edition to make.`,
    stop: () => {
      void schedule.stop()
      current?.stop()
    },
  }
}

const NO_FOLDER =
  'Editions need a bucket and a desk that outlive a process: set BUCKET and DESK to folders or S3 stores.'

async function lastReport(desk: Bucket, until: string): Promise<HealthReport['newsroom']> {
  const report = await newestReport(desk, until)
  if (report === null) return null
  const { failures, spent } = report
  return {
    sourcesFailing: failures.length,
    rejectedRatio: rejectedRatio(report),
    cost: spent.cost,
    tokens: spent.tokens,
  }
}
