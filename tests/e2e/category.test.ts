import { expect, test } from 'vitest'
import { PAGE_SIZE } from '#blog/routes.ts'
import { hold, hydrated, openPage, sessionFor } from './browser.ts'
import { firstEdition, publish, startOwnSite } from './site.ts'

// Tests loading more posts in a category, and pages whose content has not arrived yet.

const COUNT = 5 * PAGE_SIZE + 3
const PATH = '/category/technology'
// An article with every element that can appear between the title and the text.
const ARTICLE = '/post/artificial-intelligence/what-a-context-window-costs'

const site = await startOwnSite()
for (let number = 1; number <= COUNT; number += 1)
  await publish(site, { id: `p${number}`, title: titleOf(number), date: new Date(number * 3_600_000).toISOString() })

test('up to four pages of cards load on scroll, and further ones by a link that moves the focus', async () => {
  const { page, problems } = await openPage(site.url + PATH)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/list-posts-by-category')) calls.push(request.url())
  })
  const cards = page.getByTestId('post-card')
  const older = page.getByRole('link', { name: 'Older articles' })
  for (const pages of [2, 3, 4]) {
    await older.scrollIntoViewIfNeeded()
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(pages * PAGE_SIZE)
  }
  expect(await cards.count()).toBe(4 * PAGE_SIZE)
  await older.click()
  await expect.poll(() => cards.count()).toBe(5 * PAGE_SIZE)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(titleOf(COUNT - 4 * PAGE_SIZE))
  await older.click()
  await expect.poll(() => cards.count()).toBe(COUNT)
  expect(await older.count()).toBe(0)
  expect(page.url()).toBe(site.url + PATH)
  expect(calls).toHaveLength(5)

  // After the reader opens an article and goes back, the page shows the same cards without loading them again.
  await cards.first().getByRole('link').last().click()
  await page.getByRole('heading', { level: 1, name: titleOf(COUNT) }).waitFor()
  await page.goBack()
  await expect.poll(() => cards.count()).toBe(COUNT)
  expect(calls).toHaveLength(5)
  expect(problems.filter((problem) => !problem.includes('404 (Not Found)'))).toEqual([])
})

test('the focus moves from the link to the first new card when cards load', async () => {
  const { page } = await openPage(`${site.url}${PATH}?page=4`, { width: 390 })
  const release = await hold(page, '**/list-posts-by-category*')
  const older = page.getByRole('link', { name: 'Older articles' })
  await older.scrollIntoViewIfNeeded()
  await page.locator('[aria-busy]').first().waitFor()
  await older.focus()
  release()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(titleOf(COUNT - 4 * PAGE_SIZE))
})

test.for([390, 1280])(
  'an article opened from a card shows its heading immediately, and nothing moves later, at %i px',
  async (width) => {
    const { page, problems, release } = await openHeld(
      '/category/artificial-intelligence',
      '**/get-post-content?*',
      width,
    )
    const link = page.getByRole('main').locator(`a[href="${ARTICLE}"]`)
    const title = await link.textContent()
    await link.evaluate((element: HTMLElement) => element.click())
    const heading = page.getByRole('heading', { level: 1 })
    await page.getByTestId('skeleton').waitFor()
    expect(await heading.textContent()).toBe(title)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    const places = () =>
      page.evaluate(() =>
        ['main h1', 'main article img'].map((selector) => {
          const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
          return [x, y, width, height]
        }),
      )
    const before = await places()
    release()
    await page.getByRole('heading', { name: 'Sources' }).waitFor()
    expect(await places()).toEqual(before)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(problems).toEqual([])
  },
)

test("the scroll position does not change when an article's text arrives", async () => {
  const { page, release } = await openHeld('/', '**/get-post-content?*', 390)
  await page.getByTestId('hero').getByRole('link').last().click()
  await page.getByTestId('skeleton').waitFor()
  await page.evaluate(() => scrollTo(0, 200))
  release()
  await page.getByTestId('related').waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(200)
})

test('a category opened from the home page first shows the cards from there, without a count', async () => {
  const { page, release } = await openHeld('/', '**/list-posts-by-category?*', 1280)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cybersecurity' })
  await link.evaluate((element: HTMLElement) => element.click())
  await page.getByRole('heading', { level: 1, name: 'Cybersecurity' }).waitFor()
  await page.getByTestId('post-card').first().waitFor()
  expect(await page.getByText('in this category').count()).toBe(0)
  release()
  await page.getByText(/^\d+ articles in this category$/).waitFor()
})

/**
 * Opens a page of the first edition. Responses to requests that match the pattern are delayed until `release` is
 * called.
 */
async function openHeld(path: string, pattern: string, width: number) {
  const edition = await firstEdition()
  const session = await sessionFor({ width })
  const release = await hold(session.page, pattern)
  await session.page.goto(edition.url + path)
  await hydrated(session.page)
  return { ...session, release }
}

function titleOf(number: number): string {
  return `The article with the number ${number}`
}
