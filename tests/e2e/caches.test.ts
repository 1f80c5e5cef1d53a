import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { hydrated, sessionFor } from './browser.ts'
import { samplePosts } from './fake-backend.ts'
import { startForeignSite } from './site.ts'

// The calls of the browser and their caches.

const FIVE_MINUTES = 300_000
const CATEGORIES = '/list-categories?bucket_name=ai-tech-blog&prefix=posts'
const CALL = /\/(?:list-categories|list-posts-by-category|get-post-content)$/

// One category has another spelling than the built-in links.
const posts = samplePosts().map((post) =>
  post.Category === 'web-development' ? { ...post, Category: 'Web Development' } : post,
)
const { api, site } = await startForeignSite({ posts, variables: { BUCKET_NAME: 'ai-tech-blog' } })

beforeEach(() => {
  api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
})

test('a server-rendered page contains its data, so only a second visit of its article makes a call', async () => {
  for (const path of ['/', '/about', '/category/blockchain']) expect((await openAt(path)).calls).toEqual([])
  const { page, calls, problems } = await openAt('/post/blockchain/blockchain-1')
  await go(page, 'About')
  expect(calls).toEqual([])
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /number 1$/ }).waitFor()
  await expect.poll(() => calls).toEqual([content('blockchain', 'blockchain-1')])
  expect(problems).toEqual([])
})

test('categories and all posts are cached for 5 minutes', async () => {
  const { page, calls, problems } = await openAt('/', { clock: true })
  await go(page, 'About')
  await page.clock.fastForward(FIVE_MINUTES - 60_000)
  await go(page, 'Home')
  await page.getByTestId('hero').waitFor()
  expect(calls).toEqual([])
  await go(page, 'About')
  await page.clock.fastForward(60_000)
  await go(page, 'Home')
  const lists = ['Web+Development', 'artificial-intelligence', 'blockchain', 'cybersecurity', 'technology']
  const expected = [CATEGORIES, ...lists.map((name) => `/list-posts-by-category?category=${name}`)]
  await expect.poll(() => calls.toSorted()).toEqual(expected.map((call) => api.url + call))
  // Only the backend has these calls.
  for (const call of expected) expect((await fetch(site.url + call)).status).toBe(404)
  expect(problems).toEqual([])
})

test('after 5 minutes the home page shows what is new, without a skeleton in between', async () => {
  const { page, problems } = await openAt('/', { clock: true })
  const newest = { ...samplePosts()[0], PostId: 'newest', PostTitle: 'The newest of all', DateISO: '2026-11-01' }
  const list = api.lists['artificial-intelligence'] ?? []
  api.lists['artificial-intelligence'] = [newest, ...list]
  await go(page, 'About')
  await page.clock.fastForward(FIVE_MINUTES)
  const { promise, resolve } = Promise.withResolvers<void>()
  api.behaviour.posts = { until: promise }
  await go(page, 'Home')
  await page
    .getByTestId('hero')
    .getByRole('heading', { name: /number 1$/ })
    .waitFor()
  resolve()
  await page.getByTestId('hero').getByRole('heading', { name: 'The newest of all' }).waitFor()
  api.lists['artificial-intelligence'] = list
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
  const lists = calls.filter((call) => call.includes('/list-posts-by-category'))
  expect(lists.toSorted()).toEqual(
    ['Web%20Development', 'artificial-intelligence', 'blockchain', 'cybersecurity', 'technology'].map(
      (name) => `${api.url}/list-posts-by-category?category=${name.replace('%20', '+')}`,
    ),
  )
  expect(problems).toEqual([])
})

test('the content of a post is fetched at each visit', async () => {
  const { page, calls, problems } = await openAt('/category/blockchain')
  for (const visit of [1, 2, 3]) {
    // Click without hovering, which would prefetch.
    await page
      .getByRole('link', { name: 'The blockchain article with the number 1' })
      .evaluate((link: HTMLElement) => link.click())
    await page.getByRole('heading', { level: 1, name: /number 1$/ }).waitFor()
    await expect.poll(() => calls).toEqual(Array(visit).fill(content('blockchain', 'blockchain-1')))
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  }
  await page.goForward()
  await expect.poll(() => calls.length).toBe(4)
  expect(problems).toEqual([])
})

test('a prefetch serves the visit that follows it, and no later one', async () => {
  const { page, calls, problems } = await openAt('/category/blockchain')
  const link = page.getByRole('link', { name: 'The blockchain article with the number 2' })
  await link.hover()
  await expect.poll(() => calls).toEqual([content('blockchain', 'blockchain-2')])
  await link.click()
  await page.getByRole('heading', { level: 1, name: /number 2$/ }).waitFor()
  expect(calls).toHaveLength(1)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await page.goForward()
  await expect.poll(() => calls.length).toBe(2)
  expect(problems).toEqual([])
})

function content(category: string, id: string): string {
  return `${api.url}/get-post-content?bucket_name=ai-tech-blog&category=${category}&post_id=${id}`
}

/** Opens a page and records the calls that the browser makes. With `clock`, the page has a fake clock. */
async function openAt(path: string, { clock = false } = {}) {
  const session = await sessionFor({ fresh: clock })
  const calls: string[] = []
  session.page.on('request', (request) => {
    if (CALL.test(new URL(request.url()).pathname)) calls.push(request.url())
  })
  if (clock) await session.page.clock.install()
  await session.page.goto(site.url + path)
  await hydrated(session.page)
  return { ...session, calls }
}

/** Clicks a link of the navigation without hovering it first. */
async function go(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name, exact: true })
    .evaluate((link: HTMLElement) => link.click())
  await page.waitForFunction((label) => document.querySelector('nav [aria-current=page]')?.textContent === label, name)
}
