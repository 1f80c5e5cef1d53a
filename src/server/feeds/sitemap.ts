import { categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { PostSummary } from '#blog/post.ts'
import { hyphenatedCategoryHref, postHref } from '#blog/routes.ts'
import { xml } from '#server/feeds/xml.ts'

// The protocol's own limit (sitemaps.org).
const MOST = 50_000

type Entry = { path: string; time: number }

/**
 * The sitemap of the whole site; past 50,000 addresses it is an index of numbered parts.
 * `part` asks for one of them, from 1; null when there is no such part.
 */
export function sitemap(options: {
  siteUrl: string
  posts: readonly PostSummary[]
  part: number | null
}): string | null {
  const { siteUrl, posts, part } = options
  const entries = addresses(posts)
  if (part === null) return entries.length <= MOST ? urls(siteUrl, entries) : index(siteUrl, entries)
  const slice = entries.slice((part - 1) * MOST, part * MOST)
  return slice.length > 0 ? urls(siteUrl, slice) : null
}

function addresses(posts: readonly PostSummary[]): Entry[] {
  const newest = (own: readonly PostSummary[]) =>
    own.reduce((time, post) => Math.max(time, timeOf(post.date)), -Infinity)
  const byCategory = Map.groupBy(posts, (post) => categorySlug(post.category))
  return [
    { path: '/', time: newest(posts) },
    { path: '/about', time: -Infinity },
    ...[...byCategory].map(([slug, own]) => ({ path: hyphenatedCategoryHref(slug), time: newest(own) })),
    ...posts.map((post) => ({ path: postHref(post), time: timeOf(post.date) })),
  ]
}

function urls(siteUrl: string, entries: readonly Entry[]): string {
  return document(
    'urlset',
    entries.map(({ path, time }) => `<url><loc>${xml(siteUrl + path)}</loc>${changed(time)}</url>`),
  )
}

function index(siteUrl: string, entries: readonly Entry[]): string {
  const parts = Array.from({ length: Math.ceil(entries.length / MOST) }, (_, number) => number + 1)
  return document(
    'sitemapindex',
    parts.map((part) => `<sitemap><loc>${xml(siteUrl)}/sitemap-${part}.xml</loc></sitemap>`),
  )
}

function document(root: string, rows: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('\n')}
</${root}>
`
}

function changed(time: number): string {
  return Number.isFinite(time) ? `<lastmod>${new Date(time).toISOString()}</lastmod>` : ''
}
