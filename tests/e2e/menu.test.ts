import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, hold, openPage, sessionFor } from './browser.ts'
import { startForeignSite } from './site.ts'

// Tests the menu button on narrow screens with a pointer. keyboard.test.ts tests it by keyboard.

const { site } = await startForeignSite()

test('the menu button opens and closes the navigation without moving the page', async () => {
  const { page, problems } = await openPage(site.url)
  const places = () =>
    page.evaluate(() => [...document.querySelectorAll('main *')].map((element) => element.getBoundingClientRect().y))
  for (const width of [320, 767]) {
    await page.setViewportSize({ width, height: 900 })
    const before = await places()
    await expectMenu(page, 'closed')
    await menu(page).click()
    await expectMenu(page, 'open')
    expect(await places()).toEqual(before)
    await menu(page).click()
    await expectMenu(page, 'closed')
  }
  // From 768 px, the navigation is always visible.
  await page.setViewportSize({ width: 768, height: 900 })
  expect(await menu(page).isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true)
  expect(problems).toEqual([])
})

test('the menu works before the application has loaded', async () => {
  const { page } = await sessionFor({ width: 390 })
  const release = await hold(page, '**/assets/*.js')
  await page.goto(site.url, { waitUntil: 'commit' })
  await menu(page).click()
  await expectMenu(page, 'open')
  release()
  await choose(page, 'About')
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
})

test('while the navigation is open, the page behind it cannot be focused or scrolled', async () => {
  const { page } = await openPage(site.url, { width: 390 })
  const isInert = () => page.locator('main').evaluate((main: HTMLElement) => main.inert)
  await menu(page).click()
  await expect.poll(isInert).toBe(true)
  await page.mouse.move(200, 800)
  await page.mouse.wheel(0, 600)
  // A click outside the navigation closes it without clicking the page.
  await page.mouse.click(200, 830)
  await expectMenu(page, 'closed')
  expect(new URL(page.url()).pathname).toBe('/')
  await expect.poll(isInert).toBe(false)
  // Only this second turn of the wheel scrolls the page, because the menu was open during the first one.
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  // The page also becomes interactive again if the viewport widens while the menu is open.
  await menu(page).click()
  await expect.poll(isInert).toBe(true)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(isInert).toBe(false)
})

test('a navigation link closes the menu, even if it links to the current page', async () => {
  const { page, problems } = await openPage(site.url, { width: 390 })
  for (const name of ['Home', 'Blockchain']) {
    await choose(page, name)
    await expectMenu(page, 'closed')
  }
  await page.getByRole('heading', { level: 1, name: 'Blockchain' }).waitFor()
  await page.goBack()
  await page.getByTestId('hero').waitFor()
  await expectMenu(page, 'closed')
  expect(problems).toEqual([])
})

function menu(page: Page) {
  return page.getByRole('button', { name: 'Menu' })
}

async function expectMenu(page: Page, state: 'open' | 'closed'): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main', includeHidden: true })
    .waitFor({ state: state === 'open' ? 'visible' : 'hidden' })
}
