import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// The menu button toggles the navigation on small screens (specification 2, header).

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

test.for([320, 390, 767])('at %i px the menu button opens and closes the navigation', async (width) => {
  const { page, problems, close } = await openAt('/', width)
  await expectMenu(page, 'closed')
  await menu(page).click()
  await expectMenu(page, 'open')
  await menu(page).click()
  await expectMenu(page, 'closed')
  expect(problems).toEqual([])
  await close()
})

test.for([768, 1280])('at %i px the navigation always shows, and there is no menu button', async (width) => {
  const { page, problems, close } = await openAt('/', width)
  expect(await menu(page).isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('the menu button works from the keyboard and controls the navigation', async () => {
  const { page, problems, close } = await openAt('/', 390)
  await menu(page).focus()
  await page.keyboard.press('Enter')
  await expectMenu(page, 'open')
  const controlled = await menu(page).getAttribute('popovertarget')
  expect(await page.getByRole('navigation', { name: 'Main' }).getAttribute('id')).toBe(controlled)
  await page.keyboard.press('Space')
  await expectMenu(page, 'closed')
  expect(problems).toEqual([])
  await close()
})

test('Escape closes the navigation and gives the focus back to the menu button', async () => {
  const { page, problems, close } = await openAt('/', 390)
  await menu(page).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).focus()
  await page.keyboard.press('Escape')
  await expectMenu(page, 'closed')
  expect(await menu(page).evaluate((button) => button === document.activeElement)).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('the open navigation moves nothing of the page', async () => {
  const { page, problems, close } = await openAt('/', 390)
  const places = () =>
    page.evaluate(() => [...document.querySelectorAll('main *')].map((element) => element.getBoundingClientRect().y))
  const before = await places()
  await menu(page).click()
  await expectMenu(page, 'open')
  expect(await places()).toEqual(before)
  expect(problems).toEqual([])
  await close()
})

test('what lies behind the open navigation can be neither reached nor scrolled, and can again once it is closed', async () => {
  const { page, problems, close } = await openAt('/', 390)
  await menu(page).click()
  await expectMenu(page, 'open')
  await expect.poll(() => page.locator('main').evaluate((main: HTMLElement) => main.inert)).toBe(true)
  expect(await page.locator('footer').evaluate((footer: HTMLElement) => footer.inert)).toBe(true)
  await page.mouse.move(200, 800)
  await page.mouse.wheel(0, 600)
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main, footer') ?? null)).toBe(null)
  // Beyond the header there is but the link that skips it: that closes the navigation as well.
  await page.keyboard.press('Escape')
  await expectMenu(page, 'closed')
  expect(await page.locator('main').evaluate((main: HTMLElement) => main.inert)).toBe(false)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  expect(problems).toEqual([])
  await close()
})

test('a press beside the open navigation closes it, opens nothing, and gives the focus back', async () => {
  const { page, problems, close } = await openAt('/', 390)
  await menu(page).click()
  await expect.poll(() => page.locator('main').evaluate((main: HTMLElement) => main.inert)).toBe(true)
  await page.mouse.click(200, 830)
  await expectMenu(page, 'closed')
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await menu(page).evaluate((button) => button === document.activeElement)).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('in a window that becomes wide the page is free again', async () => {
  const { page, problems, close } = await openAt('/', 390)
  await menu(page).click()
  await expect.poll(() => page.locator('main').evaluate((main: HTMLElement) => main.inert)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(() => page.locator('main').evaluate((main: HTMLElement) => main.inert)).toBe(false)
  expect(problems).toEqual([])
  await close()
})

test('the dots of the current entry are as wide as its word, and its whole line can be pressed', async () => {
  const { page, close } = await openAt('/about', 390)
  await menu(page).click()
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' })
  const { dots, word } = await link.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const dots = Number.parseFloat(getComputedStyle(element, '::after').width)
    return { dots, word: range.getBoundingClientRect().width }
  })
  expect(Math.abs(dots - word)).toBeLessThan(1)
  const category = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Blockchain', exact: true })
    .boundingBox()
  await page.mouse.click(360, (category?.y ?? 0) + (category?.height ?? 0) / 2)
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await close()
})

test('Escape without an open navigation leaves the focus where it is', async () => {
  const { page, problems, close } = await openAt('/about', 390)
  await page.getByRole('link', { name: 'Explore Our Articles' }).focus()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Explore Our Articles')
  expect(problems).toEqual([])
  await close()
})

test('navigating closes the navigation, and it stays closed on the way back', async () => {
  const { page, problems, close } = await openAt('/', 390)
  await menu(page).click()
  await choose(page, 'Blockchain')
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await expectMenu(page, 'closed')
  await page.goBack()
  await page.getByTestId('hero').waitFor()
  await expectMenu(page, 'closed')
  await menu(page).click()
  await expectMenu(page, 'open')
  expect(problems).toEqual([])
  await close()
})

test('choosing the page one is on closes the navigation too', async () => {
  const { page, problems, close } = await openAt('/', 390)
  await menu(page).click()
  await choose(page, 'Home')
  await expectMenu(page, 'closed')
  expect(problems).toEqual([])
  await close()
})

async function openAt(path: string, width: number) {
  const session = await openSession({ width })
  await session.page.goto(site.url + path)
  await settled(session.page)
  return session
}

function menu(page: Page) {
  return page.getByRole('button', { name: 'Menu' })
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

async function expectMenu(page: Page, state: 'open' | 'closed'): Promise<void> {
  const open = state === 'open'
  await page
    .getByRole('navigation', { name: 'Main', includeHidden: true })
    .waitFor({ state: open ? 'visible' : 'hidden' })
  expect(await page.locator('#site-nav').evaluate((nav) => nav.matches(':popover-open'))).toBe(open)
}
