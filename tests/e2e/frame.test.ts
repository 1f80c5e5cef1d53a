import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// Header, footer and skip link: the layout around every screen (specification 2, decisions 3 and 13).

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
beforeEach(() => {
  api.behaviour = { categories: 'ok', posts: 'ok', content: 'ok' }
  api.categories = ['artificial-intelligence', 'Data_Science', 'web development', 'C++ & more', 'BLOCKCHAIN']
})
afterAll(async () => {
  await site.close()
  await api.close()
})

const NAVIGATION = [
  ['Home', '/'],
  ['Artificial Intelligence', '/category/artificial-intelligence'],
  ['Data Science', '/category/data_science'],
  ['Web Development', '/category/web%20development'],
  ['C++ & More', '/category/c%2B%2B%20%26%20more'],
  ['Blockchain', '/category/blockchain'],
  ['About', '/about'],
]

const FALLBACK = [
  ['Home', '/'],
  ['Technology', '/category/technology'],
  ['Artificial Intelligence', '/category/artificial-intelligence'],
  ['Blockchain', '/category/blockchain'],
  ['Cybersecurity', '/category/cybersecurity'],
  ['Web Development', '/category/web-development'],
  ['About', '/about'],
]

const SCREENS = ['/', '/post/blockchain/blockchain-1', '/category/blockchain', '/about', '/nowhere'] as const

test.for(WIDTHS)('every screen has the header with a centred logo that links to home, at %i px', async (width) => {
  const { page, problems, close } = await openSession({ width })
  for (const path of SCREENS) {
    await page.goto(site.url + path)
    const logo = page.getByRole('banner').getByRole('link', { name: 'Stet, home' })
    const box = await logo.boundingBox()
    if (!box) throw new Error(`There is no logo on ${path}.`)
    const middle = await page.evaluate(() => document.documentElement.clientWidth / 2)
    expect(Math.abs(box.x + box.width / 2 - middle)).toBeLessThanOrEqual(1)
    expect(await logo.getAttribute('href')).toBe('/')
    // The header begins the page: the outlines that the logo refers to take no room before it.
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
    // Its outlines are found: what refers to nothing has no size.
    expect(await logo.evaluate((link) => link.querySelector('use')?.getBBox().width)).toBeGreaterThan(0)
  }
  await settled(page)
  await page.getByRole('banner').getByRole('link', { name: 'Stet, home' }).click()
  await page.waitForURL(`${site.url}/`)
  expect(problems.filter((problem) => !isNotFound(problem))).toEqual([])
  await close()
})

test('the navigation is Home, one link per category, About: labels capitalised, links lower-cased', async () => {
  const { page, problems, close } = await openAt('/', 390)
  await openMenu(page)
  expect(await links(page)).toEqual(NAVIGATION)
  for (const link of await navigation(page).getByRole('link').all()) expect(await link.isVisible()).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('if the categories call fails, the fallback list stands in with hyphenated lower-case links', async () => {
  api.behaviour.categories = { status: 500 }
  const { page, close } = await openAt('/about', 390)
  await openMenu(page)
  expect(await links(page)).toEqual(FALLBACK)
  await close()
})

test('while the categories load, four placeholder bars stand between Home and About; then the links', async () => {
  const { page, context, problems, close } = await openSession({ width: 390 })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await context.route(`${api.url}/list-categories?*`, async (route) => {
    await answered
    await route.continue()
  })
  api.behaviour.categories = 'hang'
  await page.goto(`${site.url}/about`)
  api.behaviour.categories = 'ok'
  for (const moment of ['as the server sent it', 'in the browser']) {
    if (moment === 'in the browser') {
      await hydrated(page)
      await openMenu(page)
      for (const bar of await page.getByTestId('nav-placeholder').all()) expect(await bar.isVisible()).toBe(true)
    }
    expect(await page.getByTestId('nav-placeholder').count(), moment).toBe(4)
    expect(await links(page), moment).toEqual([NAVIGATION[0], NAVIGATION.at(-1)])
  }
  answer()
  await navigation(page).getByRole('link', { name: 'Data Science' }).waitFor()
  expect(await page.getByTestId('nav-placeholder').count()).toBe(0)
  expect(await links(page)).toEqual(NAVIGATION)
  expect(problems).toEqual([])
  await close()
})

test('the footer has the brand, the tagline, the copyright with the current year, and how the content comes about', async () => {
  const { page, problems, close } = await openSession({ width: 390 })
  for (const path of SCREENS) {
    const before = new Date().getUTCFullYear()
    await page.goto(site.url + path)
    const footer = page.getByRole('contentinfo')
    expect(await footer.getByRole('link', { name: 'Stet, home' }).isVisible()).toBe(true)
    const lines = (await footer.innerText()).split('\n').filter((line) => line.trim() !== '')
    expect(lines).toEqual([
      'Daily AI tech insights, each claim with its source.',
      expect.stringMatching(
        new RegExp(`^© (?:${before}|${new Date().getUTCFullYear()}) Stet\\. All rights reserved\\.$`),
      ),
      'Content is generated by AI and updated daily.',
    ])
  }
  expect(problems.filter((problem) => !isNotFound(problem))).toEqual([])
  await close()
})

test('the first stop of the keyboard is a skip link to the content, seen only with the focus on it', async () => {
  const { page, problems, close } = await openAt('/about', 390)
  const skip = page.getByRole('link', { name: 'Skip to content' })
  // A point for those who hear the page.
  expect(await heightOf(page)).toBeLessThanOrEqual(1)
  await page.keyboard.press('Tab')
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  expect(await heightOf(page)).toBeGreaterThanOrEqual(40)
  await page.keyboard.press('Enter')
  await page.locator('main:focus').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test.for([
  ['/', 'Home', 'page'],
  ['/about', 'About', 'page'],
  ['/category/blockchain', 'Blockchain', 'page'],
  ['/category/data-science', 'Data Science', 'page'],
  ['/category/WEB_Development', 'Web Development', 'page'],
  ['/post/blockchain/blockchain-1', 'Blockchain', 'true'],
] as const)('at %s the navigation marks %s alone as current', async ([path, label, kind]) => {
  const { page, problems, close } = await openAt(path, 1280)
  const current = navigation(page).locator('[aria-current]')
  expect(await current.allTextContents()).toEqual([label])
  expect(await current.getAttribute('aria-current')).toBe(kind)
  expect(problems).toEqual([])
  await close()
})

test.for(['/nowhere', '/category/gardening'])('at %s nothing in the navigation is current', async (path) => {
  const { page, close } = await openAt(path, 1280)
  expect(await navigation(page).locator('[aria-current]').count()).toBe(0)
  await close()
})

test('the mark of the current page moves along with the navigation', async () => {
  const { page, problems, close } = await openAt('/', 1280)
  await navigation(page).getByRole('link', { name: 'Data Science' }).click()
  await page.getByRole('heading', { level: 1, name: 'Data Science' }).waitFor()
  expect(await navigation(page).locator('[aria-current]').allTextContents()).toEqual(['Data Science'])
  expect(problems).toEqual([])
  await close()
})

async function openAt(path: string, width: number) {
  const session = await openSession({ width })
  await session.page.goto(site.url + path)
  await settled(session.page)
  return session
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}

function navigation(page: Page) {
  return page.getByRole('navigation', { name: 'Main', includeHidden: true })
}

function links(page: Page): Promise<(string | null)[][]> {
  return navigation(page)
    .locator('a')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
}

async function heightOf(page: Page): Promise<number | undefined> {
  return (await page.getByRole('link', { name: 'Skip to content' }).boundingBox())?.height
}

// Chromium's own note on the status of the page.
function isNotFound(problem: string): boolean {
  return problem.startsWith('Failed to load resource') && problem.includes('404')
}
