import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrated, openPage, opensAnother } from './browser.ts'
import { firstEdition, startForeignSite } from './site.ts'

// Navigation within the site: scroll position, focus, announcement, title, Back, and prefetching.

const { api, site } = await startForeignSite()

const ARTICLE = '/post/blockchain/blockchain-2'
const CATEGORY = '/category/blockchain'
const FIRST = 'The artificial-intelligence article with the number 1'

test('every route change scrolls to the top, Back and Forward included', async () => {
  const { page, problems } = await openPage(site.url, { width: 390 })
  for (const change of [
    () => linkTo(page, '/post/artificial-intelligence/artificial-intelligence-1').click(),
    () => linkTo(page, '/category/artificial-intelligence').click(),
    () => page.goBack(),
    () => page.goForward(),
    () => choose(page, 'About'),
  ]) {
    const before = page.url()
    await scrollDown(page)
    await change()
    await page.waitForURL((url) => url.href !== before)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
  // A link to the current page does the same, and adds nothing to the history.
  const length = await page.evaluate(() => history.length)
  await scrollDown(page)
  await choose(page, 'About')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await page.evaluate(() => history.length)).toBe(length)
  expect(problems).toEqual([])
})

test('each new page focuses its heading, announces it and has its own title', async () => {
  const { page, problems } = await openPage(site.url, { width: 390 })
  const arrived = async (heading: string, title: string) => {
    await expect.poll(() => focusedHeading(page)).toBe(heading)
    await expect.poll(() => page.locator('[role=status][aria-live=polite]').textContent()).toBe(heading)
    await expect.poll(() => page.title()).toBe(title)
  }
  await choose(page, 'About')
  await arrived('About', 'About — Stet')
  await choose(page, 'Web Development')
  await arrived('Web Development', 'Web Development — Stet')
  await choose(page, 'Home')
  await arrived('Stet', 'Stet — daily AI tech insights')
  await linkTo(page, '/post/artificial-intelligence/artificial-intelligence-1').click()
  await arrived(FIRST, `${FIRST} — Stet`)
  await page.goBack()
  await arrived('Stet', 'Stet — daily AI tech insights')
  await page.goForward()
  await arrived(FIRST, `${FIRST} — Stet`)
  await page.evaluate(() => history.pushState(null, '', '/nowhere'))
  await arrived('Page Not Found', 'Page Not Found — Stet')
  expect(problems).toEqual([])
})

test('a heading that comes after a skeleton gets the focus when it appears', async () => {
  const { page } = await openPage(`${site.url}/about`, { width: 390 })
  const { promise, resolve } = Promise.withResolvers<void>()
  api.behaviour.content = { until: promise }
  await page.evaluate(() => history.pushState(null, '', '/post/artificial-intelligence/artificial-intelligence-1'))
  await page.getByTestId('skeleton').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
  api.behaviour.content = 'ok'
  resolve()
  await expect.poll(() => focusedHeading(page)).toBe(FIRST)
})

test('a first view and a link to an anchor move no focus and announce nothing', async () => {
  const { page } = await openPage(site.url + ARTICLE, { width: 390 })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await page.evaluate(() => (location.hash = '#third'))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.goBack()
  expect(await focusedHeading(page)).toBeNull()
  expect(await page.locator('[role=status][aria-live=polite]').textContent()).toBe('')
})

test('links change the page without loading it, and the last of several quick presses wins', async () => {
  const { page, problems } = await openPage(site.url)
  await page.evaluate(() => {
    document.body.setAttribute('data-same', '')
    for (const name of ['About', 'Blockchain', 'Cybersecurity'])
      [...document.querySelectorAll<HTMLElement>('nav a')].find((link) => link.textContent === name)?.click()
  })
  await page.getByRole('heading', { level: 1, name: 'Cybersecurity' }).waitFor()
  expect(await page.locator('body[data-same]').count()).toBe(1)
  expect(await page.locator('nav [aria-current]').allTextContents()).toEqual(['Cybersecurity'])
  expect(new URL(page.url()).pathname).toBe('/category/cybersecurity')
  expect(problems).toEqual([])
})

test('a click with Control, Shift or the middle button opens the link elsewhere', async () => {
  const { page } = await openPage(`${site.url}/about`)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blockchain' })
  for (const options of [
    { modifiers: ['ControlOrMeta' as const] },
    { modifiers: ['Shift' as const] },
    { button: 'middle' as const },
  ])
    await opensAnother(page, site.url + CATEGORY, () => link.click(options))
  expect(new URL(page.url()).pathname).toBe('/about')
})

test.for(['hover', 'focus', 'touch'] as const)('%s of a link fetches the article before the click', async (way) => {
  const { page } = await openPage(site.url)
  api.calls.length = 0
  const link = linkTo(page, '/post/blockchain/blockchain-1')
  await (way === 'touch' ? link.dispatchEvent('touchstart') : link[way]())
  await expect.poll(() => api.callsTo('/get-post-content').length).toBe(1)
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'The blockchain article with the number 1' }).waitFor()
  expect(api.callsTo('/get-post-content')).toHaveLength(1)
})

test.for([ARTICLE, CATEGORY])('from a direct entry at %s, Back leads home', async (path) => {
  const { page } = await openPage(site.url + path, { fresh: true })
  await pressBack(page)
  await at(page, '/')
  await page.getByTestId('hero').waitFor()
})

test('from another site, Back leads home and not back to that site', async () => {
  const { page, context } = await openPage(`${site.url}/about`, { fresh: true })
  await context.route('http://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<link rel="icon" href="data:,"><a href="${site.url}${ARTICLE}">Read</a>`,
    }),
  )
  await page.goto('http://elsewhere.example/')
  await page.getByRole('link', { name: 'Read' }).click()
  await page.waitForURL(site.url + ARTICLE)
  await hydrated(page)
  await pressBack(page)
  await at(page, '/')
})

test('Back retraces the steps within the site, whether by links or page loads, and skips anchors', async () => {
  const { page } = await openPage(`${site.url}/about`, { fresh: true })
  await page.goto(site.url)
  await hydrated(page)
  await linkTo(page, CATEGORY).click()
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await linkTo(page, ARTICLE).click()
  await page.getByRole('heading', { name: 'Second part' }).waitFor()
  for (const anchor of ['#first', '#second']) {
    await page.evaluate((hash) => (location.hash = hash), anchor)
    await page.waitForURL(`**${anchor}`)
  }
  const length = await page.evaluate(() => history.length)
  for (const path of [CATEGORY, '/']) {
    await pressBack(page)
    await at(page, path)
    await page.getByRole('heading', { level: 1, name: path === '/' ? 'Stet' : 'Blockchain' }).waitFor()
  }
  expect(await page.evaluate(() => history.length)).toBe(length)
})

test('a missing post has a Back link too, and a click with Control on it opens home elsewhere', async () => {
  const { page } = await openPage(site.url + CATEGORY)
  await page.goto(`${site.url}/post/blockchain/no-such-post`)
  await hydrated(page)
  const back = page.getByRole('link', { name: 'Back', exact: true })
  await opensAnother(page, `${site.url}/`, () => back.click({ modifiers: ['ControlOrMeta'] }))
  await pressBack(page)
  await at(page, CATEGORY)
})

test('linked data and alternate links belong to the page that is shown', async () => {
  const own = await firstEdition()
  const { page, problems } = await openPage(`${own.url}/post/technology/raft-in-one-sitting`)
  const linkedData = page.locator('script[type="application/ld+json"]')
  expect(await linkedData.count()).toBe(2)
  await page.getByTestId('related').getByRole('link').first().click()
  await page.waitForURL((url) => !url.pathname.endsWith('raft-in-one-sitting'))
  await expect.poll(() => linkedData.count()).toBe(0)
  const markdown = page.locator('link[type="text/markdown"]')
  await expect
    .poll(() => markdown.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
    .toEqual([expect.stringContaining(`${new URL(page.url()).pathname.replace('/post/', '/posts/')}/post.md`)])
  expect(problems).toEqual([])
})

test('without JavaScript the links lead from page to page', async () => {
  const { page, problems } = await openPage((await firstEdition()).url, { javaScript: false })
  await choose(page, 'Blockchain')
  await page.waitForURL('**/category/blockchain')
  await page.getByTestId('post-card').first().click()
  await page.waitForURL('**/post/blockchain/*')
  const drafted = page.getByText('Drafted by', { exact: true })
  expect(await drafted.isVisible()).toBe(false)
  await page.getByText('Written by AI.').first().click()
  expect(await drafted.isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(problems).toEqual([])
})

function linkTo(page: Page, href: string) {
  return page.getByRole('main').locator(`a[href="${href}"]`).first()
}

async function choose(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

async function pressBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back', exact: true }).click()
}

/** Waits for the address without its anchor. */
async function at(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.url().split('#')[0]).toBe(site.url + path)
}

async function scrollDown(page: Page): Promise<void> {
  await page.getByTestId('skeleton').waitFor({ state: 'detached' })
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px'
    scrollTo(0, 500)
  })
}

function focusedHeading(page: Page): Promise<string | null> {
  return page.evaluate(() => (document.activeElement?.tagName === 'H1' ? document.activeElement.textContent : null))
}
