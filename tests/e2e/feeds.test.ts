import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { feedComplaints, sitemapComplaints } from '../fixtures/feeds/complaints.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { startSite, type Site } from './site.ts'

const SITE_URL = 'https://blog.example'
const ARTICLE = '/post/technology/raft-in-one-sitting'

let site: Site
let backend: FakeBackend
let clientSite: Site

beforeAll(async () => {
  site = await startSite({ BUCKET: `file:${inject('firstEdition')}`, SITE_URL, WEBSUB_HUB: 'https://hub.example/' })
  backend = await startFakeBackend()
  clientSite = await startSite({ API_HOST: backend.url, BUCKET_URL: backend.bucketUrl, SITE_URL })
})
afterAll(() => Promise.all([site.close(), clientSite.close(), backend.close()]))

/** The links in the head of a page, as `relation type address`. */
async function linksOf(url: string): Promise<string[]> {
  const { document } = parseHTML(await (await fetch(url)).text())
  return [...document.querySelectorAll('head link')].map((link) =>
    ['rel', 'type', 'href'].map((name) => link.getAttribute(name) ?? '-').join(' '),
  )
}

const WHOLE = [
  'alternate application/rss+xml /rss.xml',
  'alternate application/atom+xml /atom.xml',
  'alternate application/feed+json /feed.json',
]

test('the feeds of the first edition keep every rule, and each entry is whole', async () => {
  for (const folder of ['', '/category/technology']) {
    const get = async (path: string) => await (await fetch(site.url + folder + path)).text()
    for (const path of ['/rss.xml', '/atom.xml', '/feed.json'])
      expect(feedComplaints(await get(path), `${SITE_URL}${folder}${path}`)).toEqual([])
    const json = await get('/feed.json')
    const texts = [...json.matchAll(/"content_html":"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
    expect(texts).toHaveLength(folder === '' ? 24 : 4)
    expect(texts.filter((text) => text.length < 3_000 || !text.includes('<h2>Sources</h2>'))).toEqual([])
  }
  for (const path of ['/sitemap.xml', '/news-sitemap.xml'])
    expect(sitemapComplaints(await (await fetch(site.url + path)).text(), SITE_URL)).toEqual([])
})

test('every page names the feeds, the manifest and the icons, and each of them is there', async () => {
  for (const path of ['/', '/about', '/category/technology', ARTICLE, '/nowhere']) {
    const links = await linksOf(site.url + path)
    expect([path, WHOLE.filter((link) => !links.includes(link))]).toEqual([path, []])
  }
  const links = await linksOf(site.url)
  const places = links.flatMap(
    (link) => /^(?:alternate|manifest|icon|apple-touch-icon) .* (\/.*)$/.exec(link)?.[1] ?? [],
  )
  expect(places).toHaveLength(6)
  for (const place of places) {
    const { status, headers } = await fetch(site.url + place)
    const type = links.find((link) => link.endsWith(place))?.split(' ')[1]
    expect([place, status]).toEqual([place, 200])
    if (type !== '-') expect(headers.get('content-type')).toContain(type)
  }
  for (const path of ['/icon-48.png', '/icon-144.png', '/icon-192.png', '/icon-512.png', '/favicon.ico']) {
    const { status, headers } = await fetch(site.url + path)
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'image/png'])
  }
})

test('a category names its own feeds, an article its Markdown, nothing else does', async () => {
  const own = async (url: string) =>
    (await linksOf(url)).filter((link) => link.startsWith('alternate ') && !WHOLE.includes(link))
  expect(await own(`${site.url}/category/technology`)).toEqual([
    'alternate application/rss+xml /category/technology/rss.xml',
    'alternate application/atom+xml /category/technology/atom.xml',
    'alternate application/feed+json /category/technology/feed.json',
  ])
  const markdown = '/bucket/stet/posts/technology/raft-in-one-sitting/post.md'
  expect(await own(site.url + ARTICLE)).toEqual([`alternate text/markdown ${markdown}`])
  const answer = await fetch(site.url + markdown)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  for (const path of ['/', '/about', '/nowhere', '/post/technology/none'])
    expect([path, await own(site.url + path)]).toEqual([path, []])
})

test('a site over a backend of others names no Markdown, as that keeps none', async () => {
  const summary = (await (await fetch(`${clientSite.url}/feed.json`)).text()).match(/"url":"[^"]*(\/post\/[^"]+)"/)?.[1]
  const links = await linksOf(`${clientSite.url}${summary}`)
  expect(links.filter((link) => link.startsWith('canonical'))).toEqual([`canonical - ${SITE_URL}${summary}`])
  expect(links.filter((link) => link.includes('markdown'))).toEqual([])
  expect((await fetch(`${clientSite.url}/opensearch.xml`)).status).toBe(404)
})

test('feeds answer HEAD and every coding over the network, and no method that writes', async () => {
  for (const path of ['/rss.xml', '/atom.xml', '/feed.json', '/llms.txt']) {
    const head = await fetch(site.url + path, { method: 'HEAD' })
    expect([path, head.status, await head.text()]).toEqual([path, 200, ''])
    expect((await fetch(site.url + path, { method: 'POST' })).status).toBe(405)
    const whole = await (await fetch(site.url + path, { headers: { 'accept-encoding': 'identity' } })).text()
    const coded = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } })
    expect(await coded.text()).toBe(whole)
    const again = { 'accept-encoding': 'br', 'if-none-match': coded.headers.get('etag') ?? '' }
    expect((await fetch(site.url + path, { headers: again })).status).toBe(304)
  }
})
