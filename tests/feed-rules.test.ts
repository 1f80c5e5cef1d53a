import { beforeAll, expect, test } from 'vitest'
import { atomComplaints } from './fixtures/feeds/atom-rules.ts'
import { at, startFeeds } from './fixtures/feeds/feed-app.ts'
import { jsonFeedComplaints } from './fixtures/feeds/json-feed-rules.ts'
import { rssComplaints } from './fixtures/feeds/rss-rules.ts'
import { sitemapComplaints } from './fixtures/feeds/sitemap-rules.ts'

// The validator of the feeds must be able to fail: each of its rules is broken once in a good feed.

const good: Record<string, string> = {}

beforeAll(async () => {
  const feeds = await startFeeds({ hub: 'https://hub.example/' })
  await feeds.publish({ id: 'one', date: '2026-11-21T08:00:00Z' })
  await feeds.publish({ id: 'two' })
  for (const path of ['/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/news-sitemap.xml'])
    good[path] = await feeds.get(path)
})

/** The good text of a path with one thing changed, which must be there. */
function broken(path: string, from: string | RegExp, to: string): string {
  const text = good[path] ?? ''
  const changed = text.replace(from, () => to)
  if (changed === text) throw new Error(`${String(from)} is not in ${path}.`)
  return changed
}

test('good feeds and sitemaps have no complaints', () => {
  expect(rssComplaints(good['/rss.xml'] ?? '', at('/rss.xml'))).toEqual([])
  expect(atomComplaints(good['/atom.xml'] ?? '', at('/atom.xml'))).toEqual([])
  expect(jsonFeedComplaints(good['/feed.json'] ?? '', at('/feed.json'))).toEqual([])
  for (const path of ['/sitemap.xml', '/news-sitemap.xml'])
    expect(sitemapComplaints(good[path] ?? '', at(''))).toEqual([])
})

const GUID = /<guid.*?one<\/guid>/
const CONTENT = /(?<=<content[^>]*>)/

test.for<[from: string | RegExp, to: string, complaint: RegExp]>([
  ['</channel>', '', /not well-formed/],
  ['<title>', '<title>\u0008', /not well-formed/],
  ['<title>', '<title>a & b', /not well-formed/],
  ['xmlns:dc="http://purl.org/dc/elements/1.1/"', '', /not well-formed/],
  ['http://purl.org/dc/elements/1.1/', 'http://purl.org/dc/elements/1.0/', /namespace .* is unknown/],
  ['version="2.0"', 'version="0.92"', /not rss 2\.0/],
  ['<title>Stet</title>', '', /channel has 0 title/],
  [/<description>T\..*?<\/description>/, '', /channel has 0 description/],
  ['<description>T.', '<description></description><description>T.', /channel has 2 description/],
  ['<link>https://blog.example/</link>', '<link>/</link>', /\/ is no absolute address/],
  ['<language>en', '<language>English language', /no language/],
  ['<lastBuildDate>Sat', '<lastBuildDate>Sun', /lastBuildDate/],
  ['</lastBuildDate>', '</lastBuildDate><mystery/>', /unknown mystery/],
  ['<width>144', '<width>145', /wider than 144/],
  ['<height>144', '<height>401', /higher than 400/],
  ['<image><url>https://blog.example', '<image><url>', /no absolute address/],
  ['<title>Stet</title><link>https', '<title>Other</title><link>https', /another title/],
  ['rel="self"', 'rel="other"', /self link is not/],
  ['https://blog.example/rss.xml"', 'https://blog.example/feed.xml"', /self link is not/],
  ['type="application/rss+xml"', 'type="text/xml"', /type of RSS/],
  [GUID, '', /item has 0 guid/],
  [GUID, '<guid>one</guid>', /one is no absolute address/],
  [GUID, '<guid>https://blog.example/post/technology/two</guid>', /occurs twice/],
  ['<pubDate>Sat, 21 Nov 2026', '<pubDate>2026-11-21', /no date of RFC 822/],
  ['<pubDate>Sat', '<pubDate>Mon', /no date of RFC 822/],
  ['<description>Written by AI.', '<description>', /description has no label/],
  ['<description>Written by AI.', '<description>Written by AI. &lt;script&gt;', /there is a script/],
  ['&lt;strong&gt;Written by AI.', '&lt;strong&gt;Made.', /does not begin with its label/],
  ['</content:encoded>', '&lt;iframe src="https://x.example/"&gt;</content:encoded>', /there is a iframe/],
  ['</content:encoded>', '&lt;a href="/x"&gt;</content:encoded>', /\/x is no absolute/],
  [/<media:content url="https:\/\/blog.example/, '<media:content url="', /no absolute address/],
  ['type="image/png"', 'type="picture"', /media has no type/],
  ['<category>Technology', '<category>', /empty category/],
  [
    /<description>Written.*\n<content:encoded>(?:.|\n)*?<\/content:encoded>/,
    '<content:encoded/><description>Written by AI.</description>',
    /after the content/,
  ],
])('in RSS, %s → %s is found', ([from, to, complaint]) => {
  expect(rssComplaints(broken('/rss.xml', from, to), at('/rss.xml')).join('\n')).toMatch(complaint)
})

test.for<[from: string | RegExp, to: string, complaint: RegExp]>([
  ['</feed>', '', /not well-formed/],
  ['http://www.w3.org/2005/Atom', 'http://purl.org/rss/1.0/modules/content/', /no feed of Atom/],
  [/<id>.*<\/id>/, '', /feed has 0 atom:id/],
  [/<id>.*<\/id>/, '<id>stet</id>', /an id is no IRI/],
  [/<id>.*technology\/one<\/id>/, '<id>https://blog.example/post/technology/two</id>', /occurs twice/],
  [/<updated>.*<\/updated>/, '', /feed has 0 atom:updated/],
  [/<updated>2026-11-21T08:00:00.000Z/, '<updated>2026-02-30T08:00:00Z', /no date of RFC 3339/],
  [/<published>.*Z/, '<published>Sat, 21 Nov 2026 08:00:00 GMT', /no date of RFC 3339/],
  [/(?<=<title type="text">)Stet/, '', /empty title/],
  [/<author>.*<\/author>/, '<author><uri>https://blog.example/</uri></author>', /has 0 atom:name/],
  ['rel="self"', 'rel="related"', /self link is not/],
  ['type="application/atom+xml"', 'type="text/xml"', /type of Atom/],
  ['xml:lang="en"', '', /no language/],
  ['type="text/markdown"', 'type="text/html"', /alternate of type text\/html occurs twice/],
  ['type="text/markdown"', 'type="markdown"', /markdown is no media type/],
  [/(?<=<entry>(?:.|\n)*?)<link rel="alternate" type="text\/html".*?\/>/, '', /has not one page/],
  [/(?<=<entry>(?:.|\n)*?)href="https:\/\/blog.example/, 'href="', /no absolute address/],
  ['<summary type="text">Written by AI.', '<summary type="text">', /summary has no label/],
  ['<content type="html">', '<content type="text">', /not of type html/],
  [CONTENT, '&lt;p onclick="x()"&gt;', /a p has onClick/],
  [CONTENT, '&lt;p style="x"&gt;', /a p has style/],
  [CONTENT, '&lt;img src="x.png"&gt;', /x\.png is no absolute/],
  [CONTENT, '&lt;img&gt;', /img without an address/],
  [CONTENT, '&lt;a href="javascript:x()"&gt;', /javascript:x\(\) is no absolute/],
  ['term="Technology"', 'term=""', /category without a term/],
  ['scheme="http', 'scheme="', /scheme of a category/],
  ['<entry>', '<entry><mystery/>', /unknown atom:mystery/],
])('in Atom, %s → %s is found', ([from, to, complaint]) => {
  expect(atomComplaints(broken('/atom.xml', from, to), at('/atom.xml')).join('\n')).toMatch(complaint)
})

test('in Atom, an entry of nobody is found', () => {
  const text = broken('/atom.xml', /<author>.*<\/author>\n<link/, '<link').replace(/<author>.*<\/author>\n/, '')
  expect(atomComplaints(text, at('/atom.xml'))).toEqual(['an entry has no author'])
})

test.for<[from: string | RegExp, to: string, complaint: RegExp]>([
  ['version/1.1', 'version/1', /^version/],
  ['"title":"Stet",', '', /^title/],
  ['"feed_url":"https://blog.example/feed.json"', '"feed_url":"https://blog.example/x"', /feed_url is not/],
  ['"language":"en"', '"language":"english language"', /^language/],
  ['"authors":[{"name":"Stet"', '"author":[{"name":"Stet"', /authors/],
  [
    '"id":"https://blog.example/post/technology/one"',
    '"id":"https://blog.example/post/technology/two"',
    /occurs twice/,
  ],
  ['"id":"https://blog.example/post/technology/one"', '"id":7', /items\.0\.id/],
  ['"url":"https://blog.example/post', '"url":"/post', /items\.0\.url: is no absolute/],
  ['"date_published":"2026-11-21T08:00:00.000Z"', '"date_published":"2026-11-21"', /date_published: is no date/],
  ['"summary":"Written by AI.', '"summary":"', /summary: has no label/],
  ['"content_html":', '"_content":', /has no content|_content/],
  ['<p>Its text.', '<script>x()</script>', /content_html: there is a script/],
  ['"tags":["Technology"', '"tags":["Technology",""', /tags\.1: is empty/],
  ['"type":"WebSub"', '"type":""', /hubs/],
  ['Its text.', String.raw`\ud800`, /halves of characters/],
])('in JSON Feed, %s → %s is found', ([from, to, complaint]) => {
  expect(jsonFeedComplaints(broken('/feed.json', from, to), at('/feed.json')).join('\n')).toMatch(complaint)
})

test.for<[path: string, from: string | RegExp, to: string, complaint: RegExp]>([
  ['/sitemap.xml', '</urlset>', '', /not well-formed/],
  ['/sitemap.xml', 'schemas/sitemap/0.9', 'schemas/sitemap/0.8', /namespace .* is unknown/],
  ['/sitemap.xml', '<loc>https://blog.example/about</loc>', '', /has 0 sitemap:loc/],
  ['/sitemap.xml', '<loc>https://blog.example/about', '<loc>https://other.example/about', /of another site/],
  ['/sitemap.xml', '<loc>https://blog.example/about', '<loc>/about', /\/about is no location/],
  ['/sitemap.xml', '/about', `/${'a'.repeat(2_048)}`, /is no location/],
  ['/sitemap.xml', '/about', '/', /occurs twice/],
  ['/sitemap.xml', /<lastmod>.*?<\/lastmod>/, '<lastmod>yesterday</lastmod>', /no date of W3C/],
  [
    '/sitemap.xml',
    /<loc>[^<]*<\/loc><lastmod>(.*?)<\/lastmod>/,
    '<lastmod>2026-11-21</lastmod><loc>https://blog.example/</loc>',
    /out of order/,
  ],
  ['/sitemap.xml', '<url>', '<url><mystery/>', /unknown sitemap:mystery/],
  ['/sitemap.xml', /<url>(?:.|\n)*<\/url>/, '', /urlset has 0 sitemap:url/],
  ['/news-sitemap.xml', /<news:title>.*?<\/news:title>/, '', /has 0 news:title/],
  ['/news-sitemap.xml', /<news:name>.*?<\/news:name>/, '<news:name> </news:name>', /publication has no name/],
  ['/news-sitemap.xml', '<news:language>en', '<news:language>', /publication has no language/],
  ['/news-sitemap.xml', /<news:publication_date>.*?</, '<news:publication_date>today<', /no date of W3C/],
  [
    '/news-sitemap.xml',
    /<url>((?:.|\n)*?<\/url>)/,
    '<url><loc>https://blog.example/a</loc></url>'.repeat(50_001),
    /has 50\d{3} sitemap:url/,
  ],
])('in %s, %s → %s is found', ([path, from, to, complaint]) => {
  expect(sitemapComplaints(broken(path, from, to), at('')).join('\n')).toMatch(complaint)
})
