import type { SiteWords } from '#blog/site.ts'
import { xml } from '#server/feeds/xml.ts'

/** The language of all posts. */
export const LANGUAGE = 'en'

/** Returns the URL of the site's icon at the given width. */
export function iconOf(siteUrl: string, width: 48 | 144 | 192 | 512): string {
  return `${siteUrl}/icon-${width}.png`
}

/** Writes robots.txt, which allows all crawlers and lists the sitemaps. */
export function robots(siteUrl: string): string {
  return `User-agent: *
Allow: /

Sitemap: ${siteUrl}/sitemap.xml
Sitemap: ${siteUrl}/news-sitemap.xml
`
}

// The light page background in `src/site/styles/tokens.css`.
const PAPER = '#fcfcfb'

/** Writes the web app manifest (https://www.w3.org/TR/appmanifest/). */
export function manifest(site: SiteWords): string {
  // The background fills the whole square and the symbol is in the middle, so that the icon fits any mask.
  const icons = [192, 512].flatMap((width) =>
    ['any', 'maskable'].map((purpose) => ({
      src: `/icon-${width}.png`,
      sizes: `${width}x${width}`,
      type: 'image/png',
      purpose,
    })),
  )
  return JSON.stringify({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    lang: LANGUAGE,
    dir: 'ltr',
    name: site.name,
    short_name: site.name,
    description: site.tagline,
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['news', 'technology'],
    icons,
  })
}

// The OpenSearch format's limit, in characters.
const MAX_SHORT_NAME = 16

/** Writes the OpenSearch 1.1 description: the URLs of the results page and of the JSON API call. */
export function openSearch({ site, siteUrl }: { site: SiteWords; siteUrl: string }): string {
  const origin = xml(siteUrl)
  const shortName = site.name.slice(0, MAX_SHORT_NAME).trim()
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${xml(shortName)}</ShortName>
<Description>Searches the articles of ${xml(site.name)}, all written by AI.</Description>
<Url type="text/html" rel="results" template="${origin}/search?q={searchTerms}"/>
<Url type="application/json" rel="results" template="${origin}/search-posts?q={searchTerms}&amp;limit={count?}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${origin}/opensearch.xml"/>
<Image height="48" width="48" type="image/png">${xml(iconOf(siteUrl, 48))}</Image>
<Language>${LANGUAGE}</Language>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
</OpenSearchDescription>
`
}
