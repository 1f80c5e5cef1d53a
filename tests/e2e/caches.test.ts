import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { hydrated, sessionFor } from './browser.ts'
import { samplePosts } from './fake-backend.ts'
import { startForeignSite } from './site.ts'

// Tests the browser's requests and caches. navigation.test.ts tests prefetching.

const FIVE_MINUTES = 300_000
const CATEGORIES = '/list-categories?bucket_name=ai-tech-blog&prefix=posts'
const CALL = /\/(?:list-categories|list-posts-by-category|get-post-content)$/
const LISTS = ['Web+Development', 'artificial-intelligence', 'blockchain', 'cybersecurity', 'technology'].map(
  (name) => `/list-posts-by-category?category=${name}`,
)

// One category is spelled differently than in its built-in link.
const posts = samplePosts().map((post) =>
  post.Category === 'web-development' ? { ...post, Category: 'Web Development' } : post,
)
const { api, site } = await startForeignSite({ posts, variables: { BUCKET_NAME: 'ai-tech-blog' } })

beforeEach(() => {
  api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
})

test('a served page contains its data, and each later visit fetches the article again', async () => {
  for (const path of ['/', '/about', '/category/blockchain']) expect((await openAt(path)).calls).toEqual([])
  const { page, calls, problems } = await openAt('/post/blockchain/blockchain-1')
  const heading = page.getByRole('heading', { level: 1, name: /number 1$/ })
  const content = '/get-post-content?bucket_name=ai-tech-blog&category=blockchain&post_id=blockchain-1'
  await go(page, 'About')
  expect(calls).toEqual([])
  await page.goBack()
  await heading.waitFor()
  await expect.poll(() => calls).toEqual([content])
  await go(page, 'Blockchain')
  const link = page.getByRole('link', { name: 'The blockchain article with the number 1' })
  // Click without hovering, which would prefetch.
  await link.evaluate((element: HTMLElement) => element.click())
  await heading.waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await page.goForward()
  await expect.poll(() => calls.filter((call) => call === content)).toHaveLength(3)
  expect(problems).toEqual([])
})

test('categories and posts are cached for 5 minutes and then refreshed without a skeleton', async () => {
  const { page, calls, problems } = await openAt('/', { clock: true })
  const hero = (name: string | RegExp) => page.getByTestId('hero').getByRole('heading', { name }).waitFor()
  await go(page, 'About')
  await page.clock.fastForward(FIVE_MINUTES - 60_000)
  await go(page, 'Home')
  await hero(/number 1$/)
  expect(calls).toEqual([])
  await go(page, 'About')
  await page.clock.fastForward(60_000)
  const newest = { ...samplePosts()[0], PostId: 'newest', PostTitle: 'The newest of all', DateISO: '2026-11-01' }
  const list = api.lists['artificial-intelligence'] ?? []
  api.lists['artificial-intelligence'] = [newest, ...list]
  const { promise, resolve } = Promise.withResolvers<void>()
  api.behaviour.posts = { until: promise }
  await go(page, 'Home')
  await hero(/number 1$/)
  resolve()
  await hero('The newest of all')
  api.lists['artificial-intelligence'] = list
  expect(calls.toSorted()).toEqual([CATEGORIES, ...LISTS])
  // Only the backend supports these calls. The site itself responds with 404.
  for (const call of calls) expect((await fetch(site.url + call)).status).toBe(404)
  expect(problems).toEqual([])
})

test("each category's list is fetched once per session", async () => {
  const { page, calls, problems } = await openAt('/about', { clock: true })
  for (const pause of [0, FIVE_MINUTES, 12 * FIVE_MINUTES]) {
    await page.clock.fastForward(pause)
    for (const name of ['Blockchain', 'Cybersecurity', 'Blockchain']) {
      await go(page, name)
      await page.getByText(/^\d+ articles in this category$/).waitFor()
    }
  }
  await go(page, 'Home')
  await page.getByTestId('hero').waitFor()
  expect(calls.filter((call) => call.includes('/list-posts-by-category')).toSorted()).toEqual(LISTS)
  expect(problems).toEqual([])
})

/** Opens a page and records the browser's requests to the backend. If `clock` is true, the page has a fake clock. */
async function openAt(path: string, { clock = false } = {}) {
  const session = await sessionFor({ fresh: clock })
  const calls: string[] = []
  session.page.on('request', (request) => {
    const { pathname, search, origin } = new URL(request.url())
    if (CALL.test(pathname)) calls.push(origin === api.url ? pathname + search : request.url())
  })
  if (clock) await session.page.clock.install()
  await session.page.goto(site.url + path)
  await hydrated(session.page)
  return { ...session, calls }
}

/** Clicks a navigation link without hovering, which would prefetch. */
async function go(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name, exact: true })
    .evaluate((link: HTMLElement) => link.click())
  await page.waitForFunction((label) => document.querySelector('nav [aria-current=page]')?.textContent === label, name)
}
