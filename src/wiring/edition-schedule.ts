import type { Bucket } from '#bucket/bucket.ts'
import { openBucket } from '#bucket/open.ts'
import { isEditionComplete, newestReport, plantedByKind, rejectedRatio } from '#newsroom/edition/report.ts'
import { createSchedule } from '#newsroom/edition/schedule.ts'
import type { Backend } from '#server/backend.ts'
import { healthReport, type HealthReport, type NewsroomState } from '#server/health.ts'
import { NO_WRITER, type Environment } from './environment.ts'
import { notifierOf } from './notify.ts'
import { startEdition } from './start-edition.ts'

const LATE_CHECK_MS = 10 * 60_000

/**
 * Starts a server's newsroom, which produces an edition every day if a writer is configured. `stop` also stops a
 * running edition.
 */
export function startEditions(options: {
  environment: Environment
  backend: Backend
  onError: (error: unknown) => void
}): NewsroomState & { stop(): void } {
  const { environment, backend, onError } = options
  const { DESK, S3, WRITER, EDITION_TIME: time, EDITION_ZONE: zone, EDITION_ALARM_HOURS: alarmHours } = environment
  const desk = openBucket(DESK, S3)
  // Concurrent requests share one read of the report, because the desk can be slow.
  let reading: ReturnType<NewsroomState['last']> | null = null
  const last = () => (reading ??= lastReport(desk, zone).finally(() => (reading = null)))
  const state = { expected: WRITER !== 'off', last: backend.kind === 'remote' ? async () => null : last }
  const reason = whyIdle(environment, backend)
  if (reason !== null || backend.kind === 'remote') return { ...state, sentence: () => reason ?? '', stop: () => {} }

  let current: ReturnType<typeof startEdition> | null = null
  const schedule = createSchedule({
    time,
    zone,
    now: () => new Date(),
    onError,
    isComplete: (date) => isEditionComplete(desk, date),
    run: async (date) => {
      current = startEdition({ args: ['--date', date], output: { progress: process.stdout, onError } })
      await current.status
      current = null
    },
  })
  const notify = notifierOf(environment, onError)
  let wasLate = false
  const timer = setInterval(async () => {
    const { edition } = await healthReport({ backend, newsroom: state, alarmHours, now: new Date() })
    const { degraded, reason } = edition
    if (degraded && !wasLate) await notify({ event: 'edition-late', text: reason ?? '' })
    wasLate = degraded
  }, LATE_CHECK_MS)
  return {
    ...state,
    sentence: () => `The newsroom checks for a missing edition at ${schedule.next().toISOString()}.`,
    stop: () => {
      clearInterval(timer)
      void schedule.stop()
      current?.stop()
    },
  }
}

// Returns why this server does not produce editions, or null if it does.
function whyIdle({ NEWSROOM, WRITER, BUCKET, DESK }: Environment, backend: Backend): string | null {
  if (backend.kind === 'remote') return 'API_HOST is set, so this server does not produce editions.'
  if (NEWSROOM === 'off') return 'NEWSROOM is off, so this server does not produce editions.'
  if (WRITER === 'off') return NO_WRITER
  if (![BUCKET, DESK].includes('memory:')) return null
  return 'This server does not produce editions, because BUCKET or DESK is memory:. Set both to folders or S3 stores.'
}

async function lastReport(desk: Bucket, zone: string): Promise<HealthReport['newsroom']> {
  // Editions can be produced one day in advance.
  const report = await newestReport(desk, Temporal.Now.plainDateISO(zone).add({ days: 1 }).toString())
  if (report === null) return null
  const { cost, tokens } = report.spent
  return {
    sourcesFailing: report.failures.length,
    rejectedRatio: rejectedRatio(report),
    planted: plantedByKind(report),
    cost,
    tokens,
  }
}
