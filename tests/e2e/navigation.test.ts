import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hydrated, openSession, opensAnother } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { startSite, type Site } from './site.ts'

// What a reader notices of a change of the route: the scroll, the focus, the announcement, the title.

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})

afterAll(async () => {
  await site.close()
  await api.close()
})

const FIRST = 'The artificial-intelligence article with the number 1'

test('every route change scrolls to the top, Back and Forward included', async () => {
  const { page, problems, close } = await openAt('/', 390)
  for (const change of [
    () => linkTo(page, '/post/artificial-intelligence/artificial-intelligence-1').click(),
    () => linkTo(page, '/category/artificial-intelligence').click(),
    () => linkTo(page, '/post/artificial-intelligence/artificial-intelligence-5').click(),
    () => page.goBack(),
    () => page.goBack(),
    () => page.goForward(),
    () => page.goForward(),
    () => navigationLink(page, 'About'),
  ]) {
    const before = page.url()
    await scrollDown(page)
    await change()
    await page.waitForURL((url) => url.href !== before)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
  expect(problems).toEqual([])
  await close()
})

test('a link to the page one is on goes to its top and adds nothing to the history', async () => {
  const { page, problems, close } = await openAt('/', 390)
  const length = await page.evaluate(() => history.length)
  await scrollDown(page)
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Stet/ })
    .evaluate((logo: HTMLElement) => logo.click())
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await page.evaluate(() => history.length)).toBe(length)
  expect(problems).toEqual([])
  await close()
})

test('on every screen the focus moves to the new heading, a live region names it, and the title is its own', async () => {
  const { page, problems, close } = await openAt('/', 390)
  const arrived = async (heading: string, title: string) => {
    await expect.poll(() => focusedHeading(page)).toBe(heading)
    await expect.poll(() => page.locator('[role=status][aria-live=polite]').textContent()).toBe(heading)
    await expect.poll(() => page.title()).toBe(title)
  }
  await navigationLink(page, 'About')
  await arrived((await page.getByRole('heading', { level: 1 }).textContent()) ?? '', 'About — Stet')
  await navigationLink(page, 'Web Development')
  await arrived('Web Development', 'Web Development — Stet')
  await linkTo(page, '/post/web-development/web-development-2').click()
  await arrived('The web-development article with the number 2', 'The web-development article with the number 2 — Stet')
  await navigationLink(page, 'Home')
  await arrived('Stet', 'Stet — daily AI tech insights')
  await linkTo(page, '/post/artificial-intelligence/artificial-intelligence-1').click()
  await arrived(FIRST, `${FIRST} — Stet`)
  await page.goBack()
  await arrived('Stet', 'Stet — daily AI tech insights')
  await page.goForward()
  await arrived(FIRST, `${FIRST} — Stet`)
  expect(problems).toEqual([])
  await close()
})

test('a heading that comes after its skeleton takes the focus when it is there', async () => {
  const { page, problems, close } = await openAt('/about', 390)
  api.behaviour.content = { delay: 400 }
  // No list has told of it.
  await page.evaluate(() => history.pushState(null, '', '/post/artificial-intelligence/artificial-intelligence-1'))
  await page.getByTestId('skeleton').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
  await expect.poll(() => focusedHeading(page)).toBe(FIRST)
  api.behaviour.content = 'ok'
  expect(problems).toEqual([])
  await close()
})

test('a first view moves no focus and announces nothing', async () => {
  const { page, problems, close } = await openAt('/about', 1280)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  expect(await page.locator('[role=status][aria-live=polite]').textContent()).toBe('')
  expect(problems).toEqual([])
  await close()
})

test('a step to an anchor of the same page is no route change: neither scroll nor focus are taken away', async () => {
  const { page, problems, close } = await openAt('/post/artificial-intelligence/artificial-intelligence-1', 390)
  await page.evaluate(() => {
    location.hash = '#third'
  })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.goBack()
  expect(await focusedHeading(page)).toBeNull()
  expect(problems).toEqual([])
  await close()
})

test('the route changes without a page load', async () => {
  const { page, problems, close } = await openAt('/', 1280)
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await navigationLink(page, 'Blockchain')
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  expect(await page.locator('body[data-same]').count()).toBe(1)
  expect(problems).toEqual([])
  await close()
})

test.for([
  ['Control', 'ControlOrMeta'],
  ['Shift', 'Shift'],
] as const)('a click with %s opens the link elsewhere and leaves the page where it is', async ([, key]) => {
  const { page, problems, close } = await openAt('/about', 1280)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blockchain' })
  await opensAnother(page, `${new URL(page.url()).origin}/category/blockchain`, () => link.click({ modifiers: [key] }))
  expect(new URL(page.url()).pathname).toBe('/about')
  expect(problems).toEqual([])
  await close()
})

test('a click with the middle button opens the link elsewhere', async () => {
  const { page, problems, close } = await openAt('/about', 1280)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blockchain' })
  await opensAnother(page, `${new URL(page.url()).origin}/category/blockchain`, () => link.click({ button: 'middle' }))
  expect(new URL(page.url()).pathname).toBe('/about')
  expect(problems).toEqual([])
  await close()
})

test.for([
  ['hover', 'The blockchain article with the number 1', (page: Page, href: string) => linkTo(page, href).hover()],
  ['focus', 'The blockchain article with the number 1', (page: Page, href: string) => linkTo(page, href).focus()],
  ['touch', 'The blockchain article with the number 1', (page: Page, href: string) => touch(page, href)],
] as const)('%s of a link to an article fetches its content before the click', async ([, title, point]) => {
  const { page, problems, close } = await openAt('/', 1280)
  api.calls.length = 0
  await point(page, '/post/blockchain/blockchain-1')
  await expect.poll(() => api.callsTo('/get-post-content').length).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/')
  await linkTo(page, '/post/blockchain/blockchain-1').click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(api.callsTo('/get-post-content')).toHaveLength(1)
  expect(problems).toEqual([])
  await close()
})

test('hover of a link to a category fetches its list before the click', async () => {
  const { page, problems, close } = await openAt('/about', 1280)
  api.calls.length = 0
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cybersecurity' }).hover()
  await expect.poll(() => api.calls).toEqual(['/list-posts-by-category?category=cybersecurity'])
  expect(problems).toEqual([])
  await close()
})

async function openAt(path: string, width: number) {
  const session = await openSession({ width })
  await session.page.goto(site.url + path)
  await hydrated(session.page)
  return session
}

function linkTo(page: Page, href: string) {
  return page.getByRole('main').locator(`a[href="${href}"]`).first()
}

// On a narrow screen the navigation is behind its button.
async function navigationLink(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

function touch(page: Page, href: string): Promise<void> {
  return linkTo(page, href).dispatchEvent('touchstart')
}

async function scrollDown(page: Page): Promise<void> {
  await page.getByTestId('skeleton').waitFor({ state: 'detached' })
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px'
    scrollTo(0, 500)
  })
  expect(await page.evaluate(() => scrollY)).toBe(500)
}

function focusedHeading(page: Page): Promise<string | null> {
  return page.evaluate(() => (document.activeElement?.tagName === 'H1' ? document.activeElement.textContent : null))
}
