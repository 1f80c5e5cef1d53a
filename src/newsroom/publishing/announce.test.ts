import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { announce } from '#newsroom/publishing/announce.ts'

const URLS = ['https://blog.example/posts/technology/a', 'https://blog.example/posts/technology/b']
const SITE = 'https://blog.example'
const KEY = '0123456789abcdef'
const FEEDS = ['https://blog.example/rss.xml', 'https://blog.example/feed.json']

const servers: { close(): void; closeAllConnections(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

test('IndexNow gets every page once, with the host and the address of the key', async () => {
  const { url, seen } = await serve([202])
  const told = await announce({ ...base(), indexNow: { key: KEY, endpoint: `${url}/indexnow` } })
  expect(told).toEqual([{ to: `IndexNow at ${url}/indexnow`, failure: null }])
  expect(seen.map(({ line, type }) => [line, type])).toEqual([['POST /indexnow', 'application/json; charset=utf-8']])
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    host: 'blog.example',
    key: KEY,
    keyLocation: `https://blog.example/${KEY}.txt`,
    urlList: URLS,
  })
})

test('a hub gets a form for every feed', async () => {
  const { url, seen } = await serve([204, 204])
  const told = await announce({ ...base(), webSub: { hub: `${url}/hub`, feeds: FEEDS } })
  expect(told).toEqual(FEEDS.map((feed) => ({ to: `WebSub hub ${url}/hub for ${feed}`, failure: null })))
  expect(seen.map(({ line }) => line)).toEqual(['POST /hub', 'POST /hub'])
  for (const { type } of seen) expect(type).toMatch(/^application\/x-www-form-urlencoded/)
  const forms = seen.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(forms.toSorted((a, b) => (b['hub.url'] ?? '').localeCompare(a['hub.url'] ?? ''))).toEqual(
    FEEDS.map((feed) => ({ 'hub.mode': 'publish', 'hub.url': feed })),
  )
})

test('IndexNow has its public address unless another is given', async () => {
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    return new Response(null, { status: 200 })
  }
  await announce({ ...base(), fetch, indexNow: { key: KEY } })
  expect(asked).toEqual(['https://api.indexnow.org/indexnow'])
})

test('without new pages or services, no request is sent', async () => {
  const { url, seen } = await serve([])
  const everybody = { indexNow: { key: KEY, endpoint: url }, webSub: { hub: url, feeds: FEEDS } }
  expect(await announce({ ...base(), ...everybody, urls: [] })).toEqual([])
  expect(await announce(base())).toEqual([])
  expect(seen).toEqual([])
})

test('a request to an overloaded server is repeated once, after a pause', async () => {
  for (const status of [429, 500, 503]) {
    const { url, seen } = await serve([status, 200])
    const pauses: number[] = []
    const pause = async (milliseconds: number) => pauses.push(milliseconds)
    const [told] = await announce({ ...base(), pause, indexNow: { key: KEY, endpoint: url } })
    expect([told?.failure, seen.length, pauses.length]).toEqual([null, 2, 1])
  }
})

test('a server that stays overloaded is a failure after two requests', async () => {
  const { url, seen } = await serve([503, 503, 200])
  const [told] = await announce({ ...base(), indexNow: { key: KEY, endpoint: url } })
  expect([told?.failure, seen.length]).toEqual(['It answered 503.', 2])
})

test('a rejected request is not repeated, and the failure says what to check', async () => {
  for (const [status, words] of [
    [403, '/{key}.txt'],
    [422, 'SITE_URL'],
  ] as const) {
    const { url, seen } = await serve([status, 200])
    const [told] = await announce({ ...base(), indexNow: { key: KEY, endpoint: url } })
    expect(told?.failure).toContain(`${status}`)
    expect(told?.failure).toContain(words)
    expect(seen).toHaveLength(1)
  }
})

test('a redirect is a failure', async () => {
  const { url, seen } = await serve([301, 200])
  const [told] = await announce({ ...base(), webSub: { hub: url, feeds: FEEDS.slice(0, 1) } })
  expect([told?.failure, seen.length]).toEqual(['It answered 301.', 1])
})

test('a server that does not answer or does not exist does not affect the others', async () => {
  const silent = await serve(['silence', 'silence'])
  const [late] = await announce({ ...base(), patience: 50, indexNow: { key: KEY, endpoint: silent.url } })
  expect([late?.failure, silent.seen.length]).toEqual(['It did not answer in time.', 2])
  const gone = await serve([])
  servers.splice(0).forEach((server) => server.close())
  const { url } = await serve([204])
  const webSub = { hub: url, feeds: FEEDS.slice(0, 1) }
  const [refused, told] = await announce({ ...base(), indexNow: { key: KEY, endpoint: gone.url }, webSub })
  expect([refused?.failure, told?.failure]).toEqual([expect.stringContaining('ECONNREFUSED'), null])
  const [nowhere] = await announce({ ...base(), siteUrl: 'blog', indexNow: { key: KEY, endpoint: url } })
  expect(nowhere?.failure).toContain('Invalid URL')
})

function base(): Parameters<typeof announce>[0] {
  return { urls: URLS, siteUrl: SITE, indexNow: null, webSub: null, fetch, pause: async () => {} }
}

// Answers one request after the other with these statuses.
async function serve(answers: (number | 'silence')[]) {
  const seen: { line: string; type: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    const answer = answers[seen.length]
    const entry = { line: `${request.method} ${request.url}`, type: request.headers['content-type'], body: '' }
    seen.push(entry)
    entry.body = await text(request)
    reply(response, answer)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, seen }
}

function reply(response: ServerResponse, answer: number | 'silence' | undefined): void {
  if (answer !== 'silence') response.writeHead(answer ?? 500, answer === 301 ? { location: '/elsewhere' } : {}).end()
}
