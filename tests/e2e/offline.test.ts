import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { retractPost } from '#archive/verdict.ts'
import { axeFindings, hydrated, openSession, WIDTHS } from './browser.ts'
import { startFakeBackend } from './fake-backend.ts'
import { publish, startSite, storeOf, type Site } from './site.ts'

// Tests offline reading with a real service worker.

const READ = '/post/technology/read'
const UNREAD = '/post/technology/unread'
const TITLE = 'The article read with a title of its own'
const BANNER = /^(?:You are offline|This site cannot be reached)\. This is a saved copy from .+\. Try again$/
const UNAVAILABLE = 'This page is not available offline.'
// Turns off prefetching, because prefetched articles are shown without a request.
const NO_PREFETCH = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`

test.for(WIDTHS)(
  'offline, visited pages appear with a banner and other pages are unavailable, at %i px',
  async (width) => {
    const blog = await openBlog()
    const { page, context } = await openReader(width)
    // The page script saves the first of these pages, and the worker saves the second.
    for (const path of [READ, '/']) await visit(page, blog.site.url + path)
    await blog.stop()
    await context.setOffline(true)
    for (const path of [READ, '/']) {
      expect((await page.goto(blog.site.url + path))?.status()).toBe(200)
      await hydrated(page)
      expect(await page.getByRole('status').first().innerText()).toMatch(BANNER)
      await page.locator('main').getByText(TITLE).first().waitFor()
      await expectLayout(page)
    }
    expect((await page.goto(blog.site.url + UNREAD))?.status()).toBe(503)
    await page.getByRole('heading', { level: 1, name: UNAVAILABLE }).waitFor()
    await expectLayout(page)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('listitem').getByRole('link', { name: TITLE }).click()
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
    await context.setOffline(false)
    await blog.restart()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect.poll(() => page.locator('body[data-copy]').count()).toBe(0)
  },
)

test('a click requests a post only once, and the post can be read offline', async () => {
  const blog = await openBlog()
  const { page, context } = await openReader()
  await visit(page, `${blog.site.url}/about`)
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Technology' }).click()
  await page.locator(`main a[href="${READ}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await expect.poll(() => savedPages(page)).toContain(READ)
  expect(requests.filter((url) => /post_id=read\b|\/post\/technology\/read$/.test(url))).toHaveLength(1)
  await blog.stop()
  await page.reload()
  await page.locator('.prose').getByText('Its text.').waitFor()
  expect(await page.getByRole('status').first().innerText()).toMatch(BANNER)
})

test('when the server is down, links of an open page lead to saved copies and never to samples', async () => {
  const blog = await openBlog()
  const { page } = await openReader()
  await page.addInitScript(NO_PREFETCH)
  await visit(page, blog.site.url + READ)
  for (const [path, heading] of [[READ, TITLE] as const, [UNREAD, UNAVAILABLE] as const]) {
    await page.goto(`${blog.site.url}/about`)
    await hydrated(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Technology' }).click()
    const link = page.locator(`main a[href="${path}"]`)
    await link.waitFor()
    await blog.stop()
    // A failed prefetch must not navigate away from the page.
    await link.hover()
    await page.waitForTimeout(300)
    expect(new URL(page.url()).pathname).toBe('/category/technology')
    await link.click()
    await page.locator('body[data-copy]').getByRole('heading', { level: 1, name: heading }).waitFor()
    await blog.restart()
  }
})

test('a retraction removes the saved copy after a page load and after a click', async () => {
  const blog = await openBlog()
  const { page } = await openReader()
  await page.addInitScript(NO_PREFETCH)
  for (const path of [READ, UNREAD]) await visit(page, blog.site.url + path)
  await page.goto(`${blog.site.url}/category/technology`)
  await hydrated(page)
  for (const id of ['read', 'unread']) await retract(blog.site, id)
  await page.locator(`main a[href="${UNREAD}"]`).first().click()
  await expect.poll(() => savedPages(page)).not.toContain(UNREAD)
  expect((await page.goto(blog.site.url + READ))?.status()).toBe(410)
  await expect.poll(() => savedPages(page)).not.toContain(READ)
  await blog.stop()
  expect((await page.reload())?.status()).toBe(503)
})

test('an error page with samples is shown but not saved', async () => {
  const api = await startFakeBackend()
  const site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl, OFFLINE: 'on' })
  onTestFinished(() => site.close())
  onTestFinished(() => api.close())
  const { page } = await openReader()
  await visit(page, `${site.url}/about`)
  api.behaviour = { categories: 'drop', posts: 'drop', content: 'drop' }
  expect((await page.goto(`${site.url}/post/blockchain/blockchain-1`))?.status()).toBe(503)
  await hydrated(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blockchain' }).click()
  await page.getByRole('main').getByText('Sample: what a block header commits to').waitFor()
  await visit(page, `${site.url}/about?again`)
  expect(await savedPages(page)).toEqual(['/about', '/about?again'])
})

test('at most 50 pages are saved, and the oldest are deleted first', async () => {
  const { site } = await openBlog()
  const { page } = await openReader()
  await visit(page, `${site.url}/about`)
  for (let number = 1; number <= 52; number += 1) await page.goto(`${site.url}/?visit=${number}`)
  await expect.poll(() => savedPages(page)).toContain('/?visit=52')
  await expect.poll(() => savedPages(page)).toHaveLength(50)
  expect(await savedPages(page)).not.toContain('/about')
})

test('with OFFLINE=off, one visit removes the worker and everything that it saved', async () => {
  const blog = await openBlog()
  const { page } = await openReader()
  await visit(page, blog.site.url + READ)
  await blog.stop()
  await blog.restart({ OFFLINE: 'off' })
  const remains = () =>
    page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys()])
  await page.reload()
  await expect.poll(remains).toEqual([0, []])
  await page.reload()
  await hydrated(page)
  expect(await remains()).toEqual([0, []])
  expect((await fetch(`${blog.site.url}/service-worker.js`)).headers.get('cache-control')).toBe('no-cache')
})

test('a first visit to the home page makes at most 30 requests at 1280 px, and its images work offline', async () => {
  const site = await startSite({ BUCKET: `file:${inject('firstEdition')}`, OFFLINE: 'on' })
  const { page, context } = await openReader()
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  await visit(page, `${site.url}/`)
  await page.waitForLoadState('networkidle')
  expect(requests).toContain(`${site.url}/service-worker.js`)
  expect(requests.length).toBeLessThanOrEqual(30)
  await site.close()
  await page.reload()
  await page.locator('body[data-copy]').waitFor()
  const picture = page.getByTestId('hero').locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

async function openBlog() {
  const folder = await mkdtemp(join(tmpdir(), 'stet-offline-'))
  const variables = { BUCKET: `file:${folder}`, OFFLINE: 'on' }
  const blog = {
    site: await startSite(variables),
    // Wait until the browser stops reusing its cached pages.
    stop: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      await blog.site.close()
    },
    restart: async (more: Record<string, string> = {}) => {
      blog.site = await startSite({ ...variables, ...more, PORT: new URL(blog.site.url).port })
    },
  }
  onTestFinished(async () => {
    await blog.site.close()
    await rm(folder, { recursive: true, force: true })
  })
  for (const id of ['read', 'unread']) await publish(blog.site, { id })
  return blog
}

async function openReader(width = 1280) {
  const session = await openSession({ width })
  onTestFinished(() => session.close())
  return session
}

async function expectLayout(page: Page): Promise<void> {
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Schibsted')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

// Opens a page and waits until it is saved.
async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await hydrated(page)
  await expect.poll(() => savedPages(page)).toContain(url.slice(new URL(url).origin.length))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

function savedPages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('offline-pages-2')).keys()
    return requests.map(({ url }) => url.slice(location.origin.length))
  })
}

async function retract(site: Site, id: string): Promise<void> {
  const store = storeOf(site)
  const post = store.archive.find('technology', id)
  if (post === null) throw new Error(`This site has no article ${id}.`)
  await retractPost({ ...store, post, by: 'Ines Varga', reason: 'It was wrong.' })
}
