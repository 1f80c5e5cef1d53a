import type { RequestListener, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { emptyCategories, type HealthReport } from '#server/health.ts'

/** The metrics for Prometheus. `observe` counts a request. `text` returns all metrics in the exposition format. */
export type Metrics = {
  observe(status: number, seconds: number): void
  text(): Promise<{ contentType: string; body: string }>
}

// The range from the duration of a cached page to a duration after which readers have left.
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Creates the metrics of this process, its requests and its health. Omits unknown values instead of reporting 0. */
export function createMetrics(health: () => HealthReport | Promise<HealthReport>): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const createGauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const gauges = GAUGES.map(([name, help, read]) => ({ read, gauge: createGauge(name, help) }))
  const categoryPosts = createGauge('stet_category_posts', 'Published posts of a category.', ['category'])
  const plantedHelp = 'Errors that the last edition planted to test its judges.'
  const planted = createGauge('stet_planted_errors', plantedHelp, ['kind'])
  const foundHelp = 'Planted errors that the judges of the last edition found.'
  const found = createGauge('stet_found_errors', foundHelp, ['kind'])
  const requests = new Counter({
    name: 'stet_requests_total',
    help: 'Requests by the status of the response.',
    labelNames: ['status'],
    registers,
  })
  const durations = new Histogram({
    name: 'stet_request_duration_seconds',
    help: 'Duration of requests.',
    buckets: BUCKETS_SECONDS,
    registers,
  })

  return {
    observe(status, seconds) {
      requests.inc({ status: String(status) })
      durations.observe(seconds)
    },
    async text() {
      const report = await health()
      for (const { read, gauge } of gauges) {
        const value = read(report)
        if (value === null) gauge.remove()
        else gauge.set(value)
      }
      categoryPosts.reset()
      for (const { id, posts } of report.categories) categoryPosts.set({ category: id }, posts)
      planted.reset()
      found.reset()
      for (const count of report.newsroom?.planted ?? []) {
        planted.set({ kind: count.kind }, count.planted)
        found.set({ kind: count.kind }, count.found)
      }
      return { contentType: register.contentType, body: await register.metrics() }
    },
  }
}

/** Wraps a listener so that it calls `observe` with the status and duration of every response. */
export function observed(
  listener: RequestListener,
  observe: (status: number, seconds: number) => void,
): RequestListener {
  return (request, response) => {
    const began = performance.now()
    response.once('close', () => observe(response.statusCode, (performance.now() - began) / 1000))
    listener(request, response)
  }
}

/** Creates the listener of a separate server that serves metrics at `/metrics`, so that they are not public. */
export function metricsListener(metrics: Metrics, onError: (error: unknown) => void): RequestListener {
  return async ({ url }, response) => {
    if (url?.split('?', 1)[0] !== '/metrics') return send(response, 404, 'Not found. The metrics are at /metrics.\n')
    try {
      const { contentType, body } = await metrics.text()
      return send(response, 200, body, contentType)
    } catch (error) {
      onError(error)
      return send(response, 500, 'The metrics could not be read.\n')
    }
  }
}

const GAUGES: [name: string, help: string, read: (report: HealthReport) => number | null][] = [
  ['stet_posts', 'Published posts.', ({ posts }) => posts],
  ['stet_journal_sequence', "Sequence number of the journal's last event.", ({ sequence }) => sequence],
  [
    'stet_edition_age_seconds',
    'Age of the last edition. Missing before the first edition.',
    (now) => now.edition.ageSeconds,
  ],
  ['stet_edition_degraded', '1 if the last edition is too old, otherwise 0.', (now) => +now.edition.degraded],
  ['stet_empty_categories', 'Categories without a post.', ({ categories }) => emptyCategories(categories).length],
  [
    'stet_sources_failing',
    'Sources that the last edition could not read.',
    ({ newsroom }) => newsroom?.sourcesFailing ?? null,
  ],
  [
    'stet_drafts_rejected_ratio',
    'Share of the drafts of the last edition that the checks rejected, from 0 to 1.',
    ({ newsroom }) => newsroom?.rejectedRatio ?? null,
  ],
  [
    'stet_last_edition_cost_usd',
    'Cost of the model requests of the last edition, in US dollars.',
    ({ newsroom }) => newsroom?.cost ?? null,
  ],
  ['stet_last_edition_tokens', 'Tokens that the last edition used.', ({ newsroom }) => newsroom?.tokens ?? null],
]

function send(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, { 'content-type': type, 'content-length': length, 'cache-control': 'no-store' }).end(body)
}
