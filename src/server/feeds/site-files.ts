import type { SiteWords } from '#blog/site.ts'
import { iconOf, LANGUAGE } from '#server/feeds/feed.ts'
import { xml } from '#server/feeds/xml.ts'

/** Everyone may read everything; the sitemaps say what there is. */
export function robots(siteUrl: string): string {
  return `User-agent: *
Allow: /

Sitemap: ${siteUrl}/sitemap.xml
Sitemap: ${siteUrl}/news-sitemap.xml
`
}

// As in the tokens of the site's styles.
const PAPER = '#fcfcfb'

/** The site as an application of a home screen (https://www.w3.org/TR/appmanifest/). */
export function manifest(site: SiteWords): string {
  // The icon fills its square and keeps its mark in the middle, so it bears every mask.
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

// The longest short name and description of the format, in characters.
const [SHORT, LONG] = [16, 1_024]

/**
 * How programs search the posts (OpenSearch 1.1): the page of results, and the call that gives them as JSON.
 */
export function openSearch({ site, siteUrl }: { site: SiteWords; siteUrl: string }): string {
  const origin = xml(siteUrl)
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${xml(cut(site.name, SHORT))}</ShortName>
<Description>${xml(cut(`Searches the articles of ${site.name}, all written by AI.`, LONG))}</Description>
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

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().trim()
}
