import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { health } from '#server/health.ts'
import { listen } from '../../tests/fixtures/serve.ts'
import { openRemoteBackend } from './remote-backend.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ')

const newsroom = { sentence: () => '', expected: false, last: async () => null }
const now = new Date('2026-11-21T10:00:00Z')

async function healthOf(host: string) {
  const backend = openRemoteBackend({ host, bucketName: 'stet' })
  const [report] = await Promise.all([
    health({ backend, newsroom, alarmHours: 36, started: now, now }),
    // The second report reuses the request of the first one.
    backend.problem(),
  ])
  return report
}

test('reports the health of the backend at API_HOST, sending it one request for several reports', async () => {
  let calls = 0
  const host = await listen((_, response) => {
    calls += 1
    response.setHeader('content-type', 'application/json').end('["technology"]')
  })
  expect(await healthOf(host)).toMatchObject({ status: 'ok', problem: null })
  expect(calls).toBe(1)
})

test('reports `degraded` and the URL if the backend is unreachable', async () => {
  const report = await healthOf('http://127.0.0.1:9')
  expect(report).toMatchObject({ status: 'degraded', backend: 'foreign' })
  expect(report.problem).toMatch(/API_HOST .*http:\/\/127\.0\.0\.1:9/)
})

/** Starts a backend, and creates a client for it as a page does. */
async function startRemote(listener: RequestListener, { lifetime = new AbortController().signal } = {}) {
  const host = await listen(listener)
  return { client: openRemoteBackend({ host, bucketName: 'stet' }).client(lifetime) }
}

test('aborts a response with too many decompressed bytes', async () => {
  let sent = 0
  const { client } = await startRemote((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const send = () => {
      while (!response.destroyed && response.write(MEGABYTE)) sent += 1
    }
    response.on('drain', send)
    send()
  })
  await expect(client.listCategories()).rejects.toThrow(/exceed \d+ bytes/)
  expect(sent).toBeLessThan(200)
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '))
  const packed = await startRemote((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
  })
  await expect(packed.client.listCategories()).rejects.toThrow(/exceed \d+ bytes/)
})

test('all responses for a page share one byte limit', async () => {
  const { client } = await startRemote((_, response) => {
    response.writeHead(200).write(`{"posts":[]${' '.repeat(10 * 1024 * 1024)}`)
    response.end('}')
  })
  const lists = await Promise.allSettled(Array.from({ length: 10 }, (_, number) => client.listPosts(`c${number}`)))
  expect(lists.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3)
})

test('runs at most eight calls for a page at the same time, and completes all of them', async () => {
  let [running, most] = [0, 0]
  const { client } = await startRemote((_, response) => {
    running += 1
    most = Math.max(most, running)
    setImmediate(() => {
      running -= 1
      response.end('{"posts":[]}')
    })
  })
  const lists = await Promise.all(Array.from({ length: 50 }, (_, number) => client.listPosts(`c${number}`)))
  expect([lists.length, most <= 8]).toEqual([50, true])
})

test('does not follow redirects', async () => {
  const { client } = await startRemote((_, response) => response.writeHead(307, { location: '/moved' }).end())
  await expect(client.listCategories()).rejects.toThrow('status 307')
})

test('aborts the calls for a page when the page ends, even calls that are still queued', async () => {
  const page = new AbortController()
  let requested = 0
  const { client } = await startRemote(() => (requested += 1), { lifetime: page.signal })
  const calls = Promise.allSettled(Array.from({ length: 20 }, (_, number) => client.listPosts(`c${number}`)))
  await expect.poll(() => requested).toBe(8)
  page.abort()
  expect((await calls).every(({ status }) => status === 'rejected')).toBe(true)
  expect(requested).toBe(8)
})
