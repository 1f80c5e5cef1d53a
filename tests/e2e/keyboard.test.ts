import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrated, LOOKS, openPage } from './browser.ts'
import { firstEdition } from './site.ts'

// The site used by keyboard alone, as docs/keyboard.md describes.

const ARTICLE = '/post/artificial-intelligence/what-a-context-window-costs'
const MAX_STOPS = 120

const site = await firstEdition()

test.for(LOOKS)('menu, navigation and search can be used by keyboard (%o)', async (look) => {
  const { page, problems } = await openPage(site.url, look)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatchObject({ name: 'Skip to content', visible: true, inView: true })
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
    expect(await focused(page)).toMatchObject({ name: 'Menu' })
    await page.keyboard.press('Enter')
  }
  await tabTo(page, 'Cybersecurity')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/category/cybersecurity')
  await expect.poll(() => focused(page)).toMatchObject({ name: 'Cybersecurity', tag: 'H1' })
  await expect.poll(() => announced(page)).toContain('Cybersecurity')

  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search articles' })
  await field.waitFor()
  await page.keyboard.type('key')
  await expect.poll(() => announced(page)).toMatch(/\d+ articles found/)
  const chosen = page.locator('[role=option][aria-selected=true]')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toMatchObject({ tag: 'H1' })

  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('context window')
  await chosen.filter({ hasText: 'A full context window' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${ARTICLE}`)
  await expect.poll(() => focused(page)).toMatchObject({ tag: 'H1', name: expect.stringContaining('context window') })
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
  await expect.poll(() => focused(page)).toMatchObject({ name: 'Copied' })
  expect((await page.evaluate(() => navigator.clipboard.readText())).length).toBeGreaterThan(20)

  await page.keyboard.press('Control+Home')
  await page.locator('#main').focus()
  await tabTo(page, 'Back')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  expect(problems).toEqual([])
})

/** Presses Tab until an element with this name has the focus. Every element on the way must show its focus. */
async function tabTo(page: Page, name: string | RegExp) {
  const passed: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    const stopped = await focused(page)
    // After the last element the focus leaves the page.
    if (stopped.tag !== 'BODY') expect(stopped, `after ${passed.join(', ')}`).toMatchObject({ visible: true })
    passed.push(stopped.name)
    if (typeof name === 'string' ? stopped.name === name : name.test(stopped.name)) return page.locator(':focus')
  }
  throw new Error(`There is no stop "${name}" among ${passed.join(', ')}.`)
}

/** Describes the focused element: its name, and whether its focus is visible. */
async function focused(page: Page) {
  return await page.evaluate(() => {
    const element = document.activeElement
    if (element === null) return { tag: '', name: '', visible: false, inView: false }
    const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
    const named = element.getAttribute('aria-label') ?? (label ?? element).textContent
    // A card shows the focus of its link.
    const shown = [element, ...document.querySelectorAll(':has(:focus-visible)')].some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { top, bottom } = element.getBoundingClientRect()
    return {
      tag: element.tagName,
      name: named.replaceAll(/\s+/g, ' ').trim(),
      visible: shown,
      inView: bottom > 0 && top < innerHeight,
    }
  })
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  // The sticky header covers the first 48 px.
  return bottom > 48 && top < innerHeight
}

async function announced(page: Page): Promise<string> {
  return (await page.getByRole('status').allTextContents()).join(' ')
}
