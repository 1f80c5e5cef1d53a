import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import {
  ABOUT,
  failure,
  openClient,
  PRIVATE,
  PUBLIC,
  serve,
  text,
} from '../../../../tests/fixtures/newsroom/test-web.ts'

afterEach(() => vi.unstubAllEnvs())

test('fetches a page with its headers, and sends a User-Agent but no cookie', async () => {
  const server = await serve((request, response) => {
    const headers = { 'content-type': 'text/plain', etag: '"1"', 'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT' }
    response.writeHead(200, { ...headers, 'set-cookie': 'a=1' }).end(JSON.stringify(request.headers))
  })
  const http = openClient()
  await http.fetch(`${server.url}/feed`)
  const { body, ...fetched } = await http.fetch(`${server.url}/feed#top`, { accept: 'application/rss+xml' })
  expect(fetched).toEqual({
    status: 200,
    url: `${server.url}/feed`,
    headers: { etag: '"1"', lastModified: 'Sat, 21 Nov 2026 00:00:00 GMT', contentType: 'text/plain' },
  })
  const sent: unknown = JSON.parse(text(body))
  expect(sent).toMatchObject({ 'user-agent': `Stet/0.1 (+${ABOUT})`, accept: 'application/rss+xml' })
  expect(sent).not.toHaveProperty('cookie')
  expect(sent).not.toHaveProperty('authorization')
})

test('sends conditional headers, and drops an ETag or Last-Modified value that is not valid in a request', async () => {
  const server = await serve((request, response) => {
    const { 'if-none-match': etag, 'if-modified-since': since } = request.headers
    if (etag === '"1"' && since === 'yesterday')
      response.writeHead(304, { 'content-encoding': 'gzip', etag: '"1"' }).end()
    else response.writeHead(200, { etag: '"é"', 'last-modified': 'x'.repeat(600) }).end('new')
  })
  const http = openClient()
  const cached = await http.fetch(server.url, { etag: '"1"', lastModified: 'yesterday' })
  expect([cached.status, cached.body.length, cached.headers.etag]).toEqual([304, 0, '"1"'])
  const changed = await http.fetch(server.url, { etag: null, lastModified: null })
  expect([changed.status, text(changed.body)]).toEqual([200, 'new'])
  expect(changed.headers).toEqual({ etag: null, lastModified: null, contentType: null })
})

test('returns responses with any status, including a redirect without a Location header', async () => {
  const server = await serve(({ url }, response) => response.writeHead(Number(url?.slice(1))).end('sorry'))
  for (const status of [302, 404, 410, 500]) {
    const fetched = await openClient().fetch(`${server.url}/${status}`)
    expect([fetched.status, text(fetched.body)]).toEqual([status, 'sorry'])
  }
})

const BODY = Buffer.from('some text'.repeat(100))
const gzipped = gzipSync(BODY)

async function decoded(encoding: string, body: Uint8Array): Promise<Buffer> {
  const server = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
  return Buffer.from((await openClient().fetch(server.url)).body)
}

test.for([
  ...['gzip', 'x-gzip', 'aws-chunked,gzip', 'gzip,', 'identity, gzip', 'gzip, gzip', ''].map(
    (name) => [name, gzipped] as const,
  ),
  ...['identity', 'UTF-8', 'none', 'aws-chunked', 'gzip'].map((name) => [name, BODY] as const),
] as const)('decodes a body with the Content-Encoding "%s"', async ([encoding, body]) => {
  expect(await decoded(encoding, body)).toEqual(BODY)
})

test('rejects a body that is truncated', async () => {
  await expect(decoded('gzip', gzipped.subarray(0, -9))).rejects.toThrow('cannot be decompressed')
})

test('accepts an empty body with any Content-Encoding', async () => {
  for (const name of ['gzip', 'br']) expect(await decoded(name, Buffer.alloc(0))).toHaveLength(0)
})

test('uses HTTP_PROXY except for hosts in NO_PROXY, and refuses private addresses', async () => {
  const proxy = await serve(({ url }, response) => response.end(`proxied ${url}`), PRIVATE)
  const server = await serve((_, response) => response.end('direct'))
  vi.stubEnv('HTTP_PROXY', proxy.url)
  vi.stubEnv('NO_PROXY', PUBLIC)
  const http = openClient({ isProxied: true })
  expect(text((await http.fetch('http://unknown.test/feed')).body)).toBe('proxied http://unknown.test/feed')
  expect(text((await http.fetch(server.url)).body)).toBe('direct')
  for (const host of [PRIVATE, '[::1]', 'inside.test'])
    await expect(http.fetch(`http://${host}/`)).rejects.toThrow('is not on the public internet')
  expect(proxy.requests).toEqual(['http://unknown.test/feed'])
  vi.stubEnv('HTTP_PROXY', 'proxy.test:3128')
  await expect(http.fetch('http://unknown.test/feed')).rejects.toThrow('cannot be reached')
})

test.for([
  ['127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0x7f.0.0.0x1'],
  ['017700000001', '0177.0.0.1', '0177.1', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '%31%32%37.0.0.1'],
  ['0', '0.0.0.0', '127.255.255.254', '169.254.169.254', '2852039166', '10.0.0.1', '192.168.1.1', '100.64.0.1'],
  ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::7f00:1]'],
  ['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00:ec2::254]', '[ff02::1]'],
  ['localhost', 'LOCALHOST'],
])('does not connect to a private address, however it is written: %s …', async (hosts) => {
  const server = await serve((_, response) => response.end('secret'), PRIVATE)
  const http = openClient({ isPublic: undefined, lookup: undefined })
  for (const host of hosts) {
    const fetched = http.fetch(`http://${host}:${server.port}/`)
    await expect(fetched, host).rejects.toThrow('is not on the public internet')
  }
  expect(server.connections.size).toBe(0)
})

test('does not follow a redirect into a private network', async () => {
  const inside = await serve((_, response) => response.end('secret'), PRIVATE)
  const hosts = ['http://inside.test', 'http://127.0.0.1', '//0x7f.1', 'http://[::ffff:7f00:1]']
  const targets = ['http://169.254.169.254/latest/', ...hosts.map((host) => `${host}:${inside.port}/`)]
  const server = await serve(({ url = '' }, response) => {
    response.writeHead(302, { location: targets[Number(url.slice(1))] }).end()
  })
  for (const index of targets.keys())
    await expect(openClient().fetch(`${server.url}/${index}`)).rejects.toThrow('is not on the public internet')
  expect(inside.connections.size).toBe(0)
})

test('refuses a host name if any of its addresses is private', async () => {
  const server = await serve((_, response) => response.end('secret'))
  const http = openClient({ lookup: async () => [PUBLIC, PRIVATE] })
  const fetched = http.fetch(`http://mixed.test:${server.port}/`)
  await expect(fetched).rejects.toThrow('mixed.test leads to 127.0.0.1, which is not on the public internet')
  expect(server.connections.size).toBe(0)
})

test('resolves a host name once per connection, and connects to the address that it checked', async () => {
  const inside = await serve((_, response) => response.end('secret'), PRIVATE)
  const server = await serve((_, response) => response.end('public'), PUBLIC, inside.port)
  // A rebinding name server returns a public address first and private ones later.
  const addresses = [PUBLIC, PRIVATE]
  const http = openClient({ lookup: async () => addresses.splice(0, 1) })
  const url = `http://rebinding.test:${server.port}/`
  expect(text((await http.fetch(url)).body)).toBe('public')
  expect(addresses).toEqual([PRIVATE])
  await expect(http.fetch(url)).rejects.toThrow('is not on the public internet')
  expect([server.connections.size, inside.connections.size]).toEqual([1, 0])
})

test('checks the address of every new connection in a chain of redirects', async () => {
  const inside = await serve((_, response) => response.end('secret'), PRIVATE)
  const server = await serve(
    (_, response) => response.writeHead(302, { location: '/again', connection: 'close' }).end(),
    ...([PUBLIC, inside.port] as const),
  )
  const addresses = [PUBLIC, PRIVATE]
  const http = openClient({ lookup: async () => addresses.splice(0, 1) })
  await expect(http.fetch(`http://rebinding.test:${server.port}/`)).rejects.toThrow('is not on the public internet')
  expect([addresses, inside.connections.size]).toEqual([[], 0])
})

test('reports an unknown host name, or one without an address, as unreachable', async () => {
  const empty = await failure(openClient({ lookup: async () => [] }).fetch('http://empty.test/'))
  expect(empty).toMatchObject({ isTransient: true, message: 'The host name empty.test has no address.' })
  const unknown = openClient().fetch('http://unknown.test/')
  await expect(unknown).rejects.toThrow('http://unknown.test/ cannot be reached: unknown.test is not known.')
})

test('connects to private addresses if allowPrivate is set', async () => {
  const server = await serve((_, response) => response.end('own'), PRIVATE)
  const http = openClient({ allowPrivate: true, isPublic: undefined, lookup: undefined })
  expect(text((await http.fetch(server.url)).body)).toBe('own')
  expect(text((await http.fetch(`http://localhost:${server.port}/`)).body)).toBe('own')
  await expect(http.fetch('file:///etc/passwd')).rejects.toThrow('is not the URL of a web page')
})

test.for(
  [
    'file:///etc/passwd|ftp://public.test/|gopher://public.test/|data:text/plain,x|javascript:1|ws://public.test/',
    'unix:/run/x.sock||public.test|/feed|http://|http://[::1|http://a b/',
    'http://name@public.test/|https://name:secret@public.test/|http://:secret@public.test/',
  ].flatMap((urls) => urls.split('|')),
)('rejects the URL "%s"', async (url) => {
  const { message } = await failure(openClient().fetch(url))
  expect(message).toMatch(url.includes('@') ? 'contains a password' : 'is not the URL of a web page')
  expect(message).not.toContain('secret')
})

test('follows at most five redirects, and only to http(s) URLs', async () => {
  const server = await serve(({ url }, response) => {
    const left = Number(url?.slice(1))
    if (left === 0) response.end('there')
    else if (url === '/file') response.writeHead(301, { location: 'file:///etc/passwd' }).end()
    else response.writeHead(302, { location: url === '/loop' ? '/loop' : `${left - 1}` }).end('on its way')
  })
  expect((await openClient().fetch(`${server.url}/5`)).url).toBe(`${server.url}/0`)
  await expect(openClient().fetch(`${server.url}/6`)).rejects.toThrow('redirects more than 5 times')
  await expect(openClient().fetch(`${server.url}/loop`)).rejects.toThrow('redirects more than 5 times')
  expect(server.requests.filter((url) => url === '/loop')).toHaveLength(6)
  await expect(openClient().fetch(`${server.url}/file`)).rejects.toThrow('is not the URL of a web page')
})
