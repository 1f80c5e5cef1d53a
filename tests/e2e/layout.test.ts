import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { PAGES } from './pages.ts'
import { startSite, type Site } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite({ BUCKET: `file:${inject('firstEdition')}` })
})
afterAll(() => site.close())

test.for([320, 360, 390, 600, 768, 1024, 1152, 1280, 1680, 1920])(
  'no page scrolls sideways at %i px',
  async (width) => {
    const { page, problems, close } = await openSession({ width })
    for (const { path } of PAGES) {
      await page.goto(site.url + path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
    await close()
  },
)

test.for(WIDTHS)('nothing moves while a page loads and comes to life, at %i px', async (width) => {
  const { page, close } = await openSession({ width })
  for (const { path } of PAGES) {
    await page.goto(site.url + path)
    await hydrated(page)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          const add = (entries: PerformanceObserverEntryList) => {
            for (const entry of entries.getEntries()) {
              if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) sum += Number(entry.value)
            }
          }
          new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), 100)
        }),
    )
    // The swap of a web font for its metric-matched fallback may move a glyph by a hair: less than a thousandth.
    expect(shift, path).toBeLessThan(0.001)
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

test('text can be spaced as WCAG 1.4.12 asks without being cut', async () => {
  const { page, close } = await openSession({ width: 390 })
  for (const { path } of PAGES) {
    await page.goto(site.url + path)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }',
      )
      document.adoptedStyleSheets.push(sheet)
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
  await close()
})
