import { hyphenatedCategoryHref, postHref } from '#blog/routes.ts'
import type { SiteWords } from '#blog/site.ts'
import { addressOf, type ListedPost, type PostList } from '#server/feeds/entry.ts'
import { LANGUAGE } from '#server/feeds/feed.ts'
import { clean, xml } from '#server/feeds/xml.ts'

// The protocol's own limits: addresses in a sitemap, characters in an address (sitemaps.org).
const MOST = 50_000
const LONGEST = 2_048

// A request for a part costs little, however large the archive is.
const POSTS_IN_A_PART = 2_000

// The newest posts that a list of them shows at once say when its page last changed.
const SHOWN = 24

type Page = { path: string; changed: number | null }

/**
 * The sitemap of the whole site; past 50,000 addresses it is an index of numbered parts of 2,000 posts, counted from the
 * oldest post, so that a full part never changes. `part` asks for one of them, from 1; null when there is no such part.
 * `posts` are newest first.
 */
export function sitemap(options: {
  siteUrl: string
  posts: PostList
  categories: ReadonlyMap<string, PostList>
  part: number | null
}): string | null {
  const { siteUrl, posts, categories, part } = options
  const parts = Math.max(1, Math.ceil(posts.length / POSTS_IN_A_PART))
  if (part === null) {
    const own = lists(posts, categories)
    if (own.length + posts.length > MOST) return index(siteUrl, parts)
    return urls(siteUrl, [...own, ...posts.slice(0, posts.length).map(pageOf)])
  }
  if (part > parts) return null
  const end = posts.length - (part - 1) * POSTS_IN_A_PART
  const pages = posts.slice(Math.max(0, end - POSTS_IN_A_PART), end).map(pageOf)
  return urls(siteUrl, part === parts ? [...lists(posts, categories), ...pages] : pages)
}

function pageOf(post: ListedPost): Page {
  return { path: postHref(post), changed: post.changed }
}

// The pages that are lists of posts, with those of the newest part.
function lists(posts: PostList, categories: ReadonlyMap<string, PostList>): Page[] {
  const newest = (own: PostList) =>
    own
      .slice(0, SHOWN)
      .reduce<number | null>((time, { changed }) => (changed !== null && changed > (time ?? 0) ? changed : time), null)
  return [
    { path: '/', changed: newest(posts) },
    { path: '/about', changed: null },
    ...[...categories].map(([slug, own]) => ({ path: hyphenatedCategoryHref(slug), changed: newest(own) })),
  ]
}

function isLocation(address: string): boolean {
  return xml(address).length < LONGEST
}

// Every address once; the first of two that are the same is the newer one.
function urls(siteUrl: string, pages: readonly Page[]): string {
  const unique = new Map(pages.toReversed().map((page) => [page.path, page]))
  const shown = pages.filter((page) => unique.get(page.path) === page && isLocation(siteUrl + page.path))
  return document(
    'urlset',
    shown.map(({ path, changed }) => `<url><loc>${xml(siteUrl + path)}</loc>${lastModified(changed)}</url>`),
  )
}

function index(siteUrl: string, parts: number): string {
  const rows = Array.from(
    { length: parts },
    (_, place) => `<sitemap><loc>${xml(siteUrl)}/sitemap-${place + 1}.xml</loc></sitemap>`,
  )
  return document('sitemapindex', rows)
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
export function newsSitemap(options: { site: SiteWords; siteUrl: string; posts: PostList; now: Date }): string {
  const { site, siteUrl, posts, now } = options
  const rows = new Set<string>()
  for (const post of newestOf(posts)) {
    const age = post.published === null ? Infinity : now.getTime() - post.published
    if (age >= NEWS_AGE || rows.size === MOST_NEWS) break
    const address = addressOf(post, siteUrl)
    if (age >= 0 && isLocation(address)) rows.add(article(post, address, site.name))
  }
  // A sitemap names at least one address: in quiet times it is that of the home page, where the next article will stand.
  return document('urlset', rows.size > 0 ? [...rows] : [`<url><loc>${xml(siteUrl)}/</loc></url>`], NEWS_NAMESPACE)
}

function* newestOf(posts: PostList): Generator<ListedPost> {
  for (let start = 0; start < posts.length; start += SHOWN) yield* posts.slice(start, start + SHOWN)
}

const NEWS_NAMESPACE = ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'

function article({ title, published }: ListedPost, address: string, name: string): string {
  const date = new Date(published ?? 0).toISOString()
  const words = xml(clean(title).replaceAll(/\s+/g, ' ').trim())
  return `<url><loc>${xml(address)}</loc><news:news><news:publication><news:name>${xml(name)}</news:name><news:language>${LANGUAGE}</news:language></news:publication><news:publication_date>${date}</news:publication_date><news:title>${words}</news:title></news:news></url>`
}
