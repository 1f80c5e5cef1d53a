import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createResponse } from '#server/http.ts'
import { createListener, drain } from '#server/listener.ts'
import { createResponseCache, type Resource } from '#server/response-cache.ts'

/**
 * Starts a server with one asset, one call and pages, and records what it renders. Pages below /bad fail. Pages below
 * /slow wait until `release` is called.
 */
async function startListener() {
  const made: string[] = []
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push(error)
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const text = (body: string) => createResponse({ headers: {}, body })
  const resource = (name: string, key: string | null): Resource => ({
    key,
    async render() {
      made.push(name)
      if (name.startsWith('page /bad')) throw new Error('broken')
      if (name.startsWith('page /slow')) await gate
      return { response: text(name), keepFor: 60_000 }
    },
  })
  const listener = createListener({
    assets: new Map([['/assets/a.css', text('style')]]),
    pages: (pathname) => resource(`page ${pathname}`, pathname.startsWith('/known') ? pathname : null),
    router: ({ pathname, searchParams }) =>
      pathname === '/call' ? resource(`call ${searchParams.get('a')}`, `/call?a=${searchParams.get('a')}`) : null,
    cache: createResponseCache({ maxBytes: 1e6, maxEntries: 10, sequence: () => 0, now: () => new Date(), report }),
    report,
  })
  const server = createServer({ connectionsCheckingInterval: 20 }, listener).listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const open = () => connect(port, '127.0.0.1').on('error', () => {})
  return { server, get, open, made, reported, release }
}

test('sends assets and cached responses without rendering, even if the URL has additional parameters', async () => {
  const { get, made } = await startListener()
  for (const path of ['/assets/a.css?v', '/known', '/known?utm', '/call?a=1', '/call?a=1&junk=2', '/call?junk=2&a=1']) {
    const response = await get(path)
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    const etag = response.headers.get('etag') ?? ''
    expect((await get(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  }
  expect(made).toEqual(['page /known', 'call 1'])
})

test('reports a rendering error, and responds with a 503 that is not cached', async () => {
  const { get, reported } = await startListener()
  const { status, headers } = await get('/bad')
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '30', 'no-store'])
  expect(reported).toHaveLength(1)
})

test('responds to pipelined requests in order', async () => {
  const { open, made, release } = await startListener()
  const socket = open()
  let received = ''
  socket.setEncoding('utf8').on('data', (data: string) => (received += data))
  const paths = ['/slow', ...Array.from({ length: 20 }, (_, number) => `/known/${number}`)]
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  await expect.poll(() => made.length).toBe(paths.length)
  release()
  await expect.poll(() => received.match(/page \/(?:slow|known\/\d+)/g)).toEqual(paths.map((path) => `page ${path}`))
  socket.destroy()
})

test('closes a connection that sends requests without reading the responses', async () => {
  const { open, get } = await startListener()
  const socket = open()
  socket.write(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\n${'GET /known HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000)}`)
  await expect.poll(() => socket.closed).toBe(true)
  expect((await get('/known')).status).toBe(200)
})

test('a stopping server completes pending requests, closes idle connections and rejects new connections', async () => {
  const { open, get, server, made, release } = await startListener()
  const [idle, busy] = [open(), open()]
  let received = ''
  busy.setEncoding('utf8').on('data', (data: string) => (received += data))
  busy.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await Promise.all([once(idle, 'connect'), expect.poll(() => made).toEqual(['page /slow'])])
  const stopped = drain(server)
  await expect(get('/known')).rejects.toThrow()
  busy.write('GET /known HTTP/1.1\r\nHost: a\r\n\r\n')
  release()
  await stopped
  expect(received).toMatch(/page \/slow[\s\S]*connection: close[\s\S]*page \/known$/i)
  if (!idle.closed) await once(idle, 'close')
})

test('a stopping server closes connections with incomplete requests after the time limit', async () => {
  const { open, server } = await startListener()
  const unfinished = open()
  unfinished.write('GET /known HTTP/1.1\r\nHost: a\r\n')
  await once(unfinished, 'connect')
  await drain(server, { limit: 100 })
  await expect.poll(() => unfinished.closed).toBe(true)
})
