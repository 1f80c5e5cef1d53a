import { expect, test } from 'vitest'
import { hydrated, LOOKS, openPage } from './browser.ts'
import { focusedOn, tabTo } from './keyboard-walk.ts'
import { firstEdition } from './site.ts'

// Tests that the site can be used by keyboard alone, as docs/keyboard.md describes. search.test.ts tests the search
// overlay.

const ARTICLE = '/post/artificial-intelligence/what-a-context-window-costs'

const site = await firstEdition()

test.for(LOOKS)('the skip link, menu and navigation can be used by keyboard (%o)', async (look) => {
  const { page, problems } = await openPage(site.url, look)
  await tabTo(page, 'Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.reload()
  await hydrated(page)
  if (look.width < 768) {
    await tabTo(page, 'Menu')
    await page.keyboard.press('Enter')
    expect(await page.locator('#site-nav').evaluate((nav) => nav.matches(':popover-open'))).toBe(true)
    await tabTo(page, 'Home')
    await page.keyboard.press('Escape')
    expect(await page.locator('#site-nav').evaluate((nav) => nav.matches(':popover-open'))).toBe(false)
    expect(await focusedOn(page)).toMatchObject({ name: 'Menu' })
    await page.keyboard.press('Enter')
  }
  await tabTo(page, 'Cybersecurity')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/category/cybersecurity')
  await expect.poll(() => focusedOn(page)).toMatchObject({ name: 'Cybersecurity', tag: 'H1' })
  expect(problems).toEqual([])
})

test('an article can be used by keyboard', async () => {
  const { page, context, problems } = await openPage(site.url)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(site.url + ARTICLE)
  await hydrated(page)

  const panel = page.locator('details.made')
  await tabTo(page, /^Written by AI\./)
  await page.keyboard.press('Enter')
  expect(await panel.getAttribute('open')).not.toBeNull()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('details.made') !== null)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  expect(await panel.getAttribute('open')).toBeNull()

  await tabTo(page, /^Source 1: /)
  await page.keyboard.press('Enter')
  await page.waitForURL('**#s1')
  expect(await page.locator('#s1').evaluate(isInView)).toBe(true)
  // Tab continues from the source.
  await tabTo(page, /^Place 1 of source 1/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**#ref-1')
  expect(await page.locator('#ref-1').evaluate(isInView)).toBe(true)

  await tabTo(page, 'Copy')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedOn(page)).toMatchObject({ name: 'Copied' })
  expect((await page.evaluate(() => navigator.clipboard.readText())).length).toBeGreaterThan(20)

  await page.keyboard.press('Control+Home')
  await page.locator('#main').focus()
  await tabTo(page, 'Back')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  expect(problems).toEqual([])
})

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  // The sticky header covers the first 48 px.
  return bottom > 48 && top < innerHeight
}
