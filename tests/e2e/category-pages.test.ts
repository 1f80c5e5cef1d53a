import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGE_SIZE } from '#blog/routes.ts'
import { openSession } from './browser.ts'
import { titlesIn } from './cards.ts'
import { publish, startSite, type Site } from './site.ts'

// A category of more posts than its page shows: what follows comes as one scrolls, and by links without JavaScript.

const COUNT = 5 * PAGE_SIZE + 3
const PATH = '/category/technology'
let site: Site

beforeAll(async () => {
  site = await startSite()
  for (let number = 1; number <= COUNT; number += 1)
    await publish(site, { id: `p${number}`, title: titleOf(number), date: new Date(number * 3_600_000).toISOString() })
})
afterAll(() => site.close())

const titleOf = (number: number) => `The article with the number ${number}`
// Newest first: so many, beginning behind so many.
const titles = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => titleOf(COUNT - from - index))
// These posts have no pictures.
const isOther = (problem: string) => !problem.includes('404 (Not Found)')
const html = async (path: string) => await (await fetch(site.url + path)).text()

test('the first page shows 24 cards, states the whole count and holds no more than it shows', async () => {
  const { page, problems, close } = await openSession({ javaScript: false })
  await page.goto(site.url + PATH)
  expect(await page.getByText(`${COUNT} articles in this category`, { exact: true }).isVisible()).toBe(true)
  expect(await titlesIn(page.getByRole('main'))).toEqual(titles(0, PAGE_SIZE))
  expect(await html(PATH)).not.toContain(titleOf(COUNT - PAGE_SIZE))
  expect(problems.filter(isOther)).toEqual([])
  await close()
})

test('without JavaScript its links lead to every post, page by page, each with its own address', async () => {
  const { page, close } = await openSession({ javaScript: false })
  await page.goto(site.url + PATH)
  const shown: string[] = []
  for (let number = 1; number <= 6; number += 1) {
    shown.push(...(await titlesIn(page.getByRole('main'))))
    const address = number === 1 ? PATH : `${PATH}?page=${number}`
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
      new RegExp(`${address.replace('?', '\\?')}$`),
    )
    expect(await page.getByRole('link', { name: 'Newer articles' }).count()).toBe(number === 1 ? 0 : 1)
    const older = page.getByRole('link', { name: 'Older articles' })
    expect(await older.count()).toBe(number === 6 ? 0 : 1)
    if (number < 6) await older.click()
  }
  expect(shown).toEqual(titles(0, COUNT))
  await page.getByRole('link', { name: 'Newer articles' }).click()
  expect(page.url()).toBe(`${site.url}${PATH}?page=5`)
  await close()
})

test.for([
  [`${PATH}?page=7`, 404, '/category/technology?page=7'],
  [`${PATH}?page=1`, 200, '/category/technology'],
  [`${PATH}?page=0`, 200, '/category/technology'],
  [`${PATH}?page=02`, 200, '/category/technology'],
  [`${PATH}?page=x`, 200, '/category/technology'],
  [`${PATH}?utm_source=a`, 200, '/category/technology'],
  [`${PATH}?utm_source=a&page=2`, 200, '/category/technology?page=2'],
  ['/category/gardening?page=2', 404, '/category/gardening?page=2'],
  ['/about?page=2', 200, '/about'],
] as const)('%s is %i', async ([path, status, canonical]) => {
  const response = await fetch(site.url + path)
  expect(response.status).toBe(status)
  expect(response.headers.get('no-vary-search')).toBe('params, except=("page" "q")')
  expect(await response.text()).toContain(`rel="canonical" href="http://localhost:0${canonical}"`)
})

test('further cards come as one scrolls, three pages of them, then when the link is pressed; the focus is on the first', async () => {
  const { page, problems, close } = await openSession({ width: 1280 })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/list-posts-by-category')) calls.push(request.url())
  })
  await page.goto(site.url + PATH)
  const cards = page.getByTestId('post-card')
  for (const pages of [2, 3, 4]) {
    await page.getByRole('link', { name: 'Older articles' }).scrollIntoViewIfNeeded()
    await expect.poll(() => cards.count(), { timeout: 10_000 }).toBeGreaterThanOrEqual(pages * PAGE_SIZE)
  }
  expect(await cards.count()).toBe(4 * PAGE_SIZE)
  await page.getByRole('link', { name: 'Older articles' }).click()
  await expect.poll(() => cards.count(), { timeout: 10_000 }).toBe(5 * PAGE_SIZE)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(titleOf(COUNT - 4 * PAGE_SIZE))
  await page.getByRole('link', { name: 'Older articles' }).click()
  await expect.poll(() => cards.count(), { timeout: 10_000 }).toBe(COUNT)
  expect(await page.getByRole('link', { name: 'Older articles' }).count()).toBe(0)
  expect(await titlesIn(page.getByRole('main'))).toEqual(titles(0, COUNT))
  expect(page.url()).toBe(site.url + PATH)
  expect(calls).toHaveLength(5)
  expect(problems.filter(isOther)).toEqual([])
  await close()
})

test('who has reached the link by keyboard when more comes by itself goes on with the first of it', async () => {
  const { page, close } = await openSession({ width: 390 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/list-posts-by-category*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${site.url}${PATH}?page=5`)
  const older = page.getByRole('link', { name: 'Older articles' })
  await older.scrollIntoViewIfNeeded()
  await page.locator('.pages [aria-busy]').waitFor()
  await older.focus()
  release()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(titleOf(COUNT - 5 * PAGE_SIZE))
  await close()
})

test('what has come is still there after an article and Back, without being fetched again', async () => {
  const { page, close } = await openSession({ width: 1280 })
  await page.goto(site.url + PATH)
  const cards = page.getByTestId('post-card')
  await page.getByRole('link', { name: 'Older articles' }).scrollIntoViewIfNeeded()
  await expect.poll(() => cards.count(), { timeout: 10_000 }).toBeGreaterThanOrEqual(2 * PAGE_SIZE)
  const count = await cards.count()
  await cards.first().getByRole('link').last().click()
  await page.getByRole('heading', { level: 1, name: titleOf(COUNT) }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Technology' }).waitFor()
  // The heading answers the press, the cards come one frame later.
  await cards.first().waitFor()
  expect(await cards.count()).toBeGreaterThanOrEqual(count)
  await close()
})

test('a page is served the same when it is asked for again, and anew when a post has come', async () => {
  const second = `${PATH}?page=2`
  const before = await fetch(site.url + second)
  expect(await (await fetch(site.url + second)).text()).toBe(await before.text())
  const again = await fetch(site.url + second, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  await publish(site, { id: 'new', title: 'The newest of all', date: new Date(COUNT * 4_000_000).toISOString() })
  const after = await html(second)
  expect(after).toContain(titleOf(COUNT - PAGE_SIZE + 1))
  expect(after).toContain(`${COUNT + 1} articles in this category`)
})
