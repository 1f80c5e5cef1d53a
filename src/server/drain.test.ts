import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { drain } from '#server/drain.ts'
import { createResponse } from '#server/http.ts'
import { createListener } from '#server/listener.ts'
import { createResponseCache } from '#server/response-cache.ts'

/** A server whose every page waits for `release`, with what it takes to be drained. */
async function startServer() {
  let isStopping = false
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const asked: string[] = []
  const listener = createListener({
    assets: new Map([['/ready', createResponse({ headers: {}, body: 'ready' })]]),
    pages: (pathname) => ({
      key: null,
      async render() {
        asked.push(pathname)
        await gate
        return { response: createResponse({ headers: {}, body: 'made' }), keepFor: 0 }
      },
    }),
    router: () => null,
    cache: createResponseCache({ maxBytes: 1e6, maxEntries: 10, sequence: () => 0, now: () => new Date() }),
    report: () => {},
    isStopping: () => isStopping,
  })
  const server = createServer({ connectionsCheckingInterval: 20 }, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const get = (path: string) =>
    new Promise<{ body: string; connection: string | undefined }>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, agent }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (part: string) => (body += part))
        response.on('end', () => resolve({ body, connection: response.headers.connection }))
      })
        .on('error', reject)
        .end()
    })
  const stop = () => {
    isStopping = true
    return drain(server, { grace: 100, limit: 60_000 })
  }
  return { port, get, stop, asked, release }
}

test('who was asking when the server stops is answered, and told to ask no more on this connection', async () => {
  const { get, stop, asked, release } = await startServer()
  const made = get('/slow')
  await expect.poll(() => asked).toEqual(['/slow'])
  const stopped = stop()
  release()
  expect(await made).toEqual({ body: 'made', connection: 'close' })
  await stopped
})

test('a request on a connection that was open before is answered after the server began to stop', async () => {
  const { get, stop } = await startServer()
  expect((await get('/ready')).connection).toBe('keep-alive')
  const stopped = stop()
  expect(await get('/ready')).toEqual({ body: 'ready', connection: 'close' })
  await stopped
  await expect(get('/ready')).rejects.toThrow('ECONNREFUSED')
})

test('connections that ask nothing, or never finish asking, do not keep a server from stopping', async () => {
  const { port, get, stop } = await startServer()
  const silent = connect(port, '127.0.0.1')
    .on('error', () => {})
    .resume()
  const halfway = connect(port, '127.0.0.1')
    .on('error', () => {})
    .resume()
  halfway.write('GET /ready HTTP/1.1\r\nHost: a\r\n')
  await Promise.all([once(silent, 'connect'), once(halfway, 'connect'), get('/ready')])
  await stop()
  for (const socket of [silent, halfway]) if (!socket.closed) await once(socket, 'close')
})
