import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { searchHref } from '#blog/routes.ts'
import { openSession, WIDTHS } from './browser.ts'
import { titlesIn } from './cards.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { firstEdition, startSite, type Site } from './site.ts'

// The site works without JavaScript for reading and navigating (decisions, what readers get).

let site: Site
let api: FakeBackend
let client: Site

beforeAll(async () => {
  site = await firstEdition()
  api = await startFakeBackend()
  client = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
beforeEach(() => {
  api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
})
afterAll(() => Promise.all([client.close(), api.close()]))

const NAVIGATION = [
  'Home',
  'Artificial Intelligence',
  'Blockchain',
  'Cybersecurity',
  'Web Development',
  'Technology',
  'About',
]

test('on a phone the open menu scrolls away and covers nothing', async () => {
  const { page, close } = await openPlain(site.url)
  await page.mouse.wheel(0, 2_000)
  await expect.poll(async () => (await page.locator('.site-header').boundingBox())?.y ?? 0).toBeLessThan(-400)
  await close()
})

test('the home page can be read whole, with its pictures', async () => {
  const { page, problems, close } = await openPlain(site.url)
  const [newest] = articles()
  expect(await titlesIn(page.getByTestId('hero'))).toEqual([newest?.title])
  expect(
    await page
      .getByTestId('hero')
      .getByText(newest?.excerpt ?? '')
      .isVisible(),
  ).toBe(true)
  expect(await page.getByTestId('latest').getByTestId('post-card').count()).toBe(6)
  expect(await page.getByTestId('category-section').count()).toBe(3)
  expect(await page.getByTestId('trending').getByRole('listitem').count()).toBe(4)
  for (const title of await page.getByRole('main').locator('h2 a, h3 a').all())
    expect(await title.isVisible()).toBe(true)
  expect(await page.getByTestId('skeleton').count()).toBe(0)
  for (const picture of await page.getByRole('main').locator('img').all())
    await picture.evaluate((image: HTMLImageElement) => image.decode())
  expect(problems).toEqual([])
  await close()
})

test.for(WIDTHS)('the navigation stands open, with no menu button, at %i px', async (width) => {
  const { page, problems, close } = await openPlain(site.url, width)
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  expect(await links.allTextContents()).toEqual(NAVIGATION)
  for (const link of await links.all()) expect(await link.isVisible()).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('from home by category to an article, back home, to About and home again', async () => {
  const { page, problems, close } = await openPlain(site.url)
  await choose(page, 'Blockchain')
  await at(page, '/category/blockchain')
  const own = articles().filter(({ category }) => category === 'blockchain')
  expect(await page.getByText(`${own.length} articles in this category`).isVisible()).toBe(true)
  const [, second] = own
  if (!second) throw new Error('The category should have two articles.')
  await page.getByRole('link', { name: second.title, exact: true }).click()
  await at(page, `/post/blockchain/${second.id}`)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(second.title)
  expect(await page.getByText(second.excerpt, { exact: true }).isVisible()).toBe(true)
  expect(await page.getByRole('article').locator('h2 ~ p').first().isVisible()).toBe(true)
  expect(await page.getByRole('region', { name: 'Tags' }).getByRole('listitem').first().isVisible()).toBe(true)
  await page.getByRole('article').getByRole('link', { name: 'Blockchain', exact: true }).click()
  await at(page, '/category/blockchain')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await at(page, '/')
  await choose(page, 'About')
  await at(page, '/about')
  await page.getByRole('link', { name: 'Explore Our Articles' }).click()
  await at(page, '/')
  expect(problems).toEqual([])
  await close()
})

test('a card, the hero and the logo are links', async () => {
  const { page, problems, close } = await openPlain(site.url)
  const [first, second] = articles()
  await page.getByTestId('hero').click()
  await at(page, `/post/${first?.category}/${first?.id}`)
  await page.getByRole('banner').getByRole('link', { name: 'Stet, home' }).click()
  await at(page, '/')
  await page.getByTestId('latest').getByTestId('post-card').first().click()
  await at(page, `/post/${second?.category}/${second?.id}`)
  expect(problems).toEqual([])
  await close()
})

test('the 404 page leads home', async () => {
  const { page, close } = await openPlain(`${site.url}/nowhere`)
  expect(await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Return to Homepage' }).click()
  await at(page, '/')
  await close()
})

test('the panel that says how an article was made opens', async () => {
  const [first] = articles()
  const { page, problems, close } = await openPlain(`${site.url}/post/${first?.category}/${first?.id}`)
  const drafted = page.getByText('Drafted by', { exact: true })
  expect(await drafted.isVisible()).toBe(false)
  await page.getByText('Written by AI.').click()
  expect(await drafted.isVisible()).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('the samples can be read when the backend fails, with the fallback navigation', async () => {
  api.behaviour = { categories: { status: 500 }, posts: { status: 500 }, content: { status: 500 } }
  const { page, close } = await openPlain(client.url)
  await loaded(page)
  expect(await titlesIn(page.getByTestId('hero'))).toEqual(['Sample: reading a model card before the demo'])
  await choose(page, 'Web Development')
  await page.waitForURL(`${client.url}/category/web-development`)
  await loaded(page)
  await page.getByRole('link', { name: /^Sample:/ }).click()
  await page.waitForURL(`${client.url}/post/web%20development/2`)
  await loaded(page)
  expect(
    await page
      .getByRole('article')
      .getByText(/^This is sample text\./)
      .isVisible(),
  ).toBe(true)
  await close()
})

test('a page whose backend is slow shows its skeleton and says what to do', async () => {
  api.behaviour = { categories: 'hang', posts: 'hang', content: 'hang' }
  const { page, problems, close } = await openPlain(client.url)
  await page.getByTestId('skeleton').waitFor()
  expect(await page.getByTestId('nav-placeholder').count()).toBe(4)
  expect(await page.getByText(/reload the page/).isVisible()).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('every link of the site leads to a page that the server sends whole', async () => {
  const seen = new Set<string>(['/'])
  for (const path of seen) {
    const response = await fetch(site.url + path)
    expect(response.status, path).toBe(200)
    const html = await response.text()
    expect(html, path).not.toContain('data-testid="skeleton"')
    const body = html.slice(html.indexOf('<body>'))
    for (const [, href = ''] of body.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) seen.add(href.replaceAll('&amp;', '&'))
  }
  const categories = new Set(articles().map(({ category }) => category))
  const tags = articles().flatMap((article) => article.tags)
  for (const tag of tags) expect(seen).toContain(searchHref(tag))
  // Home, About, Corrections; the page of results may lead on to other words.
  const pages = [...seen].filter((path) => !path.startsWith('/search?'))
  expect(pages).toHaveLength(3 + categories.size + articles().length)
})

async function openPlain(address: string, width = 390) {
  const session = await openSession({ width, javaScript: false })
  await session.page.goto(address)
  return session
}

// Newest first.
function articles() {
  if (site.backend.kind !== 'local') throw new Error('This site should have a bucket.')
  return site.backend.archive.all()
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

async function at(page: Page, path: string): Promise<void> {
  await page.waitForURL(site.url + path)
}

// On a busy machine the server may not wait for its backend: one reloads, as the page says.
async function loaded(page: Page): Promise<void> {
  while ((await page.getByTestId('skeleton').or(page.getByTestId('nav-placeholder')).count()) > 0) await page.reload()
}
