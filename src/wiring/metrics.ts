import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import type { Backend } from '#server/backend.ts'
import { healthReport, type NewsroomState } from '#server/health.ts'
import { readCategoryList } from './editorial.ts'
import type { Environment } from './environment.ts'

/** Serves metrics on their own port when there is one; the answer is the listener, its requests counted. */
export async function withMetrics(
  listener: RequestListener,
  options: { environment: Environment; backend: Backend; newsroom: NewsroomState; log: Logger },
): Promise<RequestListener> {
  const { environment, backend, newsroom, log } = options
  const { METRICS_PORT: port, HOST: host, EDITION_ALARM_HOURS: alarmHours } = environment
  if (port === undefined || backend.kind === 'remote') return listener
  const { createMetrics, observed, startMetrics } = await import('#server/metrics.ts')
  const categories = (await readCategoryList()).map(({ id }) => id)
  const { archive } = backend
  const metrics = createMetrics({
    health: () => healthReport({ archive, categories, newsroom, alarmHours, now: new Date() }),
  })
  await startMetrics({ port, host, metrics, onError: (error) => log.error(error) })
  return observed(listener, metrics.observe)
}
