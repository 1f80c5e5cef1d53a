import { expect, test } from 'vitest'
import { rss } from '#server/feeds/rss.ts'
import { sitemap } from '#server/feeds/sitemap.ts'
import { xml } from '#server/feeds/xml.ts'

const site = { name: 'A & B', strapline: '', tagline: 'T.', description: '', address: null, owner: 'O' }
const siteUrl = 'https://blog.example'

function post(id: string, over: { title?: string; date?: string | null; category?: string } = {}) {
  return {
    id,
    category: 'web-development',
    title: id,
    excerpt: 'E.',
    date: '2026-10-01T09:00:00Z',
    prefix: null,
    ...over,
  }
}

test('text cannot leave its place in XML', () => {
  expect(xml('a<b>&"c"\u0000\u0008]]>')).toBe('a&lt;b&gt;&amp;&quot;c&quot;]]&gt;')
})

test('RSS holds the newest 50, each with its address, date, category and AI line', () => {
  const feed = rss({ site, siteUrl, posts: Array.from({ length: 60 }, (_, index) => post(`p${index}`)) })
  expect(feed.match(/<item>/g)).toHaveLength(50)
  expect(feed).toContain('<title>A &amp; B</title>')
  expect(feed).toContain('<guid isPermaLink="true">https://blog.example/post/web-development/p0</guid>')
  expect(feed).toContain('<pubDate>Thu, 01 Oct 2026 09:00:00 GMT</pubDate>')
  expect(feed).toContain('<description>E. Written by AI.</description>')
  expect(feed).toContain('<category>Web Development</category>')
  expect(feed).not.toContain('p50<')
})

test('a post without a readable date has no date in RSS', () => {
  expect(rss({ site, siteUrl, posts: [post('p', { date: 'soon' })] })).not.toContain('pubDate')
})

test('the sitemap names every page once, with the day it last changed', () => {
  const map =
    sitemap({ siteUrl, posts: [post('a'), post('b', { category: 'Technology', date: null })], part: null }) ?? ''
  const places = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place)
  expect(places).toEqual([
    'https://blog.example/',
    'https://blog.example/about',
    'https://blog.example/category/web-development',
    'https://blog.example/category/technology',
    'https://blog.example/post/web-development/a',
    'https://blog.example/post/technology/b',
  ])
  expect(map.match(/<lastmod>2026-10-01T09:00:00.000Z<\/lastmod>/g)).toHaveLength(3)
})

test('past 50,000 addresses the sitemap is an index of parts', () => {
  const posts = Array.from({ length: 50_100 }, (_, index) => post(`p${index}`))
  expect(sitemap({ siteUrl, posts, part: null })).toContain(
    '<sitemap><loc>https://blog.example/sitemap-2.xml</loc></sitemap>',
  )
  expect(sitemap({ siteUrl, posts, part: 1 })?.match(/<url>/g)).toHaveLength(50_000)
  expect(sitemap({ siteUrl, posts, part: 2 })?.match(/<url>/g)).toHaveLength(103)
  expect(sitemap({ siteUrl, posts, part: 3 })).toBeNull()
})
