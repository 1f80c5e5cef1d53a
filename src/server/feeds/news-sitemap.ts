import { addressOf } from '#server/feeds/entry.ts'
import { LANGUAGE } from '#server/feeds/feed.ts'
import { clean, xml } from '#server/feeds/xml.ts'
import { isLocation } from '#server/feeds/sitemap.ts'
import type { Listed } from '#server/feeds/listed.ts'
import type { SiteWords } from '#blog/site.ts'

// What Google asks for: articles of the last two days, at most a thousand.
// https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
const AGE = 48 * 60 * 60 * 1_000
const MOST = 1_000

/** The articles of the last two days, for search engines of news. `posts` are newest first. */
export function newsSitemap(options: {
  site: SiteWords
  siteUrl: string
  posts: readonly Listed[]
  now: Date
}): string {
  const { site, siteUrl, posts, now } = options
  const rows = posts.flatMap((post) => {
    const age = post.published === null ? AGE : now.getTime() - post.published
    const address = addressOf(post, siteUrl)
    return age >= 0 && age < AGE && isLocation(address) ? [article(post, address, site.name)] : []
  })
  const unique = [...new Set(rows)].slice(0, MOST)
  // A sitemap names at least one address: in quiet times it is that of the home page, where the next article will stand.
  const urls = unique.length > 0 ? unique : [`<url><loc>${xml(siteUrl)}/</loc></url>`]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${urls.join('\n')}
</urlset>
`
}

function article({ title, published }: Listed, address: string, name: string): string {
  const date = new Date(published ?? 0).toISOString()
  const words = xml(clean(title).replaceAll(/\s+/g, ' ').trim())
  return `<url><loc>${xml(address)}</loc><news:news><news:publication><news:name>${xml(name)}</news:name><news:language>${LANGUAGE}</news:language></news:publication><news:publication_date>${date}</news:publication_date><news:title>${words}</news:title></news:news></url>`
}
