import type { Entry } from '#server/feeds/entry.ts'
import { iconOf, LANGUAGE, WRITTEN_BY_MODEL, type Feed } from '#server/feeds/feed.ts'

/** A feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed(feed: Feed): string {
  const { title, description, author, home, self, hub, siteUrl, entries } = feed
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: home,
    feed_url: self,
    icon: iconOf(siteUrl, 512),
    favicon: iconOf(siteUrl, 48),
    authors: [{ name: author, url: `${siteUrl}/` }],
    language: LANGUAGE,
    ...(hub === null ? {} : { hubs: [{ type: 'WebSub', url: hub }] }),
    items: entries.map((entry) => item(entry, siteUrl)),
  })
}

function item(entry: Entry, siteUrl: string) {
  const { address, title, summary, disclosure, html, published, changed, author, tags, image } = entry
  return {
    id: address,
    url: address,
    title,
    summary,
    // An item has a text, if only this one.
    ...(html === null ? { content_text: summary } : { content_html: html }),
    ...(image === null ? {} : { image }),
    ...(published === null ? {} : { date_published: new Date(published).toISOString() }),
    ...(changed === null || changed === published ? {} : { date_modified: new Date(changed).toISOString() }),
    ...(author === null ? {} : { authors: [{ name: author }] }),
    tags,
    language: LANGUAGE,
    // No extension for this is agreed upon: the words are ours, the concept is IPTC's.
    _ai: {
      about: `${siteUrl}/about`,
      digital_source_type: `${WRITTEN_BY_MODEL.scheme}${WRITTEN_BY_MODEL.term}`,
      disclosure,
    },
  }
}
