import type { RequestListener, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { emptyCategories, type HealthReport } from '#server/health.ts'

/** Metrics for Prometheus. `observe` counts an answered request; `text` returns all metrics in the exposition format. */
export type Metrics = {
  observe(status: number, seconds: number): void
  text(): Promise<{ contentType: string; body: string }>
}

// From a cached page to a page that a reader gives up on.
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Makes the metrics of this process, its requests and its health. Unknown values are left out instead of being 0. */
export function createMetrics({ health }: { health: () => HealthReport | Promise<HealthReport> }): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const gauges = GAUGES.map(([name, help, read]) => ({ read, gauge: new Gauge({ name, help, registers }) }))
  const help = 'Published posts of a category.'
  const categoryPosts = new Gauge({ name: 'stet_category_posts', help, labelNames: ['category'], registers })
  const errorLabels = { labelNames: ['kind'], registers }
  const planted = new Gauge({
    name: 'stet_planted_errors',
    help: 'Errors that the last edition planted to test its judges.',
    ...errorLabels,
  })
  const found = new Gauge({
    name: 'stet_found_errors',
    help: 'Planted errors that the judges of the last edition found.',
    ...errorLabels,
  })
  const requests = new Counter({
    name: 'stet_requests_total',
    help: 'Answered requests by status.',
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

/** Wraps a listener so that `observe` gets the status and duration of every answer. */
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

/** Makes the listener of a separate server for metrics, so that they need not be public. It answers GET and HEAD of `/metrics`. */
export function metricsListener({
  metrics,
  onError,
}: {
  metrics: Metrics
  onError: (error: unknown) => void
}): RequestListener {
  return async ({ method, url }, response) => {
    if (method !== 'GET' && method !== 'HEAD')
      return send(response, 405, 'Only GET and HEAD.\n', { allow: 'GET, HEAD' })
    if (url?.split('?', 1)[0] !== '/metrics') return send(response, 404, 'Not found. The metrics are at /metrics.\n')
    try {
      const { contentType, body } = await metrics.text()
      return send(response, 200, body, { 'content-type': contentType })
    } catch (error) {
      onError(error)
      return send(response, 500, 'The metrics could not be read.\n')
    }
  }
}

const GAUGES: [name: string, help: string, read: (report: HealthReport) => number | null][] = [
  ['stet_posts', 'Published posts.', ({ posts }) => posts],
  ['stet_journal_sequence', "Number of the journal's last event.", ({ sequence }) => sequence],
  ['stet_edition_age_seconds', 'Age of the last edition; absent before the first.', (now) => now.edition.ageSeconds],
  ['stet_edition_degraded', '1 when the last edition is too old or failed, else 0.', (now) => +now.edition.degraded],
  ['stet_empty_categories', 'Categories without a post.', ({ categories }) => emptyCategories(categories).length],
  [
    'stet_sources_failing',
    'Sources that the last edition could not read.',
    ({ newsroom }) => newsroom?.sourcesFailing ?? null,
  ],
  [
    'stet_drafts_rejected_ratio',
    'Share of the drafts of the last edition that its checks rejected, 0 to 1.',
    ({ newsroom }) => newsroom?.rejectedRatio ?? null,
  ],
  [
    'stet_last_edition_cost_usd',
    'Cost of the models of the last edition, in US dollars.',
    ({ newsroom }) => newsroom?.cost ?? null,
  ],
  ['stet_last_edition_tokens', 'Tokens that the last edition used.', ({ newsroom }) => newsroom?.tokens ?? null],
]

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  const length = Buffer.byteLength(body)
  const common = { 'content-type': 'text/plain; charset=utf-8', 'content-length': length, 'cache-control': 'no-store' }
  response.writeHead(status, { ...common, ...headers }).end(body)
}
