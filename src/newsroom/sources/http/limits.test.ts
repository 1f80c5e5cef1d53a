import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { failure, openTestWeb, PUBLIC, text } from '../../../../tests/fixtures/newsroom/test-web.ts'

const { open, serve, serveTcp, close } = openTestWeb()

afterEach(close)

test('a body of 50 MB is given up at the limit, and its connection ends', async () => {
  const chunk = Buffer.alloc(64 * 1024)
  const sent = { bytes: 0 }
  const server = await serve((_, response) => {
    const send = (): void => {
      while (sent.bytes < 50 * 1024 * 1024 && !response.destroyed) {
        sent.bytes += chunk.length
        if (!response.write(chunk)) return void response.once('drain', send)
      }
      response.end()
    }
    send()
  })
  expect(await failure(open().fetch(server.url))).toMatchObject({ code: 'too-large' })
  expect(await server.quiet()).toBe(1)
  expect(sent.bytes).toBeLessThan(25 * 1024 * 1024)
})

test('a body of exactly the limit is read, and one byte more is not', async () => {
  const server = await serve(({ url }, response) => response.end(Buffer.alloc(Number(url?.slice(1)))))
  const http = open({ maxBytes: 100_000 })
  expect((await http.fetch(`${server.url}/100000`)).body.length).toBe(100_000)
  expect(await failure(http.fetch(`${server.url}/100001`))).toMatchObject({ code: 'too-large' })
})

test.for([
  ['gzip', gzipSync],
  ['br', (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
] as const)('a bomb in %s is counted decompressed and never held', async ([encoding, compress]) => {
  const bomb = compress(Buffer.alloc(200 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(1024 * 1024)
  const server = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb))
  const before = process.memoryUsage().arrayBuffers
  expect(await failure(open().fetch(server.url))).toMatchObject({ code: 'too-large' })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024)
  expect(await server.quiet()).toBe(1)
})

test('a compressed body that decompresses to nothing is counted on the wire', async () => {
  const nothing = Buffer.concat(Array.from({ length: 10_000 }, () => gzipSync('')))
  const server = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(nothing))
  expect((await open().fetch(server.url)).body.length).toBe(0)
  const { code, message } = await failure(open({ maxBytes: 100_000 }).fetch(server.url))
  expect([code, message.includes('100000 bytes')]).toEqual(['too-large', true])
})

test('does not wait for the endless body of a redirect', async () => {
  const server = await serve(({ url }, response) => {
    if (url === '/there') response.end('there')
    else drip(response.writeHead(302, { location: '/there' }))
  })
  expect(text((await open({ timeout: 20_000 }).fetch(server.url)).body)).toBe('there')
  expect(await server.quiet()).toBe(2)
})

test('a stream that never ends is given up at the time limit', async () => {
  const server = await serve((_, response) => drip(response.writeHead(200)))
  const { code, message } = await failure(open({ timeout: 200 }).fetch(server.url))
  expect([code, message]).toEqual(['too-slow', `${server.url} had not answered in full after 0.2 seconds.`])
  expect(await server.quiet()).toBe(1)
})

test('a compressed stream that never ends is given up at the time limit', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('x').subarray(0, 10))
  })
  expect(await failure(open({ timeout: 200 }).fetch(server.url))).toMatchObject({ code: 'too-slow' })
  expect(await server.quiet()).toBe(1)
})

test('redirects that each take their time end at one limit for all', async () => {
  const server = await serve((_, response) => {
    setTimeout(() => response.writeHead(302, { location: '/on' }).end(), 100).unref()
  })
  expect(await failure(open({ timeout: 250, maxRedirects: 100 }).fetch(server.url))).toMatchObject({ code: 'too-slow' })
  expect(server.requests.length).toBeLessThan(5)
})

test.for(['http', 'https'])(
  'a server that says nothing over %s is given up and leaves no connection',
  async (scheme) => {
    const silent = await serveTcp((socket) => void socket.resume())
    const http = open({ timeout: 200 })
    expect(await failure(http.fetch(`${scheme}://${PUBLIC}:${silent.port}/`))).toMatchObject({ code: 'too-slow' })
    expect(await silent.quiet()).toBe(1)
  },
)

test('headers that drip are given up, and so are headers without end', async () => {
  const dripping = await serveTcp((socket) => {
    socket.resume().write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x-a: b\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await failure(open({ timeout: 200 }).fetch(dripping.url))).toMatchObject({ code: 'too-slow' })
  const endless = await serveTcp((socket) => {
    socket.resume().write(`HTTP/1.1 200 OK\r\n${`x-a: ${'b'.repeat(1_000)}\r\n`.repeat(1_000)}`)
  })
  expect(await failure(open().fetch(endless.url))).toMatchObject({ code: 'unreachable' })
  expect([await dripping.quiet(), await endless.quiet()]).toEqual([1, 1])
})

test('a name server that never answers is given up', async () => {
  const lookup = () => new Promise<string[]>(() => {})
  expect(await failure(open({ timeout: 200, lookup }).fetch('http://slow.test/'))).toMatchObject({ code: 'too-slow' })
})

test('a connection that is refused, cut or speaks no HTTP cannot be reached', async () => {
  const closed = await serve((_, response) => response.end())
  await closed.close()
  const cut = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('half')
    setImmediate(() => response.destroy())
  })
  const other = await serveTcp((socket) => void socket.resume().end('SSH-2.0-OpenSSH\r\n'))
  for (const url of [closed.url, cut.url, other.url, other.url.replace('http:', 'https:')]) {
    const { code, message } = await failure(open().fetch(url))
    expect(code).toBe('unreachable')
    expect(message).toMatch(/^https?:\S+ cannot be reached: .{10,}\.$/)
    expect(message).toContain(url)
  }
})

test('closing ends what is under way, leaves no connection and refuses what comes after', async () => {
  const server = await serve((_, response) => drip(response.writeHead(200)))
  const http = open()
  const under = [1, 2, 3].map(() => failure(http.fetch(server.url)))
  await expect.poll(() => server.requests.length).toBe(3)
  await http.close()
  expect((await Promise.all(under)).map(({ code }) => code)).toEqual(['closed', 'closed', 'closed'])
  expect(await server.quiet()).toBe(3)
  expect(await failure(http.fetch(server.url))).toMatchObject({ code: 'closed' })
})

test('a fetch that ended well leaves no connection, though the server would keep it', async () => {
  const server = await serveTcp((socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=600\r\ncontent-length: 4\r\n\r\ntext'))
  })
  const http = open()
  const fetched = await Promise.all([http.fetch(server.url), http.fetch(server.url)])
  expect(fetched.map(({ body }) => text(body))).toEqual(['text', 'text'])
  expect(await server.quiet()).toBe(2)
})

function drip(response: { write(text: string): unknown; on(event: 'close', listener: () => void): unknown }): void {
  response.write('x')
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}
