import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hydrated, openSession } from './browser.ts'
import { publish, startSite, type Site } from './site.ts'

// The row of categories where it is wider than its window.

const CATEGORIES = [
  'robotics',
  'quantum-computing',
  'artificial-intelligence',
  'cybersecurity',
  'developer-tools',
  'zoology',
]
let site: Site

beforeAll(async () => {
  site = await startSite()
  for (const category of CATEGORIES) await publish(site, { id: `in-${category}`, category })
})
afterAll(() => site.close())

const row = (page: Page) => page.getByRole('navigation', { name: 'Main' }).locator('ul')
const reach = (page: Page) =>
  row(page).evaluate((list) => ({ left: list.scrollLeft, more: list.scrollWidth - list.clientWidth }))

for (const { name, width, zoom } of [
  { name: 'six categories at 820 px', width: 820, zoom: '100%' },
  { name: 'text at 200% at 1280 px', width: 1280, zoom: '200%' },
])
  test(`${name}: every link can be reached, and nothing is wider than the window`, async () => {
    const { page, close } = await openSession({ width, javaScript: false })
    await page.goto(`${site.url}/about`)
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), zoom).catch(() => {})
    await page.addStyleTag({ content: `html { font-size: ${zoom} !important }` }).catch(() => {})
    for (const link of await row(page).getByRole('link').all()) {
      await link.focus()
      const box = await link.boundingBox()
      expect(box && box.x >= -1 && box.x + box.width <= width + 1, (await link.textContent()) ?? '').toBe(true)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await close()
  })

test('the category that one is in is in sight, and the edges fade where more lies behind them', async () => {
  const { page, close } = await openSession({ width: 820 })
  await page.goto(`${site.url}/category/zoology`)
  const current = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Zoology' })
  const box = await current.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 820).toBe(true)
  const { left, more } = await reach(page)
  expect(more).toBeGreaterThan(0)
  expect(left).toBeGreaterThan(0)
  const fades = () =>
    row(page).evaluate((list) => {
      const style = getComputedStyle(list)
      return ['--fade-start', '--fade-end'].map((name) => style.getPropertyValue(name) !== '0px')
    })
  await row(page).evaluate((list) => list.scrollTo(0, 0))
  await expect.poll(fades).toEqual([false, true])
  await row(page).evaluate((list) => list.scrollTo(list.scrollWidth, 0))
  await expect.poll(fades).toEqual([true, false])
  await close()
})

test('the category that one is in stands in the middle, from the first frame and after a navigation', async () => {
  const { page, close } = await openSession({ width: 820 })
  // As near to the middle as the row can be scrolled.
  const offCentre = (name: string) =>
    row(page).evaluate((list, label) => {
      const link = [...list.querySelectorAll('a')].find(({ textContent }) => textContent === label)
      const { x = 0, width = 0 } = link?.getBoundingClientRect() ?? {}
      const box = list.getBoundingClientRect()
      const ideal = list.scrollLeft + x + width / 2 - (box.x + box.width / 2)
      const most = list.scrollWidth - list.clientWidth
      return Math.abs(list.scrollLeft - Math.min(most, Math.max(0, ideal)))
    }, name)
  await page.goto(`${site.url}/category/developer-tools`)
  expect(await offCentre('Developer Tools')).toBeLessThan(24)
  await hydrated(page)
  // Where the browser itself brought it: what a late typeface moves is no reason to move the row under a reader.
  await page.locator('.row-arrow').first().waitFor()
  expect(await offCentre('Developer Tools')).toBeLessThan(24)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Quantum Computing' }).click()
  await expect.poll(() => offCentre('Quantum Computing')).toBeLessThan(4)
  await close()
})

test('a row that was moved before the application came stays where it was moved to', async () => {
  const { page, close } = await openSession({ width: 820 })
  const { promise: moved, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => moved.then(() => route.continue()))
  await page.goto(`${site.url}/category/zoology`, { waitUntil: 'commit' })
  await expect.poll(async () => (await reach(page)).left).toBeGreaterThan(0)
  await row(page).evaluate((list) => list.scrollTo(0, 0))
  goOn()
  await page.locator('.row-arrow').first().waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect((await reach(page)).left).toBe(0)
  await close()
})

test('arrows move the row where more of it lies, and are there for the mouse alone', async () => {
  const { page, problems, close } = await openSession({ width: 820 })
  await page.goto(site.url)
  const arrow = (side: string) => page.locator(`.row-arrow.${side}`)
  await arrow('end').waitFor()
  expect(await arrow('start').count()).toBe(0)
  const box = await arrow('end').boundingBox()
  expect([box?.width, box?.height]).toEqual([44, 48])
  expect([await arrow('end').getAttribute('aria-hidden'), await arrow('end').getAttribute('tabindex')]).toEqual([
    'true',
    '-1',
  ])
  await arrow('end').click()
  await arrow('start').waitFor()
  expect(await page.evaluate(() => document.activeElement?.className)).not.toContain('row-arrow')
  await expect.poll(() => arrow('end').count()).toBe(0)
  await expect
    .poll(async () => {
      const { left, more } = await reach(page)
      return more - left
    })
    .toBeLessThan(9)
  // These posts have no pictures.
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await close()
})

test('arrows whose code comes between the rendering of their place and its effect are shown', async () => {
  const { page, close } = await openSession({ width: 820 })
  // React's scheduler takes its turns by messages: each comes a second later.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (...args: unknown[]) {
      setTimeout(() => Reflect.apply(post, this, args), 1_000)
    }
  })
  const { promise: drawn, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/later-*.js', (route) => drawn.then(() => route.continue()))
  await page.goto(site.url)
  await row(page).evaluate(async (list) => {
    while (!Object.keys(list).some((key) => key.startsWith('__reactFiber')))
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  goOn()
  await page.locator('.row-arrow.end').waitFor()
  await close()
})

test('a row that fits stands in the middle, without a fade', async () => {
  const { page, close } = await openSession({ width: 1600 })
  await page.goto(site.url)
  expect(await reach(page)).toEqual({ left: 0, more: 0 })
  const first = await row(page).getByRole('link').first().boundingBox()
  const last = await row(page).getByRole('link').last().boundingBox()
  expect(Math.abs((first?.x ?? 0) - (1600 - (last?.x ?? 0) - (last?.width ?? 0)))).toBeLessThan(4)
  await hydrated(page)
  expect(await page.locator('.row-arrow').count()).toBe(0)
  await close()
})
