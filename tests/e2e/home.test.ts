import { expect, test } from 'vitest'
import { reviewPost } from '#archive/verdict.ts'
import { getPage, textsOf } from '../pages/page.ts'
import { boxOf, openPage, overflowOf, settled } from './browser.ts'
import { firstEdition, publish, startOwnSite, storeOf } from './site.ts'

// Tests the home page's length, lists and requests for a blog that has many posts in seven categories.

const CATEGORIES = [
  'artificial-intelligence',
  'cybersecurity',
  'hardware',
  'policy-and-regulation',
  'science',
  'software-development',
  'web3-and-blockchain',
]
const TITLES = [
  'Small models are quietly taking the boring jobs',
  'Prompt injection is a parsing problem',
  'Rollups, explained to people who run databases',
  'What a context window costs, measured in minutes',
  'The build that got faster by doing less',
  'Why your laptop slows down on battery',
  'How to read an audit',
  'Passkeys are the easy part. Recovery is the product',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützen go digital',
  'Your evals are unit tests. Treat them like unit tests and they will stop lying to you in production',
  'A heap overflow in libwebp_decoder_internal_allocate',
]
const NEWEST = Date.UTC(2026, 10, 20, 16, 40)
const FIVE_HOURS = 18_000_000

const site = await startOwnSite()
for (let number = 0; number < 150; number += 1)
  await publish(site, {
    id: `post-${number}`,
    category: CATEGORIES[number % CATEGORIES.length] ?? '',
    title: `${TITLES[number % TITLES.length]} (${number})`,
    excerpt: 'Routing, tagging, redacting: the work nobody demos is moving to models that fit in a few gigabytes.',
    html: `<p>${'word '.repeat(300 + (number % 5) * 230)}</p>`,
    date: new Date(NEWEST - number * FIVE_HOURS).toISOString(),
  })

test('at 390 px the page is at most 4,500 px long, and cards after the first six are shown as rows', async () => {
  const { page } = await openPage(site.url, { width: 390, javaScript: false })
  const cards = page.locator(
    '[data-testid=latest] [data-testid=post-card], [data-testid=category-section] [data-testid=post-card]',
  )
  const texts = await Promise.all((await cards.all()).map((card) => card.innerText()))
  const hasExcerpt = texts.map((text) => text.includes('Routing, tagging'))
  expect(hasExcerpt).toEqual(hasExcerpt.map((_, index) => index < 5))
  for (const url of [site.url, (await firstEdition()).url]) {
    await page.goto(url)
    expect(await page.evaluate(() => document.documentElement.scrollHeight), url).toBeLessThanOrEqual(4_500)
  }
})

test('long words break inside their cards, and the lists fit the side column or a phone', async () => {
  const { page } = await openPage(site.url, { javaScript: false })
  const setWidth = (width: number) => page.setViewportSize({ width, height: 900 })
  const bottomOf = async (selector: string) => (await boxOf(page.locator(selector).last())).bottom
  for (const width of [1024, 1920, 1280]) {
    await setWidth(width)
    const sections = await bottomOf('[data-testid=category-section]')
    expect(Math.abs(sections - (await bottomOf('[data-testid=trending] ~ *'))), `${width} px`).toBeLessThan(450)
  }

  const river = page.getByRole('region', { name: 'Also new' }).locator('a:visible')
  const shelves = page.getByRole('main').locator('section', { has: page.locator('h2 a') })
  const names = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
  expect(await shelves.locator('h2').allTextContents()).toEqual(names.slice(4, -1))
  const counts = () =>
    shelves.evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll('li')].filter((item) => item.checkVisibility()).length),
    )
  expect([await river.count(), await counts()]).toEqual([12, [3, 3, 3, 3]])
  await setWidth(390)
  expect([await river.count(), await counts()]).toEqual([5, [1, 1, 1, 1]])

  for (const width of [320, 820]) {
    await setWidth(width)
    const titles = page.getByRole('main').locator('a[href*="/post-"]:visible')
    const outside = await titles.evaluateAll((links) =>
      links.flatMap((link) => {
        const words = document.createRange()
        words.selectNodeContents(link)
        const edge = (link.closest('h2, h3, li') ?? link).getBoundingClientRect().right
        return words.getBoundingClientRect().right > edge + 1 ? [link.textContent] : []
      }),
    )
    expect([outside, await overflowOf(page)]).toEqual([[], 0])
  }
})

test('a reviewed post is marked on its card', async () => {
  const mark = 'Reviewed by a person'
  expect((await getPage(site.url)).html).not.toContain(mark)
  const store = storeOf(site)
  const [category = ''] = CATEGORIES.slice(1)
  const judged = { category, id: 'post-1', baseVersion: store.archive.find(category, 'post-1')?.text ?? 0 }
  await reviewPost({ ...store, judged, by: 'Ada', note: '' })
  const cards = textsOf(await getPage(site.url), '[data-testid=latest] [data-testid=post-card]')
  expect(cards.filter((text) => text.includes(mark))).toHaveLength(1)
})

test('the browser requests only posts that the page can show, and renders the same page as the server', async () => {
  const { page, problems } = await openPage(site.url)
  const served = await page.getByRole('main').innerText()
  await page.goto(`${site.url}/about`)
  await settled(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url().slice(site.url.length)))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByTestId('trending').waitFor()
  expect(await page.getByRole('main').innerText()).toBe(served)
  expect(calls.filter((call) => call.startsWith('/list-posts')).toSorted()).toEqual(
    CATEGORIES.map((category) => `/list-posts-by-category?category=${category}&limit=22`),
  )
  expect(problems.filter((problem) => !problem.includes('404 (Not Found)'))).toEqual([])
})
