import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { firstEdition, publish, startSite, type Site } from './site.ts'

// A page that is opened from a card shows at once what is known of it; what comes later takes the place that it had.

// With all that an article can have between its title and its text.
const ARTICLE = '/post/artificial-intelligence/what-a-context-window-costs'

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

test.for(WIDTHS)(
  'an article has the title, chip, picture and excerpt of its card before its text, and none of them moves, at %i px',
  async (width) => {
    const { page, problems, close } = await openSession({ width })
    const answer = await hold(page, '**/get-post-content?*')
    await page.goto(`${site.url}/category/artificial-intelligence`)
    await hydrated(page)
    const card = page.getByTestId('post-card').filter({ has: page.locator(`a[href="${ARTICLE}"]`) })
    const [title, excerpt] = await Promise.all([
      card.getByRole('link').textContent(),
      card.locator('.excerpt').textContent(),
    ])
    await card.getByRole('link').evaluate((link: HTMLElement) => link.click())
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.textContent()).toBe(title)
    expect(await page.locator('.lead').textContent()).toBe(excerpt)
    expect(await page.getByRole('main').getByRole('link', { name: 'Artificial Intelligence' }).count()).toBe(1)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.getByTestId('skeleton').waitFor()
    const cover = page.locator('.article-cover img')
    const source = await cover.getAttribute('src')
    const before = await places(page)
    answer()
    await page.locator('.prose p').last().waitFor()
    await page.getByRole('heading', { name: 'Sources' }).waitFor()
    expect(await page.getByTestId('skeleton').count()).toBe(0)
    expect(await places(page)).toEqual(before)
    expect(await cover.getAttribute('src')).toBe(source)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(problems).toEqual([])
    await close()
  },
)

test('who scrolls before the text is there stays there when it comes', async () => {
  const { page, close } = await openSession({ width: 390 })
  const answer = await hold(page, '**/get-post-content?*')
  await page.goto(site.url)
  await hydrated(page)
  await page.getByTestId('hero').getByRole('link').last().click()
  await page.getByTestId('skeleton').waitFor()
  await page.evaluate(() => scrollTo(0, 200))
  answer()
  await page.getByTestId('related').waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(200)
  await close()
})

test('a category has the cards of the home page before its own list, and says how many there are only then', async () => {
  // More than the home page shows of one category.
  const full = await startSite()
  for (let number = 10; number < 32; number += 1)
    await publish(full, { id: `post-${number}`, category: 'cybersecurity', date: `2026-10-01T09:${number}:00Z` })
  const { page, close } = await openSession()
  const answer = await hold(page, '**/list-posts-by-category?*')
  await page.goto(full.url)
  await hydrated(page)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Cybersecurity' })
    .evaluate((link: HTMLElement) => link.click())
  await page.getByRole('heading', { level: 1, name: 'Cybersecurity' }).waitFor()
  // The heading answers the press, the cards come one frame later.
  await page.getByTestId('post-card').first().waitFor()
  const early = await page.getByTestId('post-card').getByRole('link').allTextContents()
  expect(early.length).toBeGreaterThan(0)
  expect(await page.getByText('in this category').count()).toBe(0)
  answer()
  await page.getByText(/^\d+ articles in this category$/).waitFor()
  const all = await page.getByTestId('post-card').getByRole('link').allTextContents()
  expect(all).toHaveLength(22)
  expect(all.length).toBeGreaterThan(early.length)
  expect(all).toEqual(expect.arrayContaining(early))
  await close()
  await full.close()
})

// Keeps a call from its answer until the returned function is called.
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await answered
    await route.continue()
  })
  return answer
}

function places(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    ['h1', '.article-head .chip', '.article-cover', '.lead'].map((selector) => {
      const {
        left = 0,
        top = 0,
        width = 0,
        height = 0,
      } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
      return [selector, left, top, width, height]
    }),
  )
}
