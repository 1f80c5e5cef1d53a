import { afterAll, expect, test, vi } from 'vitest'
import { firstOfEach, startNewsroom } from '../fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from '../fixtures/newsroom/stories.ts'
import { getPage, textOf, valuesOf } from '../pages/page.ts'
import { startOwnSite } from './site.ts'

// Tests that the operator's command publishes an edition while a site uses the same bucket.

const stories = firstOfEach(readTimelessStories(), 1)
const newsroom = await startNewsroom({ stories })
afterAll(() => newsroom.close())
const site = await startOwnSite({ BUCKET: newsroom.environment.BUCKET ?? '' })
const { status, output } = await newsroom.run()

test('a running site shows the new edition on all pages, and each citation links to its source', async () => {
  expect(status, output).toBe(0)
  const countIn = async (path: string, pattern: RegExp) =>
    (await (await fetch(site.url + path)).text()).match(pattern)?.length
  await vi.waitUntil(async () => (await countIn('/rss.xml', /<item>/g)) === 5, 30_000)
  expect(await countIn('/sitemap.xml', /\/post\//g)).toBe(5)
  const home = textOf((await getPage(site.url)).one('main'))
  for (const { category, draft, sources } of stories) {
    expect(home).toContain(draft.title.text)
    const list = await getPage(`${site.url}/category/${category}`)
    const [path = null] = valuesOf(list, '[data-testid=post-card] :is(h2, h3) a', 'href')
    const article = await getPage(site.url + path)
    expect(article.one('h1').textContent).toBe(draft.title.text)
    expect(textOf(article.one('main'))).toContain('Written by AI. No human review is on record yet.')
    const citations = valuesOf(article, '.prose :is(sup, .quiet) a', 'href')
    expect(citations.length).toBeGreaterThan(5)
    const urls = sources.map(({ url }) => url)
    for (const citation of new Set(citations)) {
      const links = valuesOf(article, `${citation} a[href^=http]`, 'href')
      expect(urls, `${draft.title.text} ${citation}`).toContain(links[0]?.split('#:~:')[0])
    }
  }
})
