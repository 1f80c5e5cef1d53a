import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, hydrated, openPage, opensAnother } from './browser.ts'
import { firstEdition, startForeignSite } from './site.ts'

// Tests navigation within the site: scroll position, focus, announcement, title, Back, and prefetching.

const { api, site } = await startForeignSite()

const ARTICLE = '/post/blockchain/blockchain-2'
const CATEGORY = '/category/blockchain'
const FIRST = 'The artificial-intelligence article with the number 1'
const FIRST_PATH = '/post/artificial-intelligence/artificial-intelligence-1'

test('each new page starts at the top, focuses and announces its heading, and has its own title', async () => {
  // Use a new tab, because a tab's history length stops growing at 50 entries.
  const { page, problems } = await openPage(site.url, { width: 390, newTab: true })
  const home = 'Stet — daily AI tech insights'
  const steps: [change: () => Promise<unknown>, heading: string, title?: string][] = [
    [() => choose(page, 'Web Development'), 'Web Development'],
    [() => choose(page, 'Home'), 'Stet', home],
    [() => linkTo(page, FIRST_PATH).click(), FIRST],
    [() => page.goBack(), 'Stet', home],
    [() => page.goForward(), FIRST],
    [() => page.evaluate(() => history.pushState(null, '', '/nowhere')), 'Page Not Found'],
    [() => choose(page, 'About'), 'About'],
  ]
  for (const [change, heading, title = `${heading} — Stet`] of steps) {
    await scrollDown(page)
    await change()
    await expect.poll(() => focusedHeading(page)).toBe(heading)
    await expect.poll(() => announced(page)).toBe(heading)
    await expect.poll(() => page.title()).toBe(title)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
  // A link to the current page also scrolls to the top, but does not add a history entry.
  const length = await page.evaluate(() => history.length)
  await scrollDown(page)
  await choose(page, 'About')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await page.evaluate(() => history.length)).toBe(length)
  expect(problems).toEqual([])
})

test('moves the focus to the heading when it replaces a skeleton', async () => {
  const { page } = await openPage(`${site.url}/about`, { width: 390 })
  const { promise, resolve } = Promise.withResolvers<void>()
  api.behaviour.content = { until: promise }
  await page.evaluate((path) => history.pushState(null, '', path), FIRST_PATH)
  await page.getByTestId('skeleton').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
  api.behaviour.content = 'ok'
  resolve()
  await expect.poll(() => focusedHeading(page)).toBe(FIRST)
})

test('a page load and a link to an anchor do not move the focus or announce anything', async () => {
  const { page } = await openPage(site.url + ARTICLE, { width: 390 })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await page.evaluate(() => (location.hash = '#third'))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.goBack()
  expect(await focusedHeading(page)).toBeNull()
  expect(await announced(page)).toBe('')
})

test('a click opens its page without a page load, and a click with a modifier opens another tab', async () => {
  const { page, problems } = await openPage(`${site.url}/about`)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blockchain' })
  for (const options of [
    { modifiers: ['ControlOrMeta' as const] },
    { modifiers: ['Shift' as const] },
    { button: 'middle' as const },
  ])
    await opensAnother(page, site.url + CATEGORY, () => link.click(options))
  expect(new URL(page.url()).pathname).toBe('/about')
  // The last of several quick clicks wins.
  await page.evaluate(() => {
    document.body.setAttribute('data-same', '')
    for (const name of ['Home', 'Blockchain', 'Cybersecurity'])
      [...document.querySelectorAll<HTMLElement>('nav a')].find((one) => one.textContent === name)?.click()
  })
  await page.getByRole('heading', { level: 1, name: 'Cybersecurity' }).waitFor()
  expect(await page.locator('body[data-same]').count()).toBe(1)
  expect(await page.locator('nav [aria-current]').allTextContents()).toEqual(['Cybersecurity'])
  expect(new URL(page.url()).pathname).toBe('/category/cybersecurity')
  expect(problems).toEqual([])
})

test('hovering, focusing or touching a link prefetches the article for the next visit only', async () => {
  const { page } = await openPage(site.url + CATEGORY)
  api.calls.length = 0
  const link = (number: number) => linkTo(page, `/post/blockchain/blockchain-${number}`)
  const calls = () => api.callsTo('/get-post-content').length
  await link(1).hover()
  await expect.poll(calls).toBe(1)
  await link(2).focus()
  await expect.poll(calls).toBe(2)
  await link(3).dispatchEvent('touchstart')
  await expect.poll(calls).toBe(3)
  await link(3).evaluate((element: HTMLElement) => element.click())
  await page.getByRole('heading', { level: 1, name: 'The blockchain article with the number 3' }).waitFor()
  expect(calls()).toBe(3)
  await page.mouse.move(0, 0)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await page.goForward()
  await expect.poll(calls).toBe(4)
})

test('Back leads to the home page after a direct visit and after a visit from another site', async () => {
  const { page } = await openPage(site.url + ARTICLE, { newTab: true })
  await pressBack(page)
  await at(page, '/')
  await page.getByTestId('hero').waitFor()
  await page.route('http://elsewhere.example/', (route) =>
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
  const { page } = await openPage(`${site.url}/about`, { newTab: true })
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
  for (const [path, heading] of [
    [CATEGORY, 'Blockchain'],
    ['/', 'Stet'],
  ] as const) {
    await pressBack(page)
    await at(page, path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  expect(await page.evaluate(() => history.length)).toBe(length)
  // A missing post's page has a Back link too. A Ctrl+click on it opens the home page in another tab.
  await linkTo(page, CATEGORY).click()
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await page.goto(`${site.url}/post/blockchain/no-such-post`)
  await hydrated(page)
  const back = page.getByRole('link', { name: 'Back', exact: true })
  await opensAnother(page, `${site.url}/`, () => back.click({ modifiers: ['ControlOrMeta'] }))
  await pressBack(page)
  await at(page, CATEGORY)
})

test('linked data and alternate links always describe the current page', async () => {
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

test('without JavaScript, the menu, cards, record and Back work on a phone', async () => {
  const { page, problems } = await openPage((await firstEdition()).url, { width: 390, javaScript: false })
  await choose(page, 'Blockchain')
  await page.waitForURL('**/category/blockchain')
  await page.getByTestId('post-card').first().click()
  await page.waitForURL('**/post/blockchain/*')
  const drafted = page.getByText('Drafted by', { exact: true })
  expect(await drafted.isVisible()).toBe(false)
  await page.getByText('Written by AI.').first().click()
  expect(await drafted.isVisible()).toBe(true)
  await pressBack(page)
  await page.waitForURL((url) => url.pathname === '/')
  expect(problems).toEqual([])
})

function linkTo(page: Page, href: string) {
  return page.getByRole('main').locator(`a[href="${href}"]`).first()
}

async function pressBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back', exact: true }).click()
}

/** Waits until the page's URL has this path, with or without an anchor. */
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

function announced(page: Page): Promise<string | null> {
  return page.locator('[role=status][aria-live=polite]').textContent()
}

function focusedHeading(page: Page): Promise<string | null> {
  return page.evaluate(() => (document.activeElement?.tagName === 'H1' ? document.activeElement.textContent : null))
}
