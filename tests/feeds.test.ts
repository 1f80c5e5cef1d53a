import fc from 'fast-check'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { correctPost, retractPost, reviewPost } from '#archive/verdict.ts'
import { readText } from '#archive/post-store.ts'
import { checkXml, feedComplaints, sitemapComplaints } from './fixtures/feeds/complaints.ts'
import { at, startFeeds } from './fixtures/feeds/feed-app.ts'
import { anyText } from './fixtures/random.ts'
import { serveBackend } from './fixtures/serve.ts'
import { createClient } from '#blog/client.ts'
import type { PostSummary } from '#blog/post.ts'
import { summaryToWire } from '#blog/wire.ts'

const FEEDS = ['/rss.xml', '/atom.xml', '/feed.json']
const EVERYTHING = [...FEEDS, '/sitemap.xml', '/news-sitemap.xml', '/llms.txt']

type Feeds = Awaited<ReturnType<typeof startFeeds>>

/** Returns the problems in the sitemaps and in all feeds below a path. */
async function complaints({ get }: Pick<Feeds, 'get'>, folder = ''): Promise<string[]> {
  const feeds = FEEDS.map(async (path) => feedComplaints(await get(`${folder}${path}`), at(`${folder}${path}`)))
  const maps = ['/sitemap.xml', '/news-sitemap.xml'].map(async (path) => sitemapComplaints(await get(path), at('')))
  return (await Promise.all([...feeds, ...maps])).flat()
}

/** Returns the entries in each feed format, parsed by a feed reader. */
async function entriesOf({ get }: Pick<Feeds, 'get'>) {
  return {
    rss: parseRssFeed(await get('/rss.xml')).items ?? [],
    atom: parseAtomFeed(await get('/atom.xml')).entries ?? [],
    json: jsonItems.parse(JSON.parse(await get('/feed.json'))).items,
  }
}

const jsonItems = z.object({
  items: z.array(z.looseObject({ id: z.string(), title: z.string(), content_html: z.string().optional() })),
})

test('feeds and sitemaps are valid without posts, with 60 posts and for each category', async () => {
  const feeds = await startFeeds({ hub: 'https://hub.example/' })
  expect(await complaints(feeds)).toEqual([])
  for (let index = 0; index < 60; index += 1)
    await feeds.publish({
      id: `post-${index}`,
      date: new Date(Date.UTC(2026, 10, 20, 8) - index * 3_600_000).toISOString(),
      category: index % 2 === 0 ? 'technology' : 'web-development',
    })
  expect(await complaints(feeds)).toEqual([])
  expect(await complaints(feeds, '/category/technology')).toEqual([])
  expect(await complaints(feeds, '/category/web-development')).toEqual([])
  const { rss, atom, json } = await entriesOf(feeds)
  const newest = Array.from({ length: 50 }, (_, index) => `About post-${index}`)
  expect(rss.map(({ title }) => title)).toEqual(newest)
  expect(atom.map(({ title }) => title?.value)).toEqual(newest)
  expect(json.map(({ title }) => title)).toEqual(newest)
})

test('an entry contains the full article with its AI label, absolute links, sources and picture', async () => {
  const feeds = await startFeeds()
  await feeds.publish({
    id: 'one',
    html: '<p>Text.<sup><a href="#s1" id="ref-1">1</a></sup><sup><a href="#s1" id="ref-1-2">1</a>, <a href="#s2" id="ref-2">2</a></sup> Quiet.<span class="quiet"><a href="#s1"></a></span> <a href="/about">about</a> <img src="/x.png" alt="x" onerror="alert(1)"></p><div class="code"><div class="code-bar"><span>a.js<sup><a href="#s1" id="ref-1-3">1</a></sup></span></div><pre tabindex="0"><code><span class="tok-k">let</span> a</code></pre></div><figure><svg viewBox="0 0 1 1" role="img" aria-label="A curve"><path d="M0 0"/></svg></figure><div class="formula"><div><math aria-label="N is 2"><mi>N</mi><mo>=</mo><mn>2</mn></math></div><span class="no">(1)</span></div><script>alert(1)</script>',
  })
  const address = at('/post/technology/one')
  const { rss, atom, json } = await entriesOf(feeds)
  expect(json[0]).toMatchObject({
    id: address,
    url: address,
    title: 'About one',
    summary: 'Written by AI. No human review is on record yet. A short summary.',
    content_html: [
      '<p><strong>Written by AI.</strong> No human review is on record yet.</p>',
      '<p><em>A short summary.</em></p>',
      `<p>Text. <a href="${address}#s1">[1]</a> <a href="${address}#s1">[1]</a> <a href="${address}#s2">[2]</a> Quiet. <a href="${at('/about')}">about</a> <img src="${at('/x.png')}" alt="x"></p><p><em>a.js <a href="${address}#s1">[1]</a></em></p><pre><code>let a</code></pre><figure><p><a href="${address}">Figure: A curve</a></p></figure><p><a href="${address}">Formula: N is 2</a></p>`,
      '<h2>Sources</h2>',
      '<ol>',
      '<li id="s1"><a href="https://source.example/?a=1&amp;b=2">A source</a>, A publisher</li>',
      '</ol>',
    ].join('\n'),
    image: at('/bucket/stet/posts/technology/one/thumbnail.png'),
    date_published: '2026-11-20T08:00:00.000Z',
    authors: [{ name: 'Stet Newsroom' }],
    tags: ['Technology', 'first tag'],
    language: 'en',
    _ai: {
      about: at('/about'),
      digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      disclosure: 'Written by AI. No human review is on record yet.',
    },
  })
  expect(json[0]).not.toHaveProperty('date_modified')
  expect(rss[0]).toMatchObject({ guid: { value: address }, content: { encoded: json[0]?.content_html } })
  expect(atom[0]).toMatchObject({ id: address })
  expect(JSON.stringify(atom[0]?.content)).toContain(JSON.stringify(json[0]?.content_html).slice(1, -1))
})

test('a correction appears immediately with its note, and its date updates the entry and the feed', async () => {
  const feeds = await startFeeds()
  await feeds.publish({ id: 'old', date: '2026-11-19T08:00:00Z' })
  await feeds.publish({ id: 'new' })
  const before = await Promise.all(EVERYTHING.map(feeds.get))
  const stored = await readText(feeds.bucket, { category: 'technology', id: 'old', revision: null })
  if (stored === null) throw new Error('The post has no text.')
  feeds.clock.now = new Date('2026-11-21T12:00:00Z')
  await reviewPost({ ...feeds, judged: feeds.judged('old'), by: 'Ada', note: '' })
  const outcome = await correctPost({
    ...feeds,
    judged: feeds.judged('old'),
    post: { ...stored.post, id: 'old', date: '2026-11-19T08:00:00Z', markdown: 'Right.', html: '<p>Right.</p>' },
    by: 'Ben <b>',
    note: 'It said “wrong” & <now> says right.',
  })
  expect(outcome.state).toBe('done')
  expect(await complaints(feeds)).toEqual([])
  const { rss, atom, json } = await entriesOf(feeds)
  expect(json.map(({ title }) => title)).toEqual(['About old', 'About new'])
  expect(json[0]).toMatchObject({
    date_published: '2026-11-19T08:00:00.000Z',
    date_modified: '2026-11-21T12:00:00.000Z',
  })
  expect(json[0]).toMatchObject({
    _ai: {
      disclosure: 'Written by AI. Reviewed by Ada on November 21, 2026. Corrected by Ben <b> on November 21, 2026.',
    },
  })
  expect(json[0]?.content_html).toContain(
    '<p>Right.</p>\n<h2>Corrections</h2>\n<ul>\n<li>November 21, 2026, by Ben &lt;b&gt;: It said “wrong” &amp; &lt;now&gt; says right.</li>\n</ul>\n<h2>Sources</h2>',
  )
  expect(json[0]?.content_html).not.toContain('Its text.')
  expect(rss[0]?.content?.encoded).toBe(json[0]?.content_html)
  expect(atom[0]?.updated).toBe('2026-11-21T12:00:00.000Z')
  expect(await feeds.get('/rss.xml')).toContain('<lastBuildDate>Sat, 21 Nov 2026 12:00:00 GMT</lastBuildDate>')
  expect(await feeds.get('/sitemap.xml')).toContain(
    `<loc>${at('/post/technology/old')}</loc><lastmod>2026-11-21T12:00:00.000Z</lastmod>`,
  )
  const after = await Promise.all(EVERYTHING.map(feeds.get))
  expect(after.filter((text, index) => text === before[index])).toEqual([
    before[EVERYTHING.indexOf('/news-sitemap.xml')],
  ])
})

test('a retracted post disappears immediately from all feeds, sitemaps and llms.txt', async () => {
  const feeds = await startFeeds()
  await feeds.publish({ id: 'gone' })
  await feeds.publish({ id: 'stays' })
  const paths = [...EVERYTHING, ...FEEDS.map((path) => `/category/technology${path}`)]
  for (const path of paths) expect([path, (await feeds.get(path)).includes('gone')]).toEqual([path, true])
  await retractPost({ ...feeds, post: feeds.judged('gone').post, by: 'Ada', reason: 'It was wrong.' })
  for (const path of paths) {
    const text = await feeds.get(path)
    expect([path, text.includes('gone'), text.includes('stays')]).toEqual([path, false, true])
  }
  expect(await complaints(feeds)).toEqual([])
})

test('serves the feeds of a category under any spelling of its name, even before its first post, but not of an unknown one', async () => {
  const feeds = await startFeeds()
  await feeds.publish({ id: 'one', category: 'web-development' })
  const address = at('/category/web-development/rss.xml')
  for (const name of ['web-development', 'Web%20Development', 'web_development']) {
    const response = await feeds.request(`/category/${name}/rss.xml`)
    expect([name, response.status, feedComplaints(await response.text(), address)]).toEqual([name, 200, []])
  }
  expect(await complaints(feeds, '/category/quiet')).toEqual([])
  for (const name of ['none', '%E0%A4%A', '..%2f..', '%00'])
    for (const path of FEEDS) {
      const { status } = await feeds.request(`/category/${name}${path}`)
      expect([name, path, status]).toEqual([name, path, 404])
    }
  for (const path of ['/category/technology/feed.xml', '/post/technology/one/rss.xml', '/sitemap-1.xml'])
    expect([path, (await feeds.request(path)).status]).toEqual([path, 404])
})

test('feeds and other files support requests from any origin, revalidation and HEAD, but no other methods', async () => {
  const feeds = await startFeeds({ hub: 'https://hub.example/' })
  await feeds.publish({ id: 'one' })
  for (const path of [...EVERYTHING, '/robots.txt', '/manifest.webmanifest', '/opensearch.xml']) {
    const { status, headers } = await feeds.request(path)
    const caching = [headers.get('cache-control'), headers.get('access-control-allow-origin')]
    expect([path, status, ...caching]).toEqual([path, 200, 'public, max-age=1, stale-if-error=86400', '*'])
    const etag = headers.get('etag')
    const again = await feeds.request(path, { headers: { 'if-none-match': etag ?? '' } })
    expect([path, again.status, await again.text(), again.headers.get('etag')]).toEqual([path, 304, '', etag])
    expect((await feeds.request(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    const head = await feeds.request(path, { method: 'HEAD' })
    expect([path, head.status, await head.text(), head.headers.get('etag')]).toEqual([path, 200, '', etag])
    expect([path, (await feeds.request(path, { method: 'POST' })).status]).toEqual([path, 405])
  }
})

test('the site-wide feeds and their headers contain the hub, but the category feeds do not', async () => {
  const feeds = await startFeeds({ hub: 'https://hub.example/' })
  for (const path of FEEDS) {
    const { headers } = await feeds.request(path)
    expect(headers.get('link')).toBe(`<https://hub.example/>; rel="hub", <${at(path)}>; rel="self"`)
    const category = await feeds.request(`/category/technology${path}`)
    expect(category.headers.get('link')).toBe(`<${at(`/category/technology${path}`)}>; rel="self"`)
    expect(await category.text()).not.toContain('hub.example')
  }
  const hub = { rel: 'hub', href: 'https://hub.example/' }
  expect(parseRssFeed(await feeds.get('/rss.xml')).atom?.links).toContainEqual(hub)
  expect(parseAtomFeed(await feeds.get('/atom.xml')).links).toContainEqual(hub)
  expect(parseJsonFeed(await feeds.get('/feed.json')).hubs).toEqual([{ type: 'WebSub', url: 'https://hub.example/' }])
  const quiet = await startFeeds()
  for (const path of FEEDS) expect(await quiet.get(path)).not.toContain('hub')
})

test('feeds respond with 503 and are not cached while the text of an article is missing, and recover afterwards', async () => {
  const feeds = await startFeeds()
  for (const id of ['good', 'bad']) await feeds.publish({ id })
  const key = 'posts/technology/bad/content.json'
  const stored = await feeds.bucket.get(key)
  await feeds.bucket.delete(key)
  for (const path of FEEDS) {
    const { status, headers } = await feeds.request(path)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 503, 'no-store'])
  }
  expect(await feeds.get('/llms.txt')).toContain('/bucket/stet/posts/technology/bad')
  await feeds.bucket.put(key, stored?.body ?? Buffer.of(), { contentType: 'application/json' })
  for (const { content_html } of (await entriesOf(feeds)).json) expect(content_html).toContain('Its text.')
})

test('a feed with a damaged article contains its summary instead, and is not cached', async () => {
  const feeds = await startFeeds()
  for (const id of ['good', 'bad']) await feeds.publish({ id })
  await feeds.bucket.put('posts/technology/bad/content.json', Buffer.from('{'), { contentType: 'application/json' })
  const { json } = await entriesOf(feeds)
  expect(json.map(({ id, content_html, content_text }) => [id, content_html === undefined, content_text])).toEqual([
    [at('/post/technology/bad'), true, 'Written by AI. No human review is on record yet. A short summary.'],
    [at('/post/technology/good'), false, undefined],
  ])
  expect(feeds.problems.map(String).join()).toContain('posts/technology/bad/content.json is not a post')
  expect(await complaints(feeds)).toEqual([])
  const { headers } = await feeds.request('/feed.json')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('the feeds of a remote backend contain only summaries, and no statements about reviews', async () => {
  const posts: PostSummary[] = [
    { id: 'a', category: 'Web Dev', title: 'A', excerpt: 'E.', date: '2026-11-20T08:00:00Z', prefix: 'posts/web/a' },
    {
      id: 'b/<\uD800',
      category: 'Web Dev',
      title: '<script>',
      excerpt: ']]>\u0000',
      date: 'soon',
      prefix: '//x y\uDC00',
    },
    { id: 'c', category: 'Web Dev', title: 'C', excerpt: '', date: '+012345-01-01T00:00:00Z', prefix: null },
    { id: 'a', category: 'Web Dev', title: 'Again', excerpt: '', date: '2026-11-19T08:00:00Z', prefix: null },
    { id: 'x'.repeat(3_000), category: 'Web Dev', title: 'Long', excerpt: '', date: null, prefix: null },
  ]
  let calls = 0
  const fetchList = async (url: string) => {
    if (url.includes('/list-posts')) return Response.json({ posts: posts.map(summaryToWire) })
    if (!url.includes('/list-categories')) throw new Error('Feeds must not request the texts of other backends.')
    calls += 1
    return Response.json(['Web Dev'])
  }
  const client = createClient({ host: 'https://api.example', bucketName: 'b', fetch: fetchList })
  const feeds = await serveBackend({ kind: 'remote', client: () => client, problem: async () => null })
  expect(await complaints(feeds)).toEqual([])
  expect(await complaints(feeds, '/category/web-dev')).toEqual([])
  const { json, atom } = await entriesOf(feeds)
  expect(json.map(({ title }) => title)).toEqual(['A', 'C', '<script>', 'Long'])
  expect(json[0]).toMatchObject({ content_text: 'Written by AI. E.', _ai: { disclosure: 'Written by AI.' } })
  expect(json[0]).not.toHaveProperty('content_html')
  // Atom does not allow entries without a date.
  expect(atom.map(({ id }) => id)).toEqual([at('/post/web%20dev/a')])
  expect(await feeds.get('/rss.xml')).not.toContain('review')
  expect(await feeds.get('/llms.txt')).toContain(`- [A](${at('/post/web%20dev/a')}): Written by AI. E.\n`)
  expect((await feeds.request('/opensearch.xml')).status).toBe(404)
  // These feeds are not cached, because this server does not know when a remote backend changes.
  const before = calls
  for (const _ of [1, 2]) await feeds.get('/rss.xml')
  expect(calls - before).toBe(2)
})

test('no text can break a feed or run code in a feed reader, and titles stay unchanged', async () => {
  const words = fc.oneof(
    anyText(10),
    fc.constantFrom(...']]>  <![CDATA[  <script>alert(1)</script>  &amp;lt;  👩‍👩‍👧  <svg><script>'.split('  ')),
    fc.constantFrom('\u0000\u000B\uFFFF', '"><img src=x onerror=x>', '<a href="javascript:alert(1)">'),
    fc.constantFrom('<iframe src="//evil.example">', '<p style="x" id="y">'),
  )
  const text = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => `x${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (title, excerpt, html, name) => {
      const feeds = await startFeeds({ name })
      const sources = [{ title, publisher: name, url: html }]
      const provenance = { writer: null, note: null, sources, checks: [], reviews: [], corrections: [] }
      await feeds.publish({ id: 'one', title, excerpt, html, author: name, tags: [title, html], provenance })
      expect(await complaints(feeds)).toEqual([])
      checkXml(await feeds.get('/opensearch.xml'))
      const shown = title
        .toWellFormed()
        .replace(/[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/gu, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
      expect(parseJsonFeed(await feeds.get('/feed.json')).items?.[0]?.title).toBe(shown)
      expect(parseAtomFeed(await feeds.get('/atom.xml')).entries?.[0]?.title?.value).toBe(shown)
    }),
    { numRuns: 25 },
  )
})
