import type { RequestListener, Server, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { emptyCategories, type HealthReport } from '#server/health.ts'

/** The metrics for Prometheus. `observe` counts a request. `text` returns all metrics in the exposition format. */
export type Metrics = {
  observe(status: number, seconds: number): void
  text(): Promise<{ contentType: string; body: string }>
}

// The shortest bucket suits cached pages. After the longest one, readers have left.
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Creates the metrics for this process, its requests and its health. Omits unknown values instead of reporting 0. */
export function createMetrics(health: () => HealthReport | Promise<HealthReport>): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const requests = new Counter({
    name: 'stet_requests_total',
    help: 'Requests by response status.',
    labelNames: ['status'],
    registers,
  })
  const durations = new Histogram({
    name: 'stet_request_duration_seconds',
    help: 'Request duration in seconds.',
    buckets: BUCKETS_SECONDS,
    registers,
  })

  return {
    observe(status, seconds) {
      requests.inc({ status: String(status) })
      durations.observe(seconds)
    },
    async text() {
      const gauges = gaugesOf(await health())
      return { contentType: register.contentType, body: `${await register.metrics()}\n${await gauges.metrics()}` }
    },
  }
}

// Creates new gauges for each request, so that unknown values and removed categories are missing instead of 0.
function gaugesOf({ posts, sequence, edition, categories, newsroom }: HealthReport): Registry {
  const register = new Registry()
  const add = (name: string, help: string, value: number | null | undefined) => {
    if (typeof value === 'number') new Gauge({ name, help, registers: [register] }).set(value)
  }
  const addEach = (name: string, help: string, label: string, values: [label: string, value: number][] = []) => {
    const gauge = new Gauge({ name, help, labelNames: [label], registers: [register] })
    for (const [labelled, value] of values) gauge.set({ [label]: labelled }, value)
  }
  add('stet_posts', 'Published posts.', posts)
  add('stet_journal_sequence', "Sequence number of the journal's last event.", sequence)
  add('stet_edition_age_seconds', 'Age of the last edition. Missing before the first edition.', edition.ageSeconds)
  add('stet_edition_degraded', '1 if the last edition is too old, otherwise 0.', Number(edition.degraded))
  add('stet_empty_categories', 'Categories without a post.', emptyCategories(categories).length)
  const counts = categories.map(({ id, posts: count }): [string, number] => [id, count])
  addEach('stet_category_posts', 'Published posts of a category.', 'category', counts)
  add('stet_sources_failing', 'Sources that the last edition could not read.', newsroom?.sourcesFailing)
  const rejected = "Fraction of the last edition's drafts that the checks rejected, from 0 to 1."
  add('stet_drafts_rejected_ratio', rejected, newsroom?.rejectedRatio)
  const cost = "Cost of the last edition's model requests, in US dollars."
  add('stet_last_edition_cost_usd', cost, newsroom?.cost)
  add('stet_last_edition_tokens', 'Tokens that the last edition used.', newsroom?.tokens)
  const planted = newsroom?.planted.map((errors): [string, number] => [errors.kind, errors.planted])
  addEach('stet_planted_errors', 'Errors that the last edition planted to test its judges.', 'kind', planted)
  const found = newsroom?.planted.map((errors): [string, number] => [errors.kind, errors.found])
  addEach('stet_found_errors', "Planted errors that the last edition's judges found.", 'kind', found)
  return register
}

/** Calls `observe` with the status and duration of each of a server's responses. */
export function observeServer(server: Server, observe: Metrics['observe']): void {
  server.prependListener('request', (_request, response) => {
    const began = performance.now()
    response.once('close', () => observe(response.statusCode, (performance.now() - began) / 1000))
  })
}

/** Creates the request listener for a separate metrics server, so that `/metrics` is not public. */
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

function send(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, { 'content-type': type, 'content-length': length, 'cache-control': 'no-store' }).end(body)
}
