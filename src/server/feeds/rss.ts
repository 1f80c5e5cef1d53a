import type { Entry } from '#server/feeds/entry.ts'
import { iconOf, LANGUAGE, WRITTEN_BY_MODEL, type Feed } from '#server/feeds/feed.ts'
import { xml } from '#server/feeds/xml.ts'

/** A feed as RSS 2.0 (https://www.rssboard.org/rss-specification). */
export function rss(feed: Feed): string {
  const { title, description, home, self, hub, search, siteUrl, changed, entries } = feed
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${xml(title)}</title>
<link>${xml(home)}</link>
<description>${html(description)}</description>
<language>${LANGUAGE}</language>
<lastBuildDate>${date(changed)}</lastBuildDate>
<image><url>${xml(iconOf(siteUrl, 144))}</url><title>${xml(title)}</title><link>${xml(home)}</link><width>144</width><height>144</height></image>
<atom:link rel="self" type="application/rss+xml" href="${xml(self)}"/>
${hub === null ? '' : `<atom:link rel="hub" href="${xml(hub)}"/>\n`}${
    search === null
      ? ''
      : `<atom:link rel="search" type="application/opensearchdescription+xml" href="${xml(search)}"/>\n`
  }${entries.map(item).join('')}</channel>
</rss>
`
}

function item(entry: Entry): string {
  const { address, title, summary, html: text, published, changed, author, tags, image } = entry
  const lines = [
    `<title>${xml(title)}</title>`,
    `<link>${xml(address)}</link>`,
    `<guid isPermaLink="true">${xml(address)}</guid>`,
    ...(published === null ? [] : [`<pubDate>${date(published)}</pubDate>`]),
    ...(changed === null || changed === published
      ? []
      : [`<atom:updated>${new Date(changed).toISOString()}</atom:updated>`]),
    ...(author === null ? [] : [`<dc:creator>${xml(author)}</dc:creator>`]),
    ...tags.map((tag) => `<category>${xml(tag)}</category>`),
    `<category domain="${WRITTEN_BY_MODEL.scheme}">${WRITTEN_BY_MODEL.term}</category>`,
    ...(image === null ? [] : [`<media:content url="${xml(image)}" medium="image" type="image/png"/>`]),
    `<description>${html(summary)}</description>`,
    ...(text === null ? [] : [`<content:encoded>${xml(text)}</content:encoded>`]),
  ]
  return `<item>\n${lines.join('\n')}\n</item>\n`
}

// Readers take a description for HTML: what is text must be text there, too.
function html(text: string): string {
  return xml(xml(text))
}

function date(time: number): string {
  return new Date(time).toUTCString()
}
