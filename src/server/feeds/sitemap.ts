import { categorySlug } from '#blog/category.ts'
import { hyphenatedCategoryHref, postHref } from '#blog/routes.ts'
import type { SiteWords } from '#blog/site.ts'
import { addressOf, changeOf, timeInFeed, type ListedPost } from '#server/feeds/entry.ts'
import { LANGUAGE } from '#server/feeds/site-files.ts'
import { clean, xml } from '#server/feeds/xml.ts'

// Limits in the sitemap protocol (sitemaps.org).
const MAX_URLS = 50_000
const MAX_URL_LENGTH = 2_048

// Number of newest posts to examine to determine a list page's last-modified time.
const NEWEST = 24

/** Writes the sitemap of the whole site, limited to the newest 50,000 URLs. `posts` are newest first. */
export function sitemap({ siteUrl, posts }: { siteUrl: string; posts: readonly ListedPost[] }): string {
  const categories = Map.groupBy(posts, ({ category }) => categorySlug(category))
  const pages = [
    { path: '/', changed: lastChange(posts) },
    { path: '/about', changed: null },
    ...[...categories].map(([slug, own]) => ({ path: hyphenatedCategoryHref(slug), changed: lastChange(own) })),
    ...posts.slice(0, MAX_URLS).map((post) => ({ path: postHref(post), changed: changeOf(post) })),
  ]
  const rows = pages
    .filter((page) => isLocation(siteUrl + page.path))
    .slice(0, MAX_URLS)
    .map(({ path, changed }) => `<url><loc>${xml(siteUrl + path)}</loc>${lastModified(changed)}</url>`)
  return document(rows)
}

function lastChange(posts: readonly ListedPost[]): number | null {
  const times = posts.slice(0, NEWEST).flatMap((post) => changeOf(post) ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

function isLocation(address: string): boolean {
  return xml(address).length < MAX_URL_LENGTH
}

function lastModified(time: number | null): string {
  return time === null ? '' : `<lastmod>${new Date(time).toISOString()}</lastmod>`
}

// Google's limits: articles from the last two days, at most a thousand.
// https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
const NEWS_AGE_MS = 48 * 60 * 60 * 1_000
const MAX_NEWS = 1_000

/** Writes the news sitemap, which contains the articles from the last two days. `posts` are newest first. */
export function newsSitemap(options: {
  site: SiteWords
  siteUrl: string
  posts: readonly ListedPost[]
  now: Date
}): string {
  const { site, siteUrl, posts, now } = options
  const rows = new Set<string>()
  for (const post of posts) {
    const published = timeInFeed(post.date)
    const age = published === null ? Infinity : now.getTime() - published
    if (published === null || age >= NEWS_AGE_MS || rows.size === MAX_NEWS) break
    const address = addressOf(post, siteUrl)
    if (age >= 0 && isLocation(address)) rows.add(newsRow({ address, published, title: post.title, name: site.name }))
  }
  // A sitemap needs at least one URL, so use the home page if there are no recent articles.
  const news = rows.size > 0 ? [...rows] : [`<url><loc>${xml(siteUrl)}/</loc></url>`]
  return document(news, ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"')
}

function newsRow(article: { address: string; published: number; title: string; name: string }): string {
  const { address, published, title, name } = article
  const date = new Date(published).toISOString()
  const words = xml(clean(title).replaceAll(/\s+/g, ' ').trim())
  return `<url><loc>${xml(address)}</loc><news:news><news:publication><news:name>${xml(name)}</news:name><news:language>${LANGUAGE}</news:language></news:publication><news:publication_date>${date}</news:publication_date><news:title>${words}</news:title></news:news></url>`
}

function document(rows: readonly string[], namespaces = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>
${rows.join('\n')}
</urlset>
`
}
