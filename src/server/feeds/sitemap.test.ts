import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PostSummary } from '#blog/post.ts'
import { manifest } from '#server/feeds/site-files.ts'
import { newsSitemap, sitemap } from '#server/feeds/sitemap.ts'
import { clean, xml } from '#server/feeds/xml.ts'

const site = { name: 'A & B', strapline: '', tagline: 'T.', description: '', address: null, owner: 'O', zone: 'UTC' }
const siteUrl = 'https://blog.example'

function post(id: string, over: Partial<PostSummary> = {}): PostSummary {
  const base = { category: 'web-development', excerpt: 'E.', date: '2026-10-01T09:00:00Z', prefix: null }
  return { id, title: id, ...base, ...over }
}

test('escapes text so that it cannot end its XML element', () => {
  expect(xml('a<b>&"c"\u0000\u0008]]>')).toBe('a&lt;b&gt;&amp;&quot;c&quot;]]&gt;')
  expect(clean('a\u007F\uD800\u{1F600}\n')).toBe('a\uFFFD\u{1F600}\n')
})

test('the sitemap lists every page with the date of its last change', () => {
  const posts = [post('a'), post('b', { category: 'Technology', date: null })]
  const map = sitemap({ siteUrl, posts })
  expect([...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://blog.example/',
    'https://blog.example/about',
    'https://blog.example/category/web-development',
    'https://blog.example/category/technology',
    'https://blog.example/post/web-development/a',
    'https://blog.example/post/technology/b',
  ])
  expect(map.match(/<lastmod>2026-10-01T09:00:00.000Z<\/lastmod>/g)).toHaveLength(3)
})

test('the sitemap contains only the newest 50,000 URLs', () => {
  const posts = Array.from({ length: 50_001 }, (_, index) => post(`p${index}`))
  const map = sitemap({ siteUrl, posts })
  expect(map.match(/<url>/g)).toHaveLength(50_000)
  expect([map.includes('/p49996<'), map.includes('/p49997<')]).toEqual([true, false])
})

test('sitemaps do not contain URLs that are too long', () => {
  const posts = [post('x'.repeat(2_048)), post('y')]
  expect(sitemap({ siteUrl, posts }).match(/\/post\//g)).toHaveLength(1)
  const now = new Date('2026-10-01T10:00:00Z')
  expect(newsSitemap({ site, siteUrl, posts, now }).match(/\/post\//g)).toHaveLength(1)
})

test('the news sitemap contains at most a thousand articles', () => {
  const posts = Array.from({ length: 1_100 }, (_, index) => post(`p${index}`))
  const map = newsSitemap({ site, siteUrl, posts, now: new Date('2026-10-01T10:00:00Z') })
  expect(map.match(/<news:news>/g)).toHaveLength(1_000)
  expect(map).toContain('/p999<')
})

test('the icons in the manifest exist, have the specified size and fit any mask', async () => {
  const { name, icons } = JSON.parse(manifest(site))
  expect(name).toBe('A & B')
  expect(icons).toHaveLength(4)
  for (const { src, sizes } of icons) {
    const { data, info } = await sharp(readFileSync(`src/site/public${src}`))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(`${info.width}x${info.height}`).toBe(sizes)
    // Any mask shows the circle whose radius is 40% of the icon's width
    // (https://www.w3.org/TR/appmanifest/#icon-masks).
    const ground = data.subarray(0, info.channels)
    for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
      const [x, y] = [(pixel % info.width) - info.width / 2, Math.floor(pixel / info.width) - info.height / 2]
      const inside = Math.hypot(x, y) < info.width * 0.4
      const colour = data.subarray(pixel * info.channels, (pixel + 1) * info.channels)
      if (!inside && !colour.equals(ground))
        throw new Error(`${src} has a mark outside the safe circle, at ${x}, ${y} from its centre.`)
    }
  }
})
