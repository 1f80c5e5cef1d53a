import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession, WIDTHS } from './browser.ts'
import { seen, titlesIn, visibleLines } from './cards.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// The category page and the names of categories (specification 2, decision 3).

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  api.categories = ['blockchain', 'technology', 'web-development', 'Deep_Learning', 'Open Source', 'cybersecurity']
  api.lists['wide'] = [{ PostId: 'w', PostTitle: 'Wide', Category: 'wide', excerpt: 'MAMMOTH WOMANLY '.repeat(20) }]
  api.lists['Deep_Learning'] = [{ PostId: 'd', PostTitle: 'Deep', Category: 'Deep_Learning' }]
  api.lists['Open Source'] = [{ PostId: 'o', PostTitle: 'Open', Category: 'Open Source' }]
  api.lists['cybersecurity'] = api.lists['cybersecurity']?.toReversed() ?? []
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
afterAll(async () => {
  await site.close()
  await api.close()
})

test('a category is Back, its capitalised name as heading, its count, and a grid of cards', async () => {
  const { page, problems, close } = await openCategory('blockchain', 1280)
  expect(await page.getByRole('link', { name: 'Back', exact: true }).isVisible()).toBe(true)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Blockchain')
  expect(await page.getByText('5 articles in this category', { exact: true }).isVisible()).toBe(true)
  expect(await titlesIn(page.getByRole('main'))).toEqual(
    [1, 2, 3, 4, 5].map((number) => `The blockchain article with the number ${number}`),
  )
  const cards = page.getByTestId('post-card')
  expect(await cards.count()).toBe(5)
  expect(await seen(cards.first())).toEqual({
    words: [
      'Blockchain',
      'The blockchain article with the number 1',
      expect.stringMatching(/^Excerpt of blockchain 1\./),
      'Sep 29',
    ],
    href: '/post/blockchain/blockchain-1',
    picture: `${api.bucketUrl}/posts/blockchain/blockchain-1/thumbnail.png`,
  })
  expect(problems).toEqual([])
  await close()
})

test.for(WIDTHS)('the excerpts of the cards are clamped to three lines, at %i px', async (width) => {
  const { page, problems, close } = await openCategory('wide', width)
  expect(await visibleLines(page.locator('.excerpt'))).toBe(3)
  expect(problems).toEqual([])
  await close()
})

test('an empty category says so', async () => {
  const { page, problems, close } = await openCategory('gardening', 1280)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Gardening')
  expect(await page.getByText('0 articles in this category', { exact: true }).isVisible()).toBe(true)
  expect(await page.getByRole('heading', { name: 'No articles found', exact: true }).isVisible()).toBe(true)
  expect(await page.getByText('There are currently no articles in this category.', { exact: true }).isVisible()).toBe(
    true,
  )
  expect(await page.getByRole('link', { name: 'Back', exact: true }).isVisible()).toBe(true)
  expect(await page.getByTestId('post-card').count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test.for([
  ['technology', '1 article in this category'],
  ['web-development', '2 articles in this category'],
] as const)('the count line of %s is "%s"', async ([category, line]) => {
  const { page, problems, close } = await openCategory(category, 1280)
  expect(await page.getByText(/in this category/).allTextContents()).toEqual([line])
  expect(problems).toEqual([])
  await close()
})

test('a category is listed newest first, whatever order the backend gives', async () => {
  const { page, problems, close } = await openCategory('cybersecurity', 1280)
  expect(await titlesIn(page.getByRole('main'))).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `The cybersecurity article with the number ${number}`),
  )
  expect(problems).toEqual([])
  await close()
})

test.for([
  ['deep_learning', 'Deep Learning', 'Deep', 'Deep_Learning'],
  ['deep-learning', 'Deep Learning', 'Deep', 'Deep_Learning'],
  ['Deep%20Learning', 'Deep Learning', 'Deep', 'Deep_Learning'],
  ['DEEP-LEARNING', 'Deep Learning', 'Deep', 'Deep_Learning'],
  ['open%20source', 'Open Source', 'Open', 'Open Source'],
  ['open-source', 'Open Source', 'Open', 'Open Source'],
  ['OPEN_SOURCE', 'Open Source', 'Open', 'Open Source'],
] as const)('/category/%s opens the page of %s', async ([address, label, title, spelling]) => {
  api.calls.length = 0
  const { page, problems, close } = await openCategory(address, 1280)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(label)
  expect(await titlesIn(page.getByRole('main'))).toEqual([title])
  const asked = api
    .callsTo('/list-posts-by-category')
    .map((call) => new URL(call, api.url).searchParams.get('category'))
  expect(new Set(asked)).toEqual(new Set([spelling]))
  expect(problems).toEqual([])
  await close()
})

test('in the browser, too, both forms of a name open the same page and ask for one list', async () => {
  const { page, problems, close } = await openCategory('deep_learning', 1280)
  api.calls.length = 0
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Open Source' }).click()
  await page.getByRole('heading', { level: 1, name: 'Open Source' }).waitFor()
  await page.getByRole('link', { name: 'Open', exact: true }).waitFor()
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.setAttribute('data-before', ''))
  await page.evaluate(() => {
    history.pushState(null, '', '/category/OPEN-source')
  })
  await page.locator('[data-before]').waitFor({ state: 'detached' })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Open Source')
  expect(await titlesIn(page.getByRole('main'))).toEqual(['Open'])
  expect(api.callsTo('/list-posts-by-category')).toEqual(['/list-posts-by-category?category=Open+Source'])
  expect(problems).toEqual([])
  await close()
})

async function openCategory(address: string, width: number) {
  const session = await openSession({ width })
  await session.page.goto(`${site.url}/category/${address}`)
  await settled(session.page)
  return session
}
