import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { firstEdition, startForeignSite } from '../e2e/site.ts'
import { feedComplaints } from '../fixtures/feeds/complaints.ts'
import { getPage } from './page.ts'

// Tests the feeds of the first edition, and the pages' links to feeds, manifest, icons and Markdown.

// The default SITE_URL of a site whose PORT is 0.
const SITE_URL = 'http://localhost:0'
const ARTICLE = '/post/technology/raft-in-one-sitting'

const site = await firstEdition()
const { site: clientSite } = await startForeignSite()

const FEEDS = [
  'alternate application/rss+xml /rss.xml',
  'alternate application/atom+xml /atom.xml',
  'alternate application/feed+json /feed.json',
]

test.for([
  { path: '', count: 24 },
  { path: '/category/technology', count: 4 },
])('the feeds at "$path" contain $count complete articles in all three formats', async ({ path, count }) => {
  const [rssText = '', atomText = '', jsonText = ''] = await Promise.all(
    ['rss.xml', 'atom.xml', 'feed.json'].map(async (name) => {
      const text = await (await fetch(`${site.url}${path}/${name}`)).text()
      expect(feedComplaints(text, `${SITE_URL}${path}/${name}`)).toEqual([])
      return text
    }),
  )
  const rss = parseRssFeed(rssText).items ?? []
  const atom = parseAtomFeed(atomText).entries ?? []
  const json = parseJsonFeed(jsonText).items ?? []
  const links = json.map(({ url }) => url)
  expect(links).toHaveLength(count)
  for (const link of links) expect(link).toMatch(/^http:\/\/localhost:0\/post\//)
  expect(rss.map(({ link }) => link)).toEqual(links)
  expect(atom.map((entry) => entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href)).toEqual(
    links,
  )
  for (const { content_html: html = '' } of json) {
    expect(html.length).toBeGreaterThan(3_000)
    expect(html).toContain('<h2>Sources</h2>')
  }
})

test('every page links to the feeds, the manifest and the icons, and all of them exist', async () => {
  for (const path of ['/', '/about', '/category/technology', ARTICLE, '/nowhere']) {
    const links = await linksOf(site.url + path)
    expect([path, FEEDS.filter((link) => !links.includes(link))]).toEqual([path, []])
  }
  const files = (await linksOf(site.url)).filter((link) => /^(?:alternate|manifest|icon|apple-touch-icon) /.test(link))
  expect(files).toHaveLength(6)
  for (const file of files) {
    const [, type = '', path = ''] = file.split(' ')
    const { status, headers } = await fetch(site.url + path)
    expect([path, status]).toEqual([path, 200])
    if (type !== '-') expect(headers.get('content-type')).toContain(type)
  }
  for (const path of ['/icon-48.png', '/icon-144.png', '/icon-192.png', '/icon-512.png', '/favicon.ico']) {
    const { status, headers } = await fetch(site.url + path)
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'image/png'])
  }
})

test('a category links to its own feeds and an article to its Markdown', async () => {
  const own = async (path: string) =>
    (await linksOf(site.url + path)).filter((link) => link.startsWith('alternate ') && !FEEDS.includes(link))
  expect(await own('/category/technology')).toEqual([
    'alternate application/rss+xml /category/technology/rss.xml',
    'alternate application/atom+xml /category/technology/atom.xml',
    'alternate application/feed+json /category/technology/feed.json',
  ])
  const markdown = '/bucket/stet/posts/technology/raft-in-one-sitting/post.md'
  expect(await own(ARTICLE)).toEqual([`alternate text/markdown ${markdown}`])
  const response = await fetch(site.url + markdown)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  for (const path of ['/', '/about', '/nowhere', '/post/technology/none'])
    expect([path, await own(path)]).toEqual([path, []])
})

test('a site with a remote backend does not link to Markdown and has no OpenSearch description', async () => {
  const path = '/post/blockchain/blockchain-1'
  const links = await linksOf(clientSite.url + path)
  expect(links).toContain(`canonical - ${SITE_URL}${path}`)
  expect(links.filter((link) => link.includes('markdown'))).toEqual([])
  expect((await fetch(`${clientSite.url}/opensearch.xml`)).status).toBe(404)
})

/** Returns the links in a page's head as `relation type URL`. */
async function linksOf(url: string): Promise<string[]> {
  const page = await getPage(url)
  return page
    .all('head link')
    .map((link) => ['rel', 'type', 'href'].map((name) => link.getAttribute(name) ?? '-').join(' '))
}
