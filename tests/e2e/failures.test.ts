import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { samplePosts, startFakeBackend, type Behaviour, type FakeBackend } from './fake-backend.ts'
import { startSite, type Site } from './site.ts'

// What a reader sees when a call fails in the browser (specification 4 and 8, decisions 4, 5 and 9).

let api: FakeBackend
let site: Site

// One of the backend's posts has the id of a built-in sample.
const POST_WITH_SAMPLE = {
  PostId: '1',
  Category: 'artificial-intelligence',
  PostTitle: 'The article whose id a sample has too',
  Prefix: 'posts/artificial-intelligence/1/',
  DateISO: '2026-10-05T09:00:00Z',
  excerpt: 'Its excerpt.',
}

beforeAll(async () => {
  api = await startFakeBackend([POST_WITH_SAMPLE, ...samplePosts()])
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})

beforeEach(() => {
  api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
})

afterAll(async () => {
  await site.close()
  await api.close()
})

// What would be a good answer, were it not for its status.
const GOOD = {
  categories: '["blockchain"]',
  posts: '{"posts":[]}',
  content: '{"content":{"title":"Good","content":"<p>Good.</p>"},"thumbnail_path":null}',
}

const FAILURES: [name: string, behaviour: (call: keyof typeof GOOD) => Behaviour][] = [
  ['a dropped connection', () => 'drop'],
  ['a status of 500', (call) => ({ status: 500, body: GOOD[call] })],
  ['a status of 403', (call) => ({ status: 403, body: GOOD[call] })],
  ['nonsense instead of JSON', () => ({ body: '{"posts": [oh' })],
  ['HTML instead of JSON', () => ({ body: '<!doctype html><title>Please sign in</title>', type: 'text/html' })],
  ['JSON of another shape', () => ({ body: '{"content":{"text":[]},"posts":{},"names":null}' })],
]

const NAVIGATION = ['Home', 'Technology', 'Artificial Intelligence', 'Blockchain', 'Cybersecurity', 'Web Development']
const PLACES = ['/', '/technology', '/artificial-intelligence', '/blockchain', '/cybersecurity', '/web-development']

describe.each(FAILURES)('%s', (_, behaviour) => {
  test('of the categories call falls back to the built-in navigation, silently', async () => {
    api.behaviour.categories = behaviour('categories')
    const { page, problems, close } = await openAt('/about')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await links.allTextContents()).toEqual([...NAVIGATION, 'About'])
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/',
      ...PLACES.slice(1).map((place) => `/category${place}`),
      '/about',
    ])
    await expectSilence(page, problems, '/list-categories')
    await close()
  })

  test('of the list call falls back to the samples of the category, silently', async () => {
    const { page, problems, close } = await openAt('/about')
    api.behaviour.posts = behaviour('posts')
    await page.getByRole('link', { name: 'Blockchain' }).first().click()
    await page.getByRole('heading', { name: 'Sample: what a block header commits to' }).waitFor()
    await page.getByText('1 article in this category', { exact: true }).waitFor()
    await expectSilence(page, problems, '/list-posts-by-category')
    await close()
  })

  test('of the content call falls back to the sample of that id, silently', async () => {
    const { page, problems, close } = await openAt('/category/artificial-intelligence')
    api.behaviour.content = behaviour('content')
    await page.getByRole('link', { name: POST_WITH_SAMPLE.PostTitle }).click()
    await page.getByRole('heading', { level: 1, name: 'Sample: reading a model card before the demo' }).waitFor()
    await expectSilence(page, problems, '/get-post-content')
    await close()
  })

  test('of the content call is "Post not found" where no sample has that id', async () => {
    const { page, problems, close } = await openAt('/category/blockchain')
    api.behaviour.content = behaviour('content')
    await page.getByRole('link', { name: 'The blockchain article with the number 1' }).click()
    await expectNotFound(page, 'Post not found')
    expect(problems.filter((problem) => !isLogged(problem, '/get-post-content'))).toEqual([])
    await close()
  })
})

test('a post whose call failed on the server alone is asked for again by the browser', async () => {
  api.behaviour.content = { status: 500 }
  const { page, close } = await openSession()
  await page.route('**/assets/entry-browser-*.js', async (route) => {
    api.behaviour.content = 'ok'
    await route.continue()
  })
  const response = await page.goto(`${site.url}/post/blockchain/blockchain-1`)
  expect(response?.status()).toBe(503)
  await page.getByRole('heading', { level: 1, name: 'The blockchain article with the number 1' }).waitFor()
  await close()
})

test('a home page whose lists fail shows the seven samples, and the posts at the next visit', async () => {
  const { page, problems, close } = await openAt('/about')
  api.behaviour.posts = { status: 500 }
  await clickNavigation(page, 'Home')
  await page.getByTestId('hero').getByRole('heading', { name: 'Sample: reading a model card' }).waitFor()
  await expect.poll(() => page.getByTestId('latest').getByTestId('post-card').count()).toBe(6)
  await expectSilence(page, problems, '/list-posts-by-category')
  api.behaviour.posts = 'ok'
  await clickNavigation(page, 'About')
  await clickNavigation(page, 'Home')
  await page.getByTestId('hero').getByRole('heading', { name: POST_WITH_SAMPLE.PostTitle }).waitFor()
  await close()
})

test('one failing list of several makes a home page of samples alone', async () => {
  const { page, problems, close } = await openAt('/about')
  await page.route('**/list-posts-by-category?category=web-development', (route) => route.abort())
  await clickNavigation(page, 'Home')
  await page.getByTestId('hero').getByRole('heading', { name: 'Sample: reading a model card' }).waitFor()
  expect(await page.getByText(/^The .* article/).count()).toBe(0)
  await expectSilence(page, problems, '/list-posts-by-category?category=web-development')
  await close()
})

test('a refused connection is a failed call of each kind, on the server and in the browser', async () => {
  const gone = await startFakeBackend()
  await gone.close()
  const alone = await startSite({ API_HOST: gone.url, BUCKET_URL: gone.bucketUrl })
  const { page, problems, close } = await openSession()
  await page.goto(alone.url)
  await hydrated(page)
  await page.getByTestId('hero').getByRole('heading', { name: 'Sample: reading a model card' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Web Development' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sample: a page that works before its script' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sample: a page that works before its script' }).waitFor()
  await expectSilence(page, problems, '')
  await close()
  await alone.close()
})

describe.each(WIDTHS)('at %i px', (width) => {
  test('a list that the backend does not know is a failed call, not an empty category', async () => {
    const { page, close } = await openAt('/about', width)
    api.behaviour.posts = { status: 404, body: GOOD.posts }
    await clickNavigation(page, 'Blockchain')
    await page.getByText('1 article in this category', { exact: true }).waitFor()
    await close()
  })

  test('a sample article ends with Related Articles: posts of its category, at most three, never itself', async () => {
    api.behaviour.content = { status: 500 }
    const { page, close } = await openAt('/post/artificial-intelligence/1', width)
    await page.getByRole('heading', { name: 'Related Articles' }).waitFor()
    expect(await page.getByTestId('related').getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Sample: small models for small decisions',
      'Sample: asking a model to show its sources',
    ])
    await close()
  })

  test('a post of the backend has no Related Articles', async () => {
    const { page, problems, close } = await openAt('/post/artificial-intelligence/1', width)
    await page.getByRole('heading', { level: 1, name: POST_WITH_SAMPLE.PostTitle }).waitFor()
    expect(await page.getByText('Related Articles').count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  test('a post that neither the backend nor the samples have is "Post not found"', async () => {
    const { page, close } = await openAt('/post/blockchain/nothing', width)
    await expectNotFound(page, 'Post not found')
    await page.getByRole('link', { name: 'Return to homepage', exact: true }).click()
    await page.getByTestId('hero').waitFor()
    await close()
  })

  test('without samples the home page says so, and Try Again reloads it', async () => {
    const { page, close, withSamples } = await openWithoutSamples('/category/technology', width)
    api.behaviour.posts = { status: 500 }
    await clickNavigation(page, 'Home')
    await page.getByText('Failed to load content. Please try again later.', { exact: true }).waitFor()
    await withSamples()
    await tryAgain(page)
    await page.getByTestId('hero').waitFor()
    await close()
  })

  test('without samples the category page says so, and Try Again reloads it', async () => {
    const { page, close, withSamples } = await openWithoutSamples('/category/technology', width)
    api.behaviour.posts = { status: 500 }
    await clickNavigation(page, 'Cybersecurity')
    await page.getByText('Failed to load category posts. Please try again later.', { exact: true }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Cybersecurity')
    await withSamples()
    await tryAgain(page)
    await page.getByText('6 articles in this category', { exact: true }).waitFor()
    await close()
  })

  test('without samples the article page says so, and Try Again reloads it', async () => {
    const { page, close, withSamples } = await openWithoutSamples('/category/blockchain', width)
    api.behaviour.content = { status: 500 }
    await page.getByRole('link', { name: 'The blockchain article with the number 1' }).click()
    await page.getByText('Failed to load post. Please try again later.', { exact: true }).waitFor()
    await withSamples()
    await tryAgain(page)
    await page.locator('.prose').waitFor()
    await close()
  })
})

async function openAt(path: string, width?: number) {
  const session = await openSession({ width })
  await session.page.goto(site.url + path)
  await hydrated(session.page)
  return session
}

// They are in the file of all that is loaded later: its page is loaded whole, once, before it is given up.
async function openWithoutSamples(path: string, width: number) {
  const session = await openSession({ width })
  const later = '**/assets/later-*.js'
  await session.page.route(later, (route) => route.abort())
  await session.page.goto(site.url + path)
  await session.page.waitForFunction(() =>
    performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload'),
  )
  await hydrated(session.page)
  return {
    ...session,
    withSamples: async () => {
      api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
      await session.page.unroute(later)
    },
  }
}

async function clickNavigation(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

async function tryAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Try Again', exact: true }).click()
  await loaded
  expect(await page.locator('body[data-before]').count()).toBe(0)
}

async function expectNotFound(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  const text = "The post you're looking for doesn't exist or has been removed."
  expect(await page.getByRole('main').getByText(text, { exact: true }).count()).toBe(1)
  expect(await page.getByRole('main').getByRole('link', { name: 'Return to homepage' }).getAttribute('href')).toBe('/')
}

// Nothing on the page tells of a failure; the console does, and of nothing else.
async function expectSilence(page: Page, problems: string[], call: string): Promise<void> {
  expect(await page.getByText(/failed|try again|error/i).count()).toBe(0)
  await expect.poll(() => problems.some((problem) => problem.includes('CallFailed'))).toBe(true)
  expect(problems.filter((problem) => !isLogged(problem, call))).toEqual([])
}

function isLogged(problem: string, call: string): boolean {
  const ours = problem.includes('CallFailed') && problem.includes(call)
  return ours || problem.startsWith('Failed to load resource') || problem.includes('blocked by CORS policy')
}
