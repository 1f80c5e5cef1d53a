import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSession } from './browser.ts'
import { firstEdition } from './site.ts'

const ARTICLE = '/post/web-development/a-content-policy-without-exceptions'

async function openArticle(size: { width: number; height: number }) {
  const session = await openSession(size)
  await session.page.goto((await firstEdition()).url + ARTICLE)
  return session
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`There is no ${selector}.`)
  return box
}

test('title, lead and the first lines of the text are seen without scrolling on a laptop', async () => {
  const { page, close } = await openArticle({ width: 1280, height: 800 })
  const lead = await boxOf(page, '.lead')
  const text = await boxOf(page, '.prose p')
  expect(lead.y + lead.height).toBeLessThan(800)
  const line = await page
    .locator('.prose p')
    .first()
    .evaluate((element) => parseFloat(getComputedStyle(element).lineHeight))
  expect(text.y + 3 * line).toBeLessThan(800)
  await close()
})

test.for([
  { width: 390, shape: 2.4, beside: false },
  { width: 820, shape: 2.4, beside: false },
  { width: 1200, shape: 2.4, beside: false },
  { width: 1280, shape: 1, beside: true },
  { width: 1920, shape: 1, beside: true },
])('the cover of an article at $width px is $shape : 1', async ({ width, shape, beside }) => {
  const { page, close } = await openArticle({ width, height: 900 })
  const cover = await boxOf(page, '.article-cover .cover')
  const [title, lead] = [await boxOf(page, 'h1'), await boxOf(page, '.lead')]
  expect(cover.width / cover.height).toBeCloseTo(shape, 1)
  expect(cover.x >= title.x + title.width - 1 && cover.y < title.y + title.height).toBe(beside)
  expect(cover.y + cover.height).toBeLessThanOrEqual(lead.y + (beside ? lead.height : 0))
  await close()
})

test('on a phone the byline is whole: on one line where there is room for it, and never cut', async () => {
  for (const width of [390, 320]) {
    const { page, close } = await openArticle({ width, height: 800 })
    const byline = page.locator('.byline')
    expect((await byline.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/^By Stet Newsroom \w+ \d+, \d{4} \d+ min read$/)
    const items = await byline
      .locator(':scope > *')
      .evaluateAll((all) => all.map((item) => item.getBoundingClientRect()))
    const box = await boxOf(page, '.byline')
    for (const { left, right } of items) {
      expect(left).toBeGreaterThanOrEqual(box.x - 0.5)
      expect(right).toBeLessThanOrEqual(box.x + box.width + 0.5)
    }
    if (width === 390) expect(new Set(items.map(({ top }) => Math.round(top))).size).toBe(1)
    await close()
  }
})

test('on a wide screen the text stands in the middle of the window', async () => {
  for (const width of [1440, 1920, 2560]) {
    const { page, close } = await openArticle({ width, height: 1080 })
    const { x, width: measure } = await boxOf(page, '.article-body')
    expect(Math.abs(x + measure / 2 - width / 2)).toBeLessThan(10)
    await close()
  }
})
