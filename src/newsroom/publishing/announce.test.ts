import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { announce } from '#newsroom/publishing/announce.ts'
import { listen } from '../../../tests/fixtures/serve.ts'

const URLS = ['https://blog.example/posts/technology/a', 'https://blog.example/posts/technology/b']
const SITE = 'https://blog.example'
const KEY = '0123456789abcdef'
const FEEDS = ['https://blog.example/rss.xml', 'https://blog.example/feed.json']

test("sends all pages to IndexNow in one request, with the host and the key's URL", async () => {
  const { url, seen } = await serve([202])
  const results = await announce({ ...base(), indexNow: { key: KEY, endpoint: `${url}/indexnow` } })
  expect(results).toEqual([{ to: `IndexNow at ${url}/indexnow`, failure: null }])
  expect(seen.map(({ line, type }) => [line, type])).toEqual([['POST /indexnow', 'application/json; charset=utf-8']])
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    host: 'blog.example',
    key: KEY,
    keyLocation: `https://blog.example/${KEY}.txt`,
    urlList: URLS,
  })
})

test('sends the hub a form for each feed', async () => {
  const { url, seen } = await serve([204, 204])
  const results = await announce({ ...base(), webSub: { hub: `${url}/hub`, feeds: FEEDS } })
  expect(results).toEqual(FEEDS.map((feed) => ({ to: `WebSub hub ${url}/hub for ${feed}`, failure: null })))
  expect(seen.map(({ line }) => line)).toEqual(['POST /hub', 'POST /hub'])
  for (const { type } of seen) expect(type).toMatch(/^application\/x-www-form-urlencoded/)
  const forms = seen.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(forms.toSorted((a, b) => (b['hub.url'] ?? '').localeCompare(a['hub.url'] ?? ''))).toEqual(
    FEEDS.map((feed) => ({ 'hub.mode': 'publish', 'hub.url': feed })),
  )
})

test('uses the public IndexNow endpoint by default', async () => {
  const fetch = async () => new Response()
  const [result] = await announce({ ...base(), fetch, indexNow: { key: KEY } })
  expect(result).toEqual({ to: 'IndexNow at https://api.indexnow.org/indexnow', failure: null })
})

test('sends no request if there are no new pages or no configured services', async () => {
  const { url, seen } = await serve([])
  const services = { indexNow: { key: KEY, endpoint: url }, webSub: { hub: url, feeds: FEEDS } }
  expect(await announce({ ...base(), ...services, urls: [] })).toEqual([])
  expect(await announce(base())).toEqual([])
  expect(seen).toEqual([])
})

test.each([
  ['retries once after a pause', [429, 200], null, 2],
  ['retries once after a pause', [500, 200], null, 2],
  ['retries once after a pause', [503, 503, 200], 'It responded with status 503.', 2],
  ['says that the key must be served', [403, 200], '/{key}.txt', 1],
  ['says that SITE_URL may be wrong', [422, 200], 'SITE_URL', 1],
  ['reports the redirect as a failure', [301, 200], 'It responded with status 301', 1],
])('%s if the server responds with %s', async (_, statuses, failure, requests) => {
  const { url, seen } = await serve(statuses)
  const pauses: number[] = []
  const pause = async (milliseconds: number) => pauses.push(milliseconds)
  const [result] = await announce({ ...base(), pause, indexNow: { key: KEY, endpoint: url } })
  expect(result?.failure).toEqual(failure === null ? null : expect.stringContaining(failure))
  expect([seen.length, pauses.length]).toEqual([requests, requests - 1])
})

test('notifies the other services if one does not respond or does not exist', async () => {
  const silent = await serve([null, null])
  const [late] = await announce({ ...base(), timeout: 50, indexNow: { key: KEY, endpoint: silent.url } })
  expect([late?.failure, silent.seen.length]).toEqual(['It did not respond in time.', 2])
  const { url } = await serve([204])
  const webSub = { hub: url, feeds: FEEDS.slice(0, 1) }
  const indexNow = { key: KEY, endpoint: 'http://127.0.0.1:2' }
  const [refused, result] = await announce({ ...base(), indexNow, webSub })
  expect([refused?.failure, result?.failure]).toEqual([expect.stringContaining('ECONNREFUSED'), null])
})

function base(): Parameters<typeof announce>[0] {
  return { urls: URLS, siteUrl: SITE, indexNow: null, webSub: null, fetch, pause: async () => {} }
}

// Starts a server that responds with these statuses in order. For null, it never responds.
async function serve(statuses: (number | null)[]) {
  const seen: { line: string; type: string | undefined; body: string }[] = []
  const url = await listen(async (request, response) => {
    const status = statuses[seen.length]
    const entry = { line: `${request.method} ${request.url}`, type: request.headers['content-type'], body: '' }
    seen.push(entry)
    entry.body = await text(request)
    if (status !== null) response.writeHead(status ?? 500, status === 301 ? { location: '/elsewhere' } : {}).end()
  })
  return { url, seen }
}
