import { createServer, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { HealthReport } from '#server/health-report.ts'

/** What Prometheus is shown: `observe` counts an answered request, `text` is everything in its exposition format. */
export type Metrics = {
  observe(status: number, seconds: number): void
  text(): Promise<{ contentType: string; body: string }>
}

// In seconds: from a cached page to one that a reader gives up on.
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Metrics of this process, its requests and its health. What the health report does not know is left out, never 0. */
export function createMetrics({ health }: { health: () => HealthReport | Promise<HealthReport> }): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const gauges = GAUGES.map(({ name, help, read }) => ({
    read,
    gauge: new Gauge({ name, help, registers: [register] }),
  }))
  const categoryPosts = new Gauge({
    name: 'stet_category_posts',
    help: 'Published posts of a category.',
    labelNames: ['category'],
    registers: [register],
  })
  const requests = new Counter({
    name: 'stet_requests_total',
    help: 'Answered requests by status.',
    labelNames: ['status'],
    registers: [register],
  })
  const durations = new Histogram({
    name: 'stet_request_duration_seconds',
    help: 'How long requests took to answer.',
    buckets: BUCKETS,
    registers: [register],
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
      return { contentType: register.contentType, body: await register.metrics() }
    },
  }
}

/**
 * A server of its own for metrics, so that they need not be public: GET and HEAD of `/metrics`. Port 0 takes a free one.
 * Rejects when the port is taken.
 */
export async function startMetrics(options: {
  port: number
  host: string
  metrics: Metrics
  onError?: (error: unknown) => void
}): Promise<{ port: number; close(): void }> {
  const { port, host, metrics, onError = console.error } = options
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' && method !== 'HEAD')
      return send(response, 405, 'Only GET and HEAD.\n', { allow: 'GET, HEAD' })
    if (url?.split('?', 1)[0] !== '/metrics') return send(response, 404, 'Not found: look at /metrics.\n')
    try {
      const { contentType, body } = await metrics.text()
      return send(response, 200, body, { 'content-type': contentType })
    } catch (error) {
      onError(error)
      return send(response, 500, 'The metrics could not be read.\n')
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const reason = 'code' in cause && cause.code === 'EADDRINUSE' ? 'it is in use' : cause.message
      reject(
        new Error(`The port ${port} for metrics cannot be opened: ${reason}. Set METRICS_PORT to another.`, { cause }),
      )
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const GAUGES: { name: string; help: string; read: (report: HealthReport) => number | null }[] = [
  { name: 'stet_posts', help: 'Published posts.', read: ({ posts }) => posts },
  { name: 'stet_journal_sequence', help: "Number of the journal's last event.", read: ({ sequence }) => sequence },
  {
    name: 'stet_edition_age_seconds',
    help: 'Age of the last edition; absent before the first.',
    read: ({ edition }) => edition.ageSeconds,
  },
  {
    name: 'stet_edition_degraded',
    help: '1 when the last edition is too old or failed, else 0.',
    read: ({ edition }) => (edition.degraded ? 1 : 0),
  },
  {
    name: 'stet_empty_categories',
    help: 'Categories without a post.',
    read: ({ categories }) => categories.filter(({ posts }) => posts === 0).length,
  },
  {
    name: 'stet_sources_failing',
    help: 'Sources that the last edition could not read.',
    read: ({ newsroom }) => newsroom?.sourcesFailing ?? null,
  },
  {
    name: 'stet_drafts_rejected_ratio',
    help: 'Share of the drafts of the last edition that its checks rejected, 0 to 1.',
    read: ({ newsroom }) => newsroom?.rejectedRatio ?? null,
  },
  {
    name: 'stet_last_edition_cost_usd',
    help: 'What the models of the last edition cost, in US dollars.',
    read: ({ newsroom }) => newsroom?.cost ?? null,
  },
  {
    name: 'stet_last_edition_tokens',
    help: 'Tokens that the last edition used.',
    read: ({ newsroom }) => newsroom?.tokens ?? null,
  },
]

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': length,
    'cache-control': 'no-store',
    ...headers,
  })
  // Node itself leaves the body of an answer to HEAD out.
  response.end(body)
}
