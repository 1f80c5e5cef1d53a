import type { ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { failure, openClient, serve, serveTcp, text } from '../../../../tests/fixtures/newsroom/test-web.ts'

test('stops reading a 50 MB body at the limit and closes its connection', async () => {
  let sent = 0
  const chunks = function* () {
    for (; sent < 50 * 1024 * 1024; sent += 64 * 1024) yield Buffer.alloc(64 * 1024)
  }
  const server = await serve((_, response) => void Readable.from(chunks()).pipe(response))
  await expect(openClient().fetch(server.url)).rejects.toThrow('is larger than the limit')
  expect(await server.quiet()).toBe(1)
  expect(sent).toBeLessThan(25 * 1024 * 1024)
})

test('accepts a body of exactly the maximum size and refuses one with one more byte', async () => {
  const server = await serve(({ url }, response) => response.end(Buffer.alloc(Number(url?.slice(1)))))
  const http = openClient({ maxBytes: 100_000 })
  expect((await http.fetch(`${server.url}/100000`)).body.length).toBe(100_000)
  await expect(http.fetch(`${server.url}/100001`)).rejects.toThrow('is larger than the limit')
})

test('limits the decompressed size of a body without holding it in memory', async () => {
  const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(1024 * 1024)
  const server = await serve((_, response) => response.writeHead(200, GZIP).end(bomb))
  const before = process.memoryUsage().arrayBuffers
  await expect(openClient().fetch(server.url)).rejects.toThrow('is larger than the limit')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024)
  expect(await server.quiet()).toBe(1)
})

test('limits the compressed size of a body that decompresses to nothing', async () => {
  const nothing = Buffer.concat(Array<Buffer>(10_000).fill(gzipSync('')))
  const server = await serve((_, response) => response.writeHead(200, GZIP).end(nothing))
  expect((await openClient().fetch(server.url)).body.length).toBe(0)
  const limited = openClient({ maxBytes: 100_000 }).fetch(server.url)
  await expect(limited).rejects.toThrow('is larger than the limit of 100000 bytes')
})

test('does not wait for the endless body of a redirect', async () => {
  const server = await serve(({ url }, response) => {
    if (url === '/there') response.end('there')
    else drip(response.writeHead(302, { location: '/there' }))
  })
  expect(text((await openClient({ timeout: 20_000 }).fetch(server.url)).body)).toBe('there')
  expect(await server.quiet()).toBe(2)
})

test.for([
  ['endless body', () => serve((_, response) => drip(response.writeHead(200)))],
  ['endless compressed body', () => serve((_, response) => drip(response.writeHead(200, GZIP), HALF))],
  ['endless headers', () => serveTcp((socket) => drip(socket.resume(), 'HTTP/1.1 200 OK\r\n', 'a: b\r\n'))],
  ['request without a response', () => serveTcp((socket) => void socket.resume())],
  ['TLS handshake without a response', () => serveTcp((socket) => void socket.resume()), 'https:'],
  ['endless chain of redirects', () => serve((_, response) => void setTimeout(() => redirect(response), 100).unref())],
] as const)('aborts at the time limit: %s', async ([, start, scheme = 'http:']) => {
  const server = await start()
  const url = server.url.replace('http:', scheme)
  const { isTransient, message } = await failure(openClient({ timeout: 400 }).fetch(url))
  expect([isTransient, message]).toEqual([true, `${url} did not send its complete response within 0.4 seconds.`])
  // A redirect can open a new connection.
  expect(await server.quiet()).toBeGreaterThan(0)
})

test('aborts a request at the time limit if a name server never responds', async () => {
  const lookup = () => new Promise<string[]>(() => {})
  const http = openClient({ timeout: 200, lookup })
  await expect(http.fetch('http://slow.test/')).rejects.toThrow('did not send its complete response')
})

test('reports a connection that is refused or dropped, is not HTTP or sends huge headers as unreachable', async () => {
  const closed = await serve((_, response) => response.end())
  await closed.close()
  const cut = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('half')
    setImmediate(() => response.destroy())
  })
  const other = await serveTcp((socket) => void socket.resume().end('SSH-2.0-OpenSSH\r\n'))
  const head = `HTTP/1.1 200 OK\r\n${`x-a: ${'b'.repeat(1_000)}\r\n`.repeat(1_000)}`
  const huge = await serveTcp((socket) => void socket.resume().write(head))
  for (const url of [closed.url, cut.url, other.url, other.url.replace('http:', 'https:'), huge.url]) {
    const { isTransient, message } = await failure(openClient().fetch(url))
    expect(isTransient).toBe(true)
    expect(message).toMatch(/^https?:\S+ cannot be reached: .{10,}\.$/)
    expect(message).toContain(url)
  }
})

test('close() aborts all requests and connections, and rejects later requests', async () => {
  const server = await serve((_, response) => drip(response.writeHead(200)))
  const http = openClient()
  const pending = [1, 2, 3].map(() => failure(http.fetch(server.url)))
  await expect.poll(() => server.requests.length).toBe(3)
  await http.close()
  expect((await Promise.all(pending)).map(({ isTransient }) => isTransient)).toEqual([true, true, true])
  expect(await server.quiet()).toBe(3)
  await expect(http.fetch(server.url)).rejects.toThrow('the newsroom is closing')
})

test('closes the connection after a response, even if the server would keep it alive', async () => {
  const server = await serveTcp((socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=600\r\ncontent-length: 4\r\n\r\ntext'))
  })
  const http = openClient()
  const fetched = await Promise.all([http.fetch(server.url), http.fetch(server.url)])
  expect(fetched.map(({ body }) => text(body))).toEqual(['text', 'text'])
  expect(await server.quiet()).toBe(2)
})

const GZIP = { 'content-encoding': 'gzip' }
const HALF = gzipSync('x').subarray(0, 10)

function redirect(response: ServerResponse): void {
  response.writeHead(302, { location: '/on' }).end()
}

function drip(stream: Writable, start: string | Buffer = 'x', drop = 'x'): void {
  stream.write(start)
  const timer = setInterval(() => stream.write(drop), 20)
  stream.on('close', () => clearInterval(timer))
}
