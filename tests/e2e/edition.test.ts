import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { categoryLabel } from '#blog/category.ts'
import { firstOfEach, startNewsroom, type TestNewsroom } from '../fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from '../fixtures/newsroom/stories.ts'
import { hydrated, openSession } from './browser.ts'
import { startSite, type Site } from './site.ts'

// An edition as readers meet it: made by the operator's command while the site runs over the same bucket.

let site: Site
let newsroom: TestNewsroom
const stories = firstOfEach(readTimelessStories(), 1)
const titles = stories.map(({ draft }) => draft.title.text)

beforeAll(async () => {
  newsroom = await startNewsroom({ stories })
  site = await startSite({ BUCKET: newsroom.environment.BUCKET ?? '' })
  const { status, output } = await newsroom.run()
  expect(status, output).toBe(0)
  await vi.waitUntil(async () => (await (await fetch(`${site.url}/rss.xml`)).text()).split('<item>').length > 5, 30_000)
})

afterAll(async () => {
  await site.close()
  await newsroom.close()
})

test('a running site shows the edition: on the home page, in its categories, in the feed and the sitemap', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  for (const title of titles) expect(await page.getByRole('main').getByText(title).count(), title).toBeGreaterThan(0)
  for (const { category, draft } of stories) {
    await page.goto(`${site.url}/category/${category}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(categoryLabel(category))
    expect(await page.getByTestId('post-card').count()).toBe(1)
    expect(await page.getByText(draft.title.text).first().isVisible()).toBe(true)
  }
  const feed = await (await fetch(`${site.url}/rss.xml`)).text()
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  expect([feed.match(/<item>/g)?.length, sitemap.match(/\/post\//g)?.length]).toEqual([5, 5])
  expect(problems).toEqual([])
  await close()
})

test('every citation of an article leads to its source', async () => {
  const { page, problems, close } = await openSession()
  for (const { category, draft, sources } of stories) {
    await page.goto(`${site.url}/category/${category}`)
    await hydrated(page)
    await page.getByTestId('post-card').getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: draft.title.text }).waitFor()
    const text = page.locator('.prose')
    await text.locator('sup a').first().waitFor()
    const targets = await text.locator('sup a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(targets.length).toBeGreaterThan(5)
    const known = new Set(sources.map(({ url }) => url))
    for (const target of new Set(targets)) {
      const source = page.locator(target ?? '#none')
      expect(await source.count(), `${draft.title.text} ${target}`).toBe(1)
      const [address] = await source
        .getByRole('link')
        .evaluateAll((links) =>
          links.map((link) => link.getAttribute('href')).filter((href) => href?.startsWith('http')),
        )
      expect(known.has(address ?? ''), address ?? 'no address').toBe(true)
    }
    // What bears the sentence is shown at once; the way to the list of sources is that of pages without scripts.
    const first = text.locator('sup a[aria-expanded]').first()
    await first.click()
    const shown = page.getByRole('complementary', { name: 'Evidence' })
    expect(await shown.locator('.which').innerText()).toContain(`Source ${await first.innerText()} of `)
    expect(await shown.locator('blockquote').first().innerText()).not.toBe('')
    await page.keyboard.press('Escape')
    // What the record says, and no more.
    expect(await page.getByText('Written by AI.').first().isVisible()).toBe(true)
    expect(await page.getByText('No human review is on record yet.').first().isVisible()).toBe(true)
  }
  expect(problems).toEqual([])
  await close()
})
