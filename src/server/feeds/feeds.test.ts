import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { categorySlug } from '#blog/category.ts'
import { listedRemotely, type ListedPost, type PostList } from '#server/feeds/entry.ts'
import { manifest } from '#server/feeds/site-files.ts'
import { newsSitemap, sitemap } from '#server/feeds/sitemap.ts'
import { clean, xml } from '#server/feeds/xml.ts'

const site = { name: 'A & B', strapline: '', tagline: 'T.', description: '', address: null, owner: 'O' }
const siteUrl = 'https://blog.example'

function post(id: string, over: { title?: string; date?: string | null; category?: string } = {}) {
  const summary = {
    id,
    category: 'web-development',
    title: id,
    excerpt: 'E.',
    date: '2026-10-01T09:00:00Z',
    prefix: null,
  }
  return listedRemotely({ ...summary, ...over })
}

test('text cannot leave its place in XML', () => {
  expect(xml('a<b>&"c"\u0000\u0008]]>')).toBe('a&lt;b&gt;&amp;&quot;c&quot;]]&gt;')
  expect(clean('a\u007F\uD800\u{1F600}\n')).toBe('a\uFFFD\u{1F600}\n')
})

function mapOf(posts: ListedPost[], part: number | null = null): string | null {
  return sitemap({ siteUrl, posts, categories: Map.groupBy(posts, ({ category }) => categorySlug(category)), part })
}

test('the sitemap names every page once, with the day it last changed', () => {
  const posts = [post('a'), post('b', { category: 'Technology', date: null }), post('a', { date: null })]
  const map = mapOf(posts) ?? ''
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

test('past 50,000 addresses the sitemap is an index of parts, and a full part stays as it is', () => {
  const posts = Array.from({ length: 50_001 }, (_, index) => post(`p${index}`))
  expect(mapOf(posts.slice(0, 49_997))?.match(/<url>/g)).toHaveLength(50_000)
  const parts = Array.from({ length: 26 }, (_, place) => `${siteUrl}/sitemap-${place + 1}.xml`)
  expect([...(mapOf(posts)?.matchAll(/<loc>(.*?)<\/loc>/g) ?? [])].map(([, place]) => place)).toEqual(parts)
  const places = parts.map((_, place) => mapOf(posts, place + 1)?.match(/<loc>[^<]*/g) ?? [])
  // Home, About and the one category stand with the newest.
  expect(places.map(({ length }) => length)).toEqual([...Array.from({ length: 25 }, () => 2_000), 4])
  expect(new Set(places.flat()).size).toBe(50_004)
  expect(mapOf(posts, 27)).toBeNull()
  expect(mapOf([post('new'), ...posts], 1)).toBe(mapOf(posts, 1))
})

test('a sitemap and a news sitemap of a hundred thousand posts make no more of them than they name', () => {
  let made = 0
  const posts: PostList = {
    length: 100_000,
    slice: (start, end) => Array.from({ length: end - start }, (_, place) => (made++, post(`p${start + place}`))),
  }
  const cost = (ask: () => unknown) => {
    made = 0
    ask()
    return made
  }
  const categories = new Map([['web-development', posts]])
  expect(cost(() => sitemap({ siteUrl, posts, categories, part: null }))).toBeLessThan(100)
  expect(cost(() => sitemap({ siteUrl, posts, categories, part: 7 }))).toBe(2_000)
  expect(cost(() => newsSitemap({ site, siteUrl, posts, now: new Date('2026-11-01T10:00:00Z') }))).toBeLessThan(100)
})

test('an address that is too long stands in no sitemap', () => {
  const posts = [post('x'.repeat(2_048)), post('y')]
  expect(mapOf(posts)?.match(/\/post\//g)).toHaveLength(1)
  const now = new Date('2026-10-01T10:00:00Z')
  expect(newsSitemap({ site, siteUrl, posts, now }).match(/\/post\//g)).toHaveLength(1)
})

test('the news sitemap holds a thousand articles at most', () => {
  const posts = Array.from({ length: 1_100 }, (_, index) => post(`p${index}`))
  const map = newsSitemap({ site, siteUrl, posts, now: new Date('2026-10-01T10:00:00Z') })
  expect(map.match(/<news:news>/g)).toHaveLength(1_000)
  expect(map).toContain('/p999<')
})

test('the manifest names icons that are there, of the size that it says, whose mark no mask cuts', async () => {
  const { name, icons } = JSON.parse(manifest(site))
  expect(name).toBe('A & B')
  expect(icons).toHaveLength(4)
  for (const { src, sizes } of icons) {
    const { data, info } = await sharp(readFileSync(`src/site/public${src}`))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(`${info.width}x${info.height}`).toBe(sizes)
    // https://www.w3.org/TR/appmanifest/#icon-masks: a circle of 40% of the width is safe.
    const ground = data.subarray(0, info.channels)
    for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
      const [x, y] = [(pixel % info.width) - info.width / 2, Math.floor(pixel / info.width) - info.height / 2]
      const inside = Math.hypot(x, y) < info.width * 0.4
      const colour = data.subarray(pixel * info.channels, (pixel + 1) * info.channels)
      if (!inside && !colour.equals(ground)) throw new Error(`${src} has a mark at ${x}, ${y} of its middle.`)
    }
  }
})
