import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith'
import type { Entry } from '#server/feeds/entry.ts'
import { iconOf, LANGUAGE } from '#server/feeds/site-files.ts'
import { xml } from '#server/feeds/xml.ts'

// IPTC's term for content created by a model: the vocabulary's URL and the term's name.
const scheme = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
const term = 'trainedAlgorithmicMedia'

/** The contents of a feed, independent of its format. All URLs are absolute. */
export type Feed = {
  title: string
  description: string
  /** The feed's publisher. */
  author: string
  siteUrl: string
  /** The page that shows the same posts. */
  home: string
  /** The feed's own URL. */
  self: string
  /** The feed's WebSub hub, or null. */
  hub: string | null
  /** The URL of the OpenSearch description, or null. */
  search: string | null
  /** The time of the newest change, in milliseconds since 1970. */
  changed: number
  entries: readonly Entry[]
}

/** Writes a feed as RSS 2.0 (https://www.rssboard.org/rss-specification). */
export function rss({ title, description, home, self, hub, search, siteUrl, changed, entries }: Feed): string {
  return generateRssFeed({
    title,
    link: home,
    // Escape the plain text, because feed readers parse descriptions as HTML.
    description: xml(description),
    language: LANGUAGE,
    lastBuildDate: new Date(changed),
    image: { url: iconOf(siteUrl, 144), title, link: home, width: 144, height: 144 },
    atom: { links: linksOf({ type: 'application/rss+xml', self, hub, search }) },
    items: entries.map((entry) => ({
      title: entry.title,
      link: entry.address,
      guid: { value: entry.address, isPermaLink: true },
      description: xml(entry.summary),
      categories: [...entry.tags.map((name) => ({ name })), { name: term, domain: scheme }],
      ...(entry.published !== null && { pubDate: new Date(entry.published) }),
      ...(isChanged(entry) && { atom: { updated: new Date(entry.changed) } }),
      ...(entry.author !== null && { dc: { creators: [entry.author] } }),
      ...(entry.image !== null && { media: mediaOf(entry.image) }),
      ...(entry.html !== null && { content: { encoded: entry.html } }),
    })),
  })
}

/** Writes a feed as Atom 1.0 (RFC 4287). Leaves out posts without a valid date, because Atom requires one. */
export function atom({ title, description, author, home, self, hub, search, siteUrl, changed, entries }: Feed): string {
  return generateAtomFeed({
    xml: { lang: LANGUAGE },
    id: self,
    title: { value: title, type: 'text' },
    subtitle: { value: description, type: 'text' },
    updated: new Date(changed),
    authors: [{ name: author, uri: `${siteUrl}/` }],
    icon: iconOf(siteUrl, 192),
    links: [
      ...linksOf({ type: 'application/atom+xml', self, hub, search }),
      { rel: 'alternate', type: 'text/html', href: home },
    ],
    entries: entries.filter(isDated).map((entry) => ({
      id: entry.address,
      title: { value: entry.title, type: 'text' },
      updated: new Date(entry.changed),
      links: [
        { rel: 'alternate', type: 'text/html', href: entry.address },
        ...(entry.markdown === null ? [] : [{ rel: 'alternate', type: 'text/markdown', href: entry.markdown }]),
      ],
      categories: [...entry.tags.map((tag) => ({ term: tag })), { scheme, term, label: 'Written by AI' }],
      summary: { value: entry.summary, type: 'text' },
      ...(entry.published !== null && { published: new Date(entry.published) }),
      ...(entry.author !== null && { authors: [{ name: entry.author }] }),
      ...(entry.image !== null && { media: mediaOf(entry.image) }),
      ...(entry.html !== null && { content: { value: entry.html, type: 'html' } }),
    })),
  })
}

/** Writes a feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed({ title, description, author, home, self, hub, siteUrl, entries }: Feed): string {
  const feed = generateJsonFeed({
    title,
    description,
    home_page_url: home,
    feed_url: self,
    icon: iconOf(siteUrl, 512),
    favicon: iconOf(siteUrl, 48),
    authors: [{ name: author, url: `${siteUrl}/` }],
    language: LANGUAGE,
    ...(hub !== null && { hubs: [{ type: 'WebSub', url: hub }] }),
    items: entries.map((entry) => ({
      id: entry.address,
      url: entry.address,
      title: entry.title,
      summary: entry.summary,
      // Every item must have a content field.
      ...(entry.html === null ? { content_text: entry.summary } : { content_html: entry.html }),
      ...(entry.image !== null && { image: entry.image }),
      ...(entry.published !== null && { date_published: new Date(entry.published) }),
      ...(isChanged(entry) && { date_modified: new Date(entry.changed) }),
      ...(entry.author !== null && { authors: [{ name: entry.author }] }),
      tags: entry.tags,
      language: LANGUAGE,
      // There is no standard extension for this. The field names are our own, but the concept is from IPTC.
      _ai: {
        about: `${siteUrl}/about`,
        digital_source_type: `${scheme}${term}`,
        disclosure: entry.disclosure,
      },
    })),
  })
  // feedsmith omits an empty list of items, but the format requires one.
  return JSON.stringify(Object.assign({}, feed, entries.length === 0 && { items: [] }))
}

function linksOf({ type, self, hub, search }: { type: string } & Pick<Feed, 'self' | 'hub' | 'search'>) {
  return [
    { rel: 'self', type, href: self },
    ...(hub === null ? [] : [{ rel: 'hub', href: hub }]),
    ...(search === null ? [] : [{ rel: 'search', type: 'application/opensearchdescription+xml', href: search }]),
  ]
}

function mediaOf(image: string) {
  return { contents: [{ url: image, medium: 'image', type: 'image/png' }] }
}

function isDated(entry: Entry): entry is Entry & { changed: number } {
  return entry.changed !== null
}

function isChanged(entry: Entry): entry is Entry & { changed: number } {
  return isDated(entry) && entry.changed !== entry.published
}
