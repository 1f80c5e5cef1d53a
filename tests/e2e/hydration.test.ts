import { expect, test } from 'vitest'
import { hold, hydrated, openPage, sessionFor, shiftOf } from './browser.ts'
import { firstEdition } from './site.ts'

// Tests the first view of a page and the start of the application. pages.test.ts checks that hydration does not change
// the text.

const ARTICLE = '/post/web-development/a-content-policy-without-exceptions'

const site = await firstEdition()

test.for([412, 1280])('nothing moves while pages load and hydrate at %i px', async (width) => {
  const { page } = await sessionFor({ width, fresh: true })
  for (const path of ['/', ARTICLE, '/category/cybersecurity', '/about']) {
    await page.goto(site.url + path)
    await hydrated(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    expect(await shiftOf(page), path).toBeLessThanOrEqual(0.01)
  }
})

test('a first visit to the home page makes at most 30 requests and loads at most 100 KB of scripts', async () => {
  const { page, context } = await sessionFor({ fresh: true })
  const paths: string[] = []
  let scriptBytes = 0
  context.on('request', (request) => paths.push(new URL(request.url()).pathname))
  context.on('requestfinished', async (request) => {
    if (request.resourceType() === 'script') scriptBytes += (await request.sizes()).responseBodySize
  })
  await page.goto(site.url)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(30)
  expect(scriptBytes).toBeGreaterThan(30_000)
  expect(scriptBytes).toBeLessThanOrEqual(100_000)
})

test('on a phone, the home page loads at most 70 KB of images before the reader scrolls', async () => {
  const { page } = await sessionFor({ width: 390, scale: 2.6 })
  const bytes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/thumbnail')) bytes.push(response.body().then((body) => body.length))
  })
  await page.goto(site.url, { waitUntil: 'networkidle' })
  expect(bytes.length).toBeGreaterThan(0)
  expect((await Promise.all(bytes)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(70_000)
})

test('a click on Search before the application has loaded opens the search page', async () => {
  const { page } = await sessionFor()
  const release = await hold(page, '**/assets/*.js')
  await page.goto(site.url, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Search' }).click()
  release()
  await page.getByRole('combobox').or(page.getByRole('searchbox')).first().waitFor()
})

test('a reload keeps the scroll position', async () => {
  const { page } = await openPage(site.url + ARTICLE, { width: 390 })
  await page.evaluate(() => scrollTo(0, 1_500))
  await page.reload()
  await hydrated(page)
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 1_500))).toBeLessThan(100)
})

test('a page whose scripts no longer exist after a deploy remains readable, and its links work', async () => {
  const { page } = await sessionFor()
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto(`${site.url}/category/cybersecurity`)
  await page.getByTestId('post-card').first().getByRole('link').click()
  await page.waitForURL('**/post/**')
  expect(await page.locator('.prose p').first().innerText()).not.toBe('')
})
