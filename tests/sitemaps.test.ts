import { expect, test } from 'vitest'
import { at, startFeeds } from './fixtures/feeds/feed-app.ts'
import { checkXml, sitemapComplaints } from './fixtures/feeds/complaints.ts'

test('the news sitemap contains articles from the last two days', async () => {
  const feeds = await startFeeds()
  await feeds.publish({ id: 'today', date: '2026-11-21T09:00:00Z' })
  await feeds.publish({ id: 'edge', date: '2026-11-19T10:00:30Z' })
  await feeds.publish({ id: 'older', date: '2026-11-19T09:00:00Z' })
  await feeds.publish({ id: 'tomorrow', date: '2026-11-22T09:00:00Z' })
  const ids = async () =>
    [...(await feeds.get('/news-sitemap.xml')).matchAll(/technology\/(\w+)</g)].map(([, id]) => id)
  expect(await ids()).toEqual(['today', 'edge'])
  feeds.clock.now = new Date('2026-11-21T10:01:00Z')
  expect(await ids()).toEqual(['today'])
  feeds.clock.now = new Date('2026-11-25T10:00:00Z')
  expect(await ids()).toEqual([])
  expect(sitemapComplaints(await feeds.get('/news-sitemap.xml'), at(''))).toEqual([])
  expect(await feeds.get('/robots.txt')).toContain(
    `Sitemap: ${at('/sitemap.xml')}\nSitemap: ${at('/news-sitemap.xml')}\n`,
  )
})

test('llms.txt has the format that llmstxt.org defines, and links to the Markdown version of each article', async () => {
  const feeds = await startFeeds()
  await feeds.publish({ id: 'one', title: 'A [link](javascript:x) <b>' })
  expect(await feeds.get('/llms.txt')).toBe(`# Stet

> T. Every article is written by AI and says so, with what is on record about human review.

## Newest articles

- [A (link)(javascript:x) \\<b\\>](${at('/bucket/stet/posts/technology/one/post.md')}): Written by AI. No human review is on record yet. A short summary.

## Categories

- [Technology](${at('/category/technology')})

## Feeds

- [RSS](${at('/rss.xml')})
- [Atom](${at('/atom.xml')})
- [JSON Feed](${at('/feed.json')})

## Optional

- [About](${at('/about')}): how the articles are written and checked
- [Search](${at('/opensearch.xml')}): an OpenSearch description of a call that returns JSON
`)
  const markdown = await feeds.request('/bucket/stet/posts/technology/one/post.md')
  expect([markdown.status, (await markdown.text()).includes('Written by AI.')]).toEqual([200, true])
})

test('the OpenSearch description contains the URLs of the results page and of the JSON call', async () => {
  const feeds = await startFeeds()
  await feeds.publish({ id: 'one' })
  const description = await feeds.get('/opensearch.xml')
  checkXml(description)
  const urls = [...description.matchAll(/<Url type="([^"]+)" rel="results" template="([^"]+)"/g)]
  const templatesOf = (wanted: string) =>
    urls.flatMap(([, type, template = '']) => (type === wanted ? [template.replaceAll('&amp;', '&')] : []))
  expect(templatesOf('text/html')).toEqual([at('/search?q={searchTerms}')])
  const templates = templatesOf('application/json')
  expect(templates).toEqual([at('/search-posts?q={searchTerms}&limit={count?}')])
  const address = templates[0]?.replace('{searchTerms}', 'about').replace('{count?}', '5') ?? ''
  const response = await feeds.request(address.slice(at('').length))
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toMatchObject({ posts: [{ PostId: 'one' }] })
})
