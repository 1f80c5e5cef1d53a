import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hold, hydrated, openPage, overflowOf, sessionFor } from './browser.ts'
import { publish, startOwnSite } from './site.ts'

// Tests a navigation row that is wider than the viewport.

const CATEGORIES = [
  'robotics',
  'quantum-computing',
  'artificial-intelligence',
  'cybersecurity',
  'developer-tools',
  'zoology',
]
const site = await startOwnSite()
for (const category of CATEGORIES) await publish(site, { id: `in-${category}`, category })

const row = (page: Page) => page.getByRole('navigation', { name: 'Main' }).locator('ul')
const reach = (page: Page) =>
  row(page).evaluate((list) => ({ left: list.scrollLeft, more: list.scrollWidth - list.clientWidth }))

test('every link in a row that is too wide can be reached by keyboard', async () => {
  const { page } = await openPage(`${site.url}/about`, { javaScript: false })
  for (const { width, zoom } of [
    { width: 820, zoom: '100%' },
    { width: 1280, zoom: '200%' },
  ]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), zoom)
    for (const link of await row(page).getByRole('link').all()) {
      await link.focus()
      const box = await link.boundingBox()
      expect(box && box.x >= -1 && box.x + box.width <= width + 1, (await link.textContent()) ?? '').toBe(true)
    }
    expect(await overflowOf(page)).toBe(0)
  }
})

test('an edge of the row fades if more entries follow there', async () => {
  const { page } = await openPage(`${site.url}/category/zoology`, { width: 820 })
  const { left, more } = await reach(page)
  expect([left > 0, more > 0]).toEqual([true, true])
  // In a black row, only a fading edge shows the light page behind it.
  const fades = async () => {
    await row(page).evaluate((list) => (list.style.background = '#000'))
    const image = sharp(await row(page).screenshot())
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    // Do not check the outermost pixels, because the row can start in the middle of one.
    return [4, info.width - 5].map((x) => (data[x * info.channels] ?? 0) > 128)
  }
  await row(page).evaluate((list) => list.scrollTo(0, 0))
  await expect.poll(fades).toEqual([false, true])
  await row(page).evaluate((list) => list.scrollTo(list.scrollWidth, 0))
  await expect.poll(fades).toEqual([true, false])
  // A row that fits is centred and does not scroll.
  await page.setViewportSize({ width: 1600, height: 900 })
  expect(await reach(page)).toEqual({ left: 0, more: 0 })
  const first = await row(page).getByRole('link').first().boundingBox()
  const last = await row(page).getByRole('link').last().boundingBox()
  expect(Math.abs((first?.x ?? 0) - (1600 - (last?.x ?? 0) - (last?.width ?? 0)))).toBeLessThan(4)
  await page.reload()
  await expect.poll(fades).toEqual([false, false])
})

test('the current category is centred, in the first frame and after a navigation', async () => {
  const { page } = await sessionFor({ width: 820 })
  // Returns an entry's distance from the centre, or from the closest position to which the row can scroll it.
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
  expect(await offCentre('Developer Tools')).toBeLessThan(24)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Quantum Computing' }).click()
  await expect.poll(() => offCentre('Quantum Computing')).toBeLessThan(4)
})

test('hydration does not move a row that the reader has already scrolled', async () => {
  const { page } = await sessionFor({ width: 820 })
  const release = await hold(page, '**/*.js')
  await page.goto(`${site.url}/category/zoology`, { waitUntil: 'commit' })
  await expect.poll(async () => (await reach(page)).left).toBeGreaterThan(0)
  await row(page).evaluate((list) => list.scrollTo(0, 0))
  release()
  await hydrated(page)
  expect((await reach(page)).left).toBe(0)
})
