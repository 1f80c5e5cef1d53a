import { expect, test } from 'vitest'
import type { HealthReport } from '#server/health.ts'
import { createMetrics, metricsListener } from '#server/metrics.ts'
import { listen } from '../../tests/fixtures/serve.ts'

const REPORT: HealthReport = {
  posts: 24,
  sequence: 31,
  edition: { ageSeconds: 7200.5, degraded: false, reason: null },
  categories: [
    { id: 'cybersecurity', posts: 5 },
    { id: 'blockchain', posts: 0 },
  ],
  problem: null,
  newsroom: {
    sourcesFailing: 3,
    rejectedRatio: 0.25,
    planted: [{ kind: 'lost negation', planted: 4, found: 3 }],
    cost: 0.042,
    tokens: 61_234,
  },
}

test('the metrics contain all numbers in the health report', async () => {
  const samples = await samplesOf(createMetrics(() => REPORT))
  expect(samples.filter(({ line }) => line.startsWith('stet_')).map(({ line }) => line)).toEqual(
    expect.arrayContaining([
      'stet_posts 24',
      'stet_journal_sequence 31',
      'stet_edition_age_seconds 7200.5',
      'stet_edition_degraded 0',
      'stet_category_posts{category="cybersecurity"} 5',
      'stet_category_posts{category="blockchain"} 0',
      'stet_empty_categories 1',
      'stet_sources_failing 3',
      'stet_drafts_rejected_ratio 0.25',
      'stet_planted_errors{kind="lost negation"} 4',
      'stet_found_errors{kind="lost negation"} 3',
      'stet_last_edition_cost_usd 0.042',
      'stet_last_edition_tokens 61234',
    ]),
  )
})

test('the metrics leave out unknown values', async () => {
  let report: HealthReport = {
    ...REPORT,
    edition: { ageSeconds: null, degraded: true, reason: 'none' },
    newsroom: null,
  }
  const metrics = createMetrics(async () => report)
  const before = (await samplesOf(metrics)).map(({ name }) => name)
  const unknown = ['edition_age_seconds', 'sources_failing', 'drafts_rejected_ratio', 'last_edition_cost_usd']
  for (const name of [...unknown, 'last_edition_tokens']) expect(before).not.toContain(`stet_${name}`)
  expect((await samplesOf(metrics)).map(({ line }) => line)).toContain('stet_edition_degraded 1')
  report = { ...REPORT, categories: [{ id: 'technology', posts: 1 }] }
  const after = (await samplesOf(metrics)).map(({ line }) => line)
  expect(after).toContain('stet_sources_failing 3')
  // A removed category disappears from the metrics.
  expect(after.filter((line) => line.startsWith('stet_category_posts'))).toEqual([
    'stet_category_posts{category="technology"} 1',
  ])
})

test('counts requests by status and duration', async () => {
  const metrics = createMetrics(() => REPORT)
  for (const [status, seconds] of [
    [200, 0.002],
    [200, 0.3],
    [404, 0.002],
  ] as const)
    metrics.observe(status, seconds)
  const lines = (await samplesOf(metrics)).map(({ line }) => line)
  expect(lines).toEqual(
    expect.arrayContaining([
      'stet_requests_total{status="200"} 2',
      'stet_requests_total{status="404"} 1',
      'stet_request_duration_seconds_bucket{le="0.001"} 0',
      'stet_request_duration_seconds_bucket{le="0.0025"} 2',
      'stet_request_duration_seconds_bucket{le="0.5"} 3',
      'stet_request_duration_seconds_bucket{le="+Inf"} 3',
      'stet_request_duration_seconds_count 3',
    ]),
  )
})

test('the metrics server only serves /metrics', async () => {
  const at = await listen(
    metricsListener(
      createMetrics(() => REPORT),
      () => {},
    ),
  )
  const shown = await fetch(`${at}/metrics?x=1`)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(shown.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await shown.text()).toContain('\nstet_posts 24\n')
  const head = await fetch(`${at}/metrics`, { method: 'HEAD' })
  expect([head.status, Number(head.headers.get('content-length')) > 1000, await head.text()]).toEqual([200, true, ''])
  for (const path of ['/', '/metrics/', '/healthz']) expect((await fetch(at + path)).status).toBe(404)
})

test('if the health report fails, logs the error and responds with status 500 without details', async () => {
  const errors: unknown[] = []
  const secret = new Error('the password is swordfish')
  const metrics = createMetrics(() => Promise.reject(secret))
  const at = await listen(metricsListener(metrics, (error) => errors.push(error)))
  const response = await fetch(`${at}/metrics`)
  expect([response.status, await response.text()]).toEqual([500, 'The metrics could not be read.\n'])
  expect(errors).toEqual([secret])
})

async function samplesOf(metrics: ReturnType<typeof createMetrics>) {
  const { body } = await metrics.text()
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, name = '', value = ''] = /^([a-z0-9_]+)(?:\{[^}]*\})? (\S+)$/.exec(line) ?? []
    return { line, name, value: value === '' ? Number.NaN : Number(value) }
  })
}
