import { beforeEach, describe, expect, test } from 'vitest'
import { samplePosts, type Behaviour } from '../e2e/fake-backend.ts'
import { startForeignSite, startOwnSite } from '../e2e/site.ts'
import { getPage, getRaw, textsOf, titlesIn, type ServedPage } from './page.ts'

// Tests the status, headers and fallback content of pages when a remote backend works, fails or is slow.

// The technology category's only post has the same id as a built-in sample.
const posts = samplePosts().map((post) => (post.Category === 'technology' ? { ...post, PostId: '5' } : post))
const { api, site } = await startForeignSite({ posts })
const impatient = await startOwnSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl }, { impatient: true })
beforeEach(() => behave('ok'))

const FAILURES: [name: string, behaviour: Behaviour][] = [
  ['drops the connection', 'drop'],
  ['responds with status 500', { status: 500 }],
  ['responds with HTML', { body: '<!doctype html><title>Please sign in</title>', type: 'text/html' }],
  ['responds with JSON of the wrong shape', { body: '{"content":{},"posts":"none","names":[]}' }],
]

const ARTICLE = '/post/blockchain/blockchain-1'
const ARTICLE_WITH_SAMPLE = '/post/technology/5'

test.for(['/', '/about', '/category/blockchain', '/category/cybersecurity', ARTICLE])(
  '%s responds with 200, and can be cached and indexed',
  async (path) => {
    const { status, headers, html } = await getPage(site.url + path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60, stale-if-error=86400')
    expect([headers.get('retry-after'), headers.get('x-robots-tag')]).toEqual([null, null])
    expect(html).not.toContain('noindex')
  },
)

test.for([
  '/nowhere',
  '/About/',
  '/post',
  '/post/blockchain',
  '/post//blockchain-1',
  '/post/a/%FF',
  '/category',
  '/category/',
  '/category/%20',
  '/%E0%A4%A',
])('the unknown path %s responds with 404', async (path) => {
  api.calls.length = 0
  const page = await getPage(site.url + path)
  expect([page.status, page.headers.get('x-robots-tag')]).toEqual([404, null])
  expect(page.title).toContain('Page Not Found')
  expect(textsOf(page, 'main :is(h1, p, a)')).toEqual([
    'Page Not Found',
    "The page you're looking for doesn't exist or has been moved.",
    'Return to Homepage',
  ])
  expect(page.all('header, main, footer')).toHaveLength(3)
  expect(api.calls.filter((call) => !call.startsWith('/list-categories?'))).toEqual([])
})

test.for<[string, string]>([
  ['/about/', '/about'],
  ['//about', '/about'],
  ['//', '/'],
  [`${ARTICLE}/`, ARTICLE],
  ['/post//blockchain/blockchain-1?a=1', '/post/blockchain/blockchain-1?a=1'],
  ['/category/blockchain//?page=2', '/category/blockchain?page=2'],
  ['/rss.xml/', '/rss.xml'],
  ['/favicon.svg/', '/favicon.svg'],
  [String.raw`/\about`, '/about'],
])('%s redirects to %s', async ([path, canonical]) => {
  const { status, headers } = await getRaw(site.url, path)
  expect([status, headers.location]).toEqual([308, canonical])
})

test.for([
  ['/category/unheard-of', 'No articles found'],
  ['/post/blockchain/nothing', 'Post not found'],
] as const)('%s responds with 404, because neither the backend nor the samples contain it', async ([path, heading]) => {
  const page = await getPage(site.url + path)
  expect([page.status, page.headers.get('x-robots-tag'), page.headers.get('retry-after')]).toEqual([404, null, null])
  expect(textsOf(page, 'main :is(h1, h2)')).toContain(heading)
})

test('a post that only the samples contain is shown with status 503', async () => {
  await expectFallback('/post/blockchain/3', 'Sample: what a block header commits to')
})

describe.each(FAILURES)('with a backend that %s', (_, behaviour) => {
  test('if the categories call fails, the home page responds with 503 and samples, others with 200', async () => {
    api.behaviour.categories = behaviour
    await expectFallback('/', 'Sample: reading a model card before the demo')
    for (const [path, text] of [
      ['/about', 'Explore Our Articles'],
      ['/category/blockchain', '5 articles in this category'],
      [ARTICLE, 'Text of blockchain-1.'],
    ] as const) {
      const { status, headers, html } = await getPage(site.url + path)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(html).toContain(text)
      expect(html).toContain('href="/category/web-development"')
    }
  })

  test('if the list call fails, the home and category pages respond with 503 and samples', async () => {
    api.behaviour.posts = behaviour
    await expectFallback('/', 'Sample: reading a model card before the demo')
    await expectFallback('/category/blockchain', 'Sample: what a block header commits to')
  })

  test('if the content call fails, an article responds with 503, whether or not there is a sample', async () => {
    api.behaviour.content = behaviour
    await expectFallback(ARTICLE_WITH_SAMPLE, 'Sample: clocks, calendars and the hour between')
    await expectFallback(ARTICLE, 'Post not found')
  })
})

test('the home page shows all seven samples, and a sample article shows up to three related samples', async () => {
  behave({ status: 500 })
  const home = await getPage(site.url)
  expect(titlesIn(home, '[data-testid=hero], [data-testid=latest]')).toHaveLength(7)
  expect(home.html).not.toMatch(/failed to load|try again/i)
  const article = await getPage(`${site.url}/post/artificial-intelligence/1`)
  expect(textsOf(article, '[data-testid=related] h2')).toEqual(['Related Articles'])
  expect(titlesIn(article, '[data-testid=related]')).toEqual([
    'Sample: small models for small decisions',
    'Sample: asking a model to show its sources',
  ])
})

test.for(['/', '/category/blockchain', ARTICLE])('%s is sent with a skeleton if the backend is slow', async (path) => {
  behave('hang')
  const page = await getPage(impatient.url + path)
  expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
    200,
    'no-store',
    'noindex',
  ])
  expectNoIndex(page)
  expect(page.all('[data-testid=skeleton]')).toHaveLength(1)
  expect(page.all('[data-testid=nav-placeholder]')).toHaveLength(4)
  expect(textsOf(page, 'nav[aria-label=Main] a')).toEqual(['Home', 'About'])
  expect(page.title).not.toBe('')
  expect(textsOf(page, 'noscript').join(' ')).toContain('reload the page')
  if (path.startsWith('/category')) expect(textsOf(page, 'h1')).toEqual(['Blockchain'])
  expect(page.html).not.toContain('in this category')
})

test('the server requests data from a remote backend again for each page', async () => {
  for (const _ of [1, 2]) {
    api.calls.length = 0
    await getPage(site.url + ARTICLE)
    expect(api.calls).toEqual([
      '/list-categories?bucket_name=stet&prefix=posts',
      '/get-post-content?bucket_name=stet&category=blockchain&post_id=blockchain-1',
    ])
  }
})

function behave(behaviour: Behaviour): void {
  api.behaviour = { categories: behaviour, posts: behaviour, content: behaviour }
}

function expectNoIndex(page: ServedPage): void {
  expect(page.all('meta[name=robots][content=noindex]')).toHaveLength(1)
}

/** Expects a page with fallback content: status 503, not cached and not indexed. */
async function expectFallback(path: string, text: string): Promise<void> {
  const page = await getPage(site.url + path)
  expect(page.status).toBe(503)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  expect([page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
  expectNoIndex(page)
  expect(page.html).toContain(text)
}
