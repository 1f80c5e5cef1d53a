import {
  parseFeed as parseXmlOrJson,
  type AnyFeed,
  type AtomFeed,
  type JsonFeed,
  type RdfFeed,
  type RssFeed,
} from 'feedsmith'
import type { ParsedFeed } from '#newsroom/sources/feed/reader.ts'
import { dateOf } from '#newsroom/sources/feed/date.ts'
import { cutAt, plainLine } from '#newsroom/sources/feed/markdown-text.ts'
import { isTeaser, MAX_TITLE, textOfHtml, titleOfHtml, withAuthor } from '#newsroom/sources/feed/text.ts'

/** Maximum number of entries from one feed. If there are more, the newest are kept. */
export const MAX_ENTRIES = 200

/**
 * Parses RSS 0.9x, 1.0 and 2.0, Atom and JSON Feed. `url` is the feed's URL. Leaves out the items without a URL, a date
 * or a readable text, and counts them in `unread`. Throws an Error whose message completes a sentence that starts with
 * the feed's URL.
 */
export function parseFeed(text: string, url: string): ParsedFeed {
  if (text.trim() === '') throw new Error('is empty.')
  const items = read(text, url)
  const usable = items.flatMap((item) => {
    // An id is often a URL too.
    const page = entryUrl(item.link ?? (item.id?.startsWith('http') ? item.id : null), item.base)
    const date = dateOf(item.date)
    return page === null || date === null ? [] : [{ ...item, ...page, date }]
  })
  const newest = usable.toSorted((one, other) => other.date.localeCompare(one.date)).slice(0, MAX_ENTRIES)
  const pages = Map.groupBy(newest, (item) => item.url)
  const entries = newest.flatMap((item) => {
    const sharesPage = pages.get(item.url)?.some(({ id, hash }) => id !== item.id || hash !== item.hash) ?? false
    const page = Object.assign(new URL(item.url), sharesPage && { hash: item.hash || item.id }).href
    return entryOf({ ...item, id: globalId(item.id, url) ?? page, url: page }) ?? []
  })
  if (items.length > 0 && entries.length === 0)
    throw new Error('has no entry with an http or https URL, a readable date and a readable text.')
  return { entries, unread: items.length - usable.length + newest.length - entries.length }
}

// Query parameters of campaigns and feeds. They do not affect the page.
const TRACKING = /^(?:(?:utm|mtm|at)_\w+|\w*clk?id|mc_[ce]id)=|^(?:source|ref|partner)=rss/i

const MAX_URL = 2_000

/**
 * Resolves an entry's link against `base` and removes credentials and tracking parameters. Returns the fragment
 * separately. Returns null if the URL is not http(s).
 */
export function entryUrl(link: string | null | undefined, base: string): { url: string; hash: string } | null {
  const url = link ? URL.parse(link.trim(), base) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const { hash } = url
  Object.assign(url, { hash: '', username: '', password: '' })
  // Change the query only if it contains a tracking parameter, because serialising it again may change its meaning.
  const parts = url.search.slice(1).split('&')
  const remaining = parts.filter((part) => !TRACKING.test(part))
  if (remaining.length < parts.length) url.search = remaining.join('&')
  return url.href.length + hash.length > MAX_URL ? null : { url: url.href, hash }
}

type ParsedEntry = ParsedFeed['entries'][number]
type Maybe = string | null | undefined

// An item in a feed of any format. The first body that is not empty wins. Bodies are read as HTML whatever their declared
// type, because many feeds put HTML into fields for plain text.
type Item = { base: string; id: Maybe; link: Maybe; title: Maybe; date: Maybe; bodies: Maybe[]; author: Maybe }

// Returns null if the entry has neither a title nor text, or if it cannot be read, for example because it is nested too
// deeply.
function entryOf(item: Item & Pick<ParsedEntry, 'id' | 'url' | 'date'>): ParsedEntry | null {
  const { url, date, id } = item
  try {
    const text = textOfHtml(item.bodies.find((body) => body?.trim()) ?? '')
    const teaser = isTeaser(text)
    // Short notes have no title, so use the first words of their text.
    const title = titleOfHtml(item.title ?? '') || cutAt(plainLine(text), MAX_TITLE)
    if (title === '') return null
    return {
      id,
      url,
      title,
      date,
      teaser,
      // The page that a teaser leads to names its author itself.
      text: teaser ? text : withAuthor(text, item.author ?? ''),
    }
  } catch {
    return null
  }
}

// An id that is not a URI, such as "17", is unique only within its feed.
function globalId(id: Maybe, feedUrl: string): string | null {
  const trimmed = id?.trim() ?? ''
  if (trimmed === '' || trimmed.length > 2_000) return null
  return /^[a-z][\w+.-]*:/i.test(trimmed) ? trimmed : `${feedUrl}#${trimmed}`
}

function read(text: string, url: string): Item[] {
  let feed: AnyFeed<string>
  try {
    feed = parseXmlOrJson(text)
  } catch (cause) {
    const isPage = /^\s*<(?:!doctype )?html/i.test(text)
    throw new Error(
      isPage
        ? 'is a web page, not a feed. Look for the URL of the feed on that page.'
        : 'is not a feed, or is too broken to parse. Stet reads RSS, Atom and JSON Feed.',
      { cause },
    )
  }
  if (feed.format === 'atom') return itemsOfAtom(feed.feed, url)
  return feed.format === 'json' ? itemsOfJson(feed.feed, url) : itemsOfRss(feed.feed, url)
}

function itemsOfRss(feed: RssFeed.Feed<string> | RdfFeed.Feed<string>, url: string): Item[] {
  const base = homeUrl(url, feed.link)
  const items: (RssFeed.Item<string> | RdfFeed.Item<string>)[] = feed.items ?? []
  return items.map(({ title, link, description, content, dc, ...item }) => ({
    base,
    id: 'guid' in item ? item.guid?.value : undefined,
    link,
    title,
    date: ('pubDate' in item ? item.pubDate : undefined) ?? dc?.dates?.[0],
    bodies: [content?.encoded, description],
    author: dc?.creators?.[0],
  }))
}

function itemsOfAtom(feed: AtomFeed.Feed<string>, url: string): Item[] {
  const base = homeUrl(url, pageIn(feed.links))
  return (feed.entries ?? []).map(({ id, title, links, content, summary, authors, published, updated }) => ({
    base,
    id,
    link: pageIn(links),
    title: title?.value,
    date: published ?? updated,
    bodies: [content?.value, summary?.value],
    author: authors?.[0]?.name,
  }))
}

function itemsOfJson(feed: JsonFeed.Feed<string>, url: string): Item[] {
  const base = homeUrl(url, feed.home_page_url)
  return (feed.items ?? []).map(({ id, url: link, title, date_published, date_modified, ...item }) => ({
    base,
    id,
    link,
    title,
    date: date_published ?? date_modified,
    bodies: [item.content_html, item.content_text, item.summary],
    author: item.authors?.[0]?.name,
  }))
}

// Returns the link to a feed's or entry's page.
function pageIn(links: { href?: string; rel?: string }[] | undefined): Maybe {
  return links?.find(({ rel = 'alternate' }) => rel === 'alternate')?.href
}

// Returns the URL of the site's home page, against which relative links are resolved. `url` is the feed's URL.
function homeUrl(url: string, home: Maybe): string {
  return URL.parse(home ?? '', url)?.href ?? url
}
