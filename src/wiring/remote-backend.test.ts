import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { health } from '#server/health.ts'
import { openRemoteBackend } from './remote-backend.ts'

const newsroom = { sentence: () => '', expected: false, last: async () => null }
const now = new Date('2026-11-21T10:00:00Z')

async function healthOf(host: string) {
  const backend = openRemoteBackend({ host, bucketName: 'stet' })
  const [report] = await Promise.all([
    health({ backend, categories: [], newsroom, alarmHours: 36, started: now, now }),
    // The second report reuses the request of the first one.
    backend.problem(),
  ])
  return report
}

test('reports the health of the backend at API_HOST, sending it one request for several reports', async () => {
  let calls = 0
  const api = createServer((_, response) => {
    calls += 1
    response.setHeader('content-type', 'application/json').end('["technology"]')
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void api.close())
  const { port }: Pick<AddressInfo, 'port'> = Object(api.address())
  expect(await healthOf(`http://127.0.0.1:${port}`)).toMatchObject({ status: 'ok', problem: null })
  expect(calls).toBe(1)
})

test('reports `degraded` and the URL if the backend is unreachable', async () => {
  const report = await healthOf('http://127.0.0.1:9')
  expect(report).toMatchObject({ status: 'degraded', backend: 'foreign' })
  expect(report.problem).toMatch(/API_HOST .*http:\/\/127\.0\.0\.1:9/)
})
