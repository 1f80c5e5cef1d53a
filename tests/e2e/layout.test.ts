import { beforeAll, expect, test } from 'vitest'
import { hydrated, openSession, shiftOf, WIDTHS } from './browser.ts'
import { PAGES } from './pages.ts'
import { firstEdition, type Site } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

test('no page scrolls sideways, from 320 to 1920 px', async () => {
  const { page, problems, close } = await openSession()
  for (const { path } of PAGES) {
    await page.goto(site.url + path)
    for (const width of [320, 360, 390, 600, 768, 1024, 1152, 1280, 1680, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await close()
})

test.for(WIDTHS)('nothing moves while a page loads and comes to life, at %i px', async (width) => {
  const { page, close } = await openSession({ width })
  for (const { path } of PAGES) {
    await page.goto(site.url + path)
    await hydrated(page)
    // The swap of a web font for its metric-matched fallback may move a glyph by a hair: less than a thousandth.
    expect(await shiftOf(page), path).toBeLessThan(0.001)
  }
  await close()
})

test('a page is zoomed to 400% without losing anything', async () => {
  // 1280 px at 400% are 320 CSS pixels: WCAG 1.4.10.
  const { page, close } = await openSession({ width: 320, height: 256 })
  await page.goto(`${site.url}${PAGES[1].path}`)
  await hydrated(page)
  await page.getByRole('heading', { name: 'Sources' }).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await close()
})
