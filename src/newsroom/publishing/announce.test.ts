import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { announce } from '#newsroom/publishing/announce.ts'
import { listen } from '../../../tests/fixtures/serve.ts'

const URLS = ['https://blog.example/posts/technology/a', 'https://blog.example/posts/technology/b']
const SITE = 'https://blog.example'
const KEY = '0123456789abcdef'
const FEEDS = ['https://blog.example/rss.xml', 'https://blog.example/feed.json']

test("sends all pages to IndexNow in one request, with the host and the key's URL", async () => {
  const { fetch, seen } = await serve([202])
  expect(await announce({ ...base(), fetch, indexNowKey: KEY })).toEqual([])
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
  expect(await announce({ ...base(), webSub: { hub: `${url}/hub`, feeds: FEEDS } })).toEqual([])
  expect(seen.map(({ line }) => line)).toEqual(['POST /hub', 'POST /hub'])
  for (const { type } of seen) expect(type).toMatch(/^application\/x-www-form-urlencoded/)
  const forms = seen.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  const expected = FEEDS.map((feed) => ({ 'hub.mode': 'publish', 'hub.url': feed }))
  expect(forms).toEqual(expect.arrayContaining(expected))
})

test('sends no request if there are no new pages or no configured services', async () => {
  const { fetch, url, seen } = await serve([])
  const services = { indexNowKey: KEY, webSub: { hub: url, feeds: FEEDS } }
  expect(await announce({ ...base(), fetch, ...services, urls: [] })).toEqual([])
  expect(await announce({ ...base(), fetch })).toEqual([])
  expect(seen).toEqual([])
})

const FAILED = 'IndexNow at https://api.indexnow.org/indexnow could not be notified of changed posts: '

test.each([
  ['reports the status', 503, `${FAILED}It responded with status 503.`],
  ['says that the key must be served', 403, '/{key}.txt'],
  ['says that SITE_URL may be wrong', 422, 'SITE_URL'],
  ['reports the redirect as a failure', 301, 'It responded with status 301'],
])('%s if the server responds with %s', async (_, status, failure) => {
  const { fetch, seen } = await serve([status, 200])
  const failures = await announce({ ...base(), fetch, indexNowKey: KEY })
  expect(failures).toEqual([expect.stringContaining(failure)])
  expect(seen).toHaveLength(1)
})

test('notifies the other services if one does not respond or does not exist', async () => {
  const silent = await serve([null])
  const late = await announce({ ...base(), fetch: silent.fetch, timeout: 200, indexNowKey: KEY })
  expect([late, silent.seen.length]).toEqual([[`${FAILED}It did not respond in time.`], 1])
  const { url, seen } = await serve([204])
  const webSub = { hub: url, feeds: FEEDS.slice(0, 1) }
  const refused = await announce({ ...base(), fetch: sendTo('http://127.0.0.1:2'), indexNowKey: KEY, webSub })
  expect([refused, seen.length]).toEqual([[expect.stringContaining('ECONNREFUSED')], 1])
})

function base(): Parameters<typeof announce>[0] {
  return { urls: URLS, siteUrl: SITE, indexNowKey: null, webSub: null, fetch }
}

// Creates a `fetch` that sends the requests for IndexNow to another server.
function sendTo(server: string) {
  return (url: string, init: RequestInit) => fetch(url.replace('https://api.indexnow.org', server), init)
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
  return { url, seen, fetch: sendTo(url) }
}
