import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createResponse } from '#server/http.ts'
import { createListener } from '#server/listener.ts'
import { createResponseCache, type Resource } from '#server/response-cache.ts'
import { listen } from '../../tests/fixtures/serve.ts'

/** A listener with one file, one feed and pages that are counted; those below /bad fail, those below /slow wait for `release`. */
async function startListener() {
  const made: string[] = []
  const reported: unknown[] = []
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
    cache: createResponseCache({ maxBytes: 1e6, maxEntries: 10, sequence: () => 0, now: () => new Date() }),
    report: (error) => reported.push(error),
  })
  const url = await listen(listener)
  return { url, get: (path: string, init: RequestInit = {}) => fetch(url + path, init), made, reported, release }
}

test('what was made before is sent as it is, whatever query is added to it', async () => {
  const { get, made } = await startListener()
  for (const path of ['/assets/a.css?v', '/known', '/known?utm', '/call?a=1', '/call?a=1&junk=2', '/call?junk=2&a=1']) {
    const response = await get(path)
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    const etag = response.headers.get('etag') ?? ''
    expect((await get(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  }
  expect(made).toEqual(['page /known', 'call 1'])
})

test('what fails is 503, to be tried again, kept by nobody, and reported', async () => {
  const { get, reported } = await startListener()
  const { status, headers } = await get('/bad')
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '30', 'no-store'])
  expect(reported).toHaveLength(1)
})

test('an address that is longer than any of ours is refused before anything looks at it', async () => {
  const { get, made } = await startListener()
  const long = 'x'.repeat(8_192)
  for (const path of [`/${long}`, `/call?a=1&x=${long}`, `/known?${long}`]) {
    const { status, headers } = await get(path)
    expect([status, headers.get('cache-control')]).toEqual([414, 'no-store'])
  }
  expect(made).toEqual([])
})

test('requests that are sent before the one ahead is answered wait for their turn, in order', async () => {
  const { url, made, release } = await startListener()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (data: string) => (received += data))
  const paths = ['/slow', ...Array.from({ length: 20 }, (_, number) => `/known/${number}`)]
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  await expect.poll(() => made.length).toBe(1)
  release()
  await expect.poll(() => received.match(/page \/(?:slow|known\/\d+)/g)).toEqual(paths.map((path) => `page ${path}`))
  expect(made).toEqual(paths.map((path) => `page ${path}`))
  socket.destroy()
})

test('who sends on and on without reading loses the connection, and nothing is made for it', async () => {
  const { url, get, made, release } = await startListener()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\n${'GET /known HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000)}`)
  await closed
  expect(made).toEqual(['page /slow'])
  release()
  expect((await get('/known')).status).toBe(200)
})
