import { categorySlug } from '#blog/category.ts'
import { hyphenatedCategoryHref, postHref } from '#blog/routes.ts'
import type { SiteWords } from '#blog/site.ts'
import { addressOf, type ListedPost } from '#server/feeds/entry.ts'
import { LANGUAGE } from '#server/feeds/feed.ts'
import { clean, xml } from '#server/feeds/xml.ts'

// The protocol's own limits: addresses in a sitemap, characters in an address (sitemaps.org).
const MOST = 50_000
const LONGEST = 2_048

type Page = { path: string; changed: number | null }

/**
 * The sitemap of the whole site; past 50,000 addresses it is an index of numbered parts.
 * `part` asks for one of them, from 1; null when there is no such part.
 */
export function sitemap(options: {
  siteUrl: string
  posts: readonly ListedPost[]
  part: number | null
}): string | null {
  const { siteUrl, posts, part } = options
  const pages = addresses(siteUrl, posts)
  if (part === null) return pages.length <= MOST ? urls(siteUrl, pages) : index(siteUrl, pages)
  const slice = pages.slice((part - 1) * MOST, part * MOST)
  return slice.length > 0 ? urls(siteUrl, slice) : null
}

function isLocation(address: string): boolean {
  return xml(address).length < LONGEST
}

// Every address once; the first of two that are the same is the newer one.
function addresses(siteUrl: string, posts: readonly ListedPost[]): Page[] {
  const newest = (own: readonly ListedPost[]) =>
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

function document(root: string, rows: readonly string[], namespaces = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>
${rows.join('\n')}
</${root}>
`
}

function lastModified(time: number | null): string {
  return time === null ? '' : `<lastmod>${new Date(time).toISOString()}</lastmod>`
}

// What Google asks for: articles of the last two days, at most a thousand.
// https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
const NEWS_AGE = 48 * 60 * 60 * 1_000
const MOST_NEWS = 1_000

/** The articles of the last two days, for search engines of news. `posts` are newest first. */
export function newsSitemap(options: {
  site: SiteWords
  siteUrl: string
  posts: readonly ListedPost[]
  now: Date
}): string {
  const { site, siteUrl, posts, now } = options
  const rows = posts.flatMap((post) => {
    const age = post.published === null ? NEWS_AGE : now.getTime() - post.published
    const address = addressOf(post, siteUrl)
    return age >= 0 && age < NEWS_AGE && isLocation(address) ? [article(post, address, site.name)] : []
  })
  const unique = [...new Set(rows)].slice(0, MOST_NEWS)
  // A sitemap names at least one address: in quiet times it is that of the home page, where the next article will stand.
  return document('urlset', unique.length > 0 ? unique : [`<url><loc>${xml(siteUrl)}/</loc></url>`], NEWS_NAMESPACE)
}

const NEWS_NAMESPACE = ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'

function article({ title, published }: ListedPost, address: string, name: string): string {
  const date = new Date(published ?? 0).toISOString()
  const words = xml(clean(title).replaceAll(/\s+/g, ' ').trim())
  return `<url><loc>${xml(address)}</loc><news:news><news:publication><news:name>${xml(name)}</news:name><news:language>${LANGUAGE}</news:language></news:publication><news:publication_date>${date}</news:publication_date><news:title>${words}</news:title></news:news></url>`
}
