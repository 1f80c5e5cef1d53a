import { categorySlug } from '#blog/category.ts'
import { hyphenatedCategoryHref, postHref } from '#blog/routes.ts'
import { xml } from '#server/feeds/xml.ts'
import type { Listed } from '#server/feeds/listed.ts'

// The protocol's own limits: addresses in a sitemap, characters in an address (sitemaps.org).
const MOST = 50_000
const LONGEST = 2_048

type Page = { path: string; changed: number | null }

/**
 * The sitemap of the whole site; past 50,000 addresses it is an index of numbered parts.
 * `part` asks for one of them, from 1; null when there is no such part.
 */
export function sitemap(options: { siteUrl: string; posts: readonly Listed[]; part: number | null }): string | null {
  const { siteUrl, posts, part } = options
  const pages = addresses(siteUrl, posts)
  if (part === null) return pages.length <= MOST ? urls(siteUrl, pages) : index(siteUrl, pages)
  const slice = pages.slice((part - 1) * MOST, part * MOST)
  return slice.length > 0 ? urls(siteUrl, slice) : null
}

/** Whether an address is short enough for a sitemap. */
export function isLocation(address: string): boolean {
  return xml(address).length < LONGEST
}

// Every address once; the first of two that are the same is the newer one.
function addresses(siteUrl: string, posts: readonly Listed[]): Page[] {
  const newest = (own: readonly Listed[]) =>
    own.reduce<number | null>((time, { changed }) => (changed !== null && changed > (time ?? 0) ? changed : time), null)
  const byCategory = Map.groupBy(posts, (post) => categorySlug(post.category))
  const pages: Page[] = [
    { path: '/', changed: newest(posts) },
    { path: '/about', changed: null },
    ...[...byCategory].map(([slug, own]) => ({ path: hyphenatedCategoryHref(slug), changed: newest(own) })),
    ...posts.map((post) => ({ path: postHref(post), changed: post.changed })),
  ]
  const unique = new Map(pages.toReversed().map((page) => [page.path, page]))
  return pages.filter((page) => unique.get(page.path) === page && isLocation(siteUrl + page.path))
}

function urls(siteUrl: string, pages: readonly Page[]): string {
  return document(
    'urlset',
    pages.map(({ path, changed }) => `<url><loc>${xml(siteUrl + path)}</loc>${lastModified(changed)}</url>`),
  )
}

function index(siteUrl: string, pages: readonly Page[]): string {
  const parts = Array.from({ length: Math.ceil(pages.length / MOST) }, (_, number) => number + 1)
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

function lastModified(time: number | null): string {
  return time === null ? '' : `<lastmod>${new Date(time).toISOString()}</lastmod>`
}
