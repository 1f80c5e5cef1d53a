import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hydrated, openSession } from './browser.ts'
import { samplePosts, startFakeBackend, type Behaviour, type FakeBackend } from './fake-backend.ts'
import { publish, startSite, type Site } from './site.ts'

// Status and headers of server-rendered pages, in every state (decision 6).

let api: FakeBackend
let site: Site

beforeAll(async () => {
  // The one post of the technology category has the id of a built-in sample.
  const posts = samplePosts().map((post) => (post.Category === 'technology' ? { ...post, PostId: '5' } : post))
  api = await startFakeBackend(posts)
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
  // The first page of a process is the slowest; the server only waits so long before it sends a skeleton.
  await vi.waitUntil(async () => (await fetch(site.url)).headers.get('cache-control') !== 'no-store', 30_000)
})

beforeEach(() => {
  api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
})

afterAll(async () => {
  await site.close()
  await api.close()
})

const FAILURES: [name: string, behaviour: Behaviour][] = [
  ['drops the connection', 'drop'],
  ['answers with the status 500', { status: 500 }],
  ['answers with nonsense', { body: '[oh' }],
  ['answers with HTML', { body: '<!doctype html><title>Please sign in</title>', type: 'text/html' }],
  ['answers with JSON of another shape', { body: '{"content":{},"posts":"none","names":[]}' }],
]

const ARTICLE = '/post/blockchain/blockchain-1'
const ARTICLE_WITH_SAMPLE = '/post/technology/5'

test.for(['/', '/about', '/category/blockchain', '/category/unheard-of', ARTICLE])(
  '%s is 200 and open to caches and search engines while the backend is well',
  async (path) => {
    const { status, headers, html } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60, stale-if-error=86400')
    expect([headers.get('retry-after'), headers.get('x-robots-tag')]).toEqual([null, null])
    expect(html).not.toContain('noindex')
  },
)

test.for([
  '/nowhere',
  '/category',
  '/category/',
  '/category/%20',
  '/category/a/b',
  '/post',
  '/post/blockchain',
  '/post/a/b/c',
  '/about/us',
  '/About/',
  '//',
  '/%E0%A4%A',
])('%s is no route: 404, which is all that search engines need to be told', async (path) => {
  const { status, headers, html } = await get(path)
  expect([status, headers.get('x-robots-tag')]).toEqual([404, null])
  expect(html).not.toContain('noindex')
  expect(html).toContain('>Page Not Found</h1>')
  expect(html).toContain('Return to Homepage')
})

test('a post that the backend does not have, nor the samples, is 404', async () => {
  const { status, headers, html } = await get('/post/blockchain/nothing')
  expect([status, headers.get('x-robots-tag'), headers.get('retry-after')]).toEqual([404, null, null])
  expect(html).toContain('>Post not found</h1>')
})

test('a post that the backend does not have, but the samples, is shown from there as 503', async () => {
  await expectStandIn('/post/blockchain/3', 'Sample: what a block header commits to')
})

describe.each(FAILURES)('a backend that %s', (_, behaviour) => {
  test('to the categories call makes the home page 503 with samples', async () => {
    api.behaviour.categories = behaviour
    await expectStandIn('/', 'Sample: reading a model card before the demo')
  })

  test('to the categories call alone leaves other pages 200, but in no cache', async () => {
    api.behaviour.categories = behaviour
    for (const [path, text] of [
      ['/about', 'Explore Our Articles'],
      ['/category/blockchain', '5 articles in this category'],
      [ARTICLE, 'Text of blockchain-1.'],
    ] as const) {
      const { status, headers, html } = await get(path)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(html).toContain(text)
      expect(html).toContain('href="/category/web-development"')
    }
  })

  test('to the list call makes the home and category pages 503 with samples', async () => {
    api.behaviour.posts = behaviour
    await expectStandIn('/', 'Sample: reading a model card before the demo')
    await expectStandIn('/category/blockchain', 'Sample: what a block header commits to')
  })

  test('to the content call makes an article 503, with its sample or without one', async () => {
    api.behaviour.content = behaviour
    await expectStandIn(ARTICLE_WITH_SAMPLE, 'Sample: clocks, calendars and the hour between')
    await expectStandIn(ARTICLE, 'Post not found')
  })
})

test('one odd summary in a good list is dropped alone', async () => {
  const list = api.lists.blockchain ?? []
  api.lists.blockchain = [
    null,
    'text',
    {},
    { PostId: 'no-title' },
    { title: 'No id' },
    { id: 7, title: 'Odd' },
    ...list,
  ]
  const { status, html } = await get('/category/blockchain')
  api.lists.blockchain = list
  expect(status).toBe(200)
  expect(html).toContain('6 articles in this category')
  expect(html).toContain('href="/post/blockchain/7"')
})

test('a page of samples asks again in the browser, and shows the posts when the backend is well again', async () => {
  api.behaviour = { categories: { status: 500 }, posts: { status: 500 }, content: { status: 500 } }
  const { page, close } = await openSession()
  // The samples are on the page before any script runs.
  const response = await page.goto(site.url, { waitUntil: 'commit' })
  expect(response?.status()).toBe(503)
  api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
  await hydrated(page)
  await page.getByTestId('hero').getByRole('heading', { name: 'The artificial-intelligence article' }).waitFor()
  await close()
})

test('pages of our own backend follow the same rule', async () => {
  const own = await startSite()
  await publish(own, { id: 'one' })
  const statuses: [string, number][] = [
    ['/', 200],
    ['/post/technology/one', 200],
    ['/post/technology/two', 404],
    ['/category/technology', 200],
    ['/category/unheard-of', 200],
    ['/nowhere', 404],
  ]
  for (const [path, status] of statuses) expect([path, (await fetch(own.url + path)).status]).toEqual([path, status])
  await own.close()
})

async function get(path: string) {
  const response = await fetch(site.url + path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

// What stands in for content: 503, to be asked again, kept by no cache, found by no search engine.
async function expectStandIn(path: string, text: string): Promise<void> {
  const { status, headers, html } = await get(path)
  expect(status).toBe(503)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain(text)
}
