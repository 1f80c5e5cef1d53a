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
import { cutAt, oneLine, plainLine } from '#newsroom/sources/feed/markdown-text.ts'
import { isTeaser, MAX_TITLE, textOfHtml, textOfPlain, titleOfHtml, withAuthor } from '#newsroom/sources/feed/text.ts'

/** Maximum number of entries from one feed. If there are more, the newest are kept. */
export const MAX_ENTRIES = 200

/**
 * Parses RSS 0.9x, 1.0 and 2.0, Atom and JSON Feed. `url` is the feed's URL. Leaves out items that cannot be read and
 * counts them in `unread`. Throws an Error whose message completes a sentence that starts with the feed's URL.
 */
export function parseFeed(text: string, url: string): ParsedFeed {
  if (text.trim() === '') throw new Error('is empty.')
  const items = read(text, url)
  const linked = items.flatMap((item) => {
    const page = item.links.map((link) => entryUrl(link, item.base)).find((link) => link !== null)
    const date = item.dates.map(dateOf).find((date) => date !== null) ?? null
    return page === undefined ? [] : [{ ...item, ...page, date }]
  })
  if (items.length > 0 && linked.length === 0) throw new Error('has no entry with a URL that an article can cite.')
  const newest = linked.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? '')).slice(0, MAX_ENTRIES)
  const ids = Map.groupBy(newest, ({ id }) => id?.trim())
  const pages = Map.groupBy(newest, (item) => item.url)
  const entries = newest.flatMap((item) => {
    const isOther = (other: typeof item) => other.title.value !== item.title.value || other.hash !== item.hash
    // Some feeds give every entry the same id.
    const isUnique = ids.get(item.id?.trim())?.every((other) => other.url === item.url && !isOther(other))
    const onPage = pages.get(item.url)?.filter((other) => isOther(other) || other.id !== item.id) ?? []
    const page = onPage.some(({ hash }) => hash !== item.hash) ? `${item.url}${item.hash}` : item.url
    const id = isUnique ? globalId(item.id, url) : null
    return entryOf({ ...item, id, url: page, sharesPage: onPage.length > 0 }) ?? []
  })
  if (linked.length > 0 && entries.length === 0) throw new Error('has no readable entry.')
  return { entries, unread: items.length - linked.length + newest.length - entries.length }
}

// Query parameters that campaigns, newsletters and shops add to track readers. They do not affect the page.
const TRACKING =
  /^(?:(?:utm|mtm|pk|piwik|matomo|hsa|wt|vero|oly|guce|fb|sfmc|ml|hss|itm|gad|vgo|_bta)[_-][\w%-]+|__?hs(?:enc|mi|tc|sc|fp)|elq\w+|\w*cl(?:ick|k)?id|[gw]braid|igsh(?:id)?|mbid|ck_subscriber_id|ftag|ocid|rdt_cid|gclsrc|__twitter_impression|triedredirect|mc_[ce]id|mkt_tok|at_\w+|(?:s|n|i|sc)_?cid|cmp(?:id)?|ns_\w+|xtor|ref(?:_src|_url|errer)?|_bhlid|_openstat|_g[al]|_ke|dm_i|ef_id|epik|guccounter|ito|li_fat_id|s_kwcid|smid|spm|srsltid|trk\w*|wt\.\w+)$/i

// These parameters track readers only if they have one of these values. Only `source` may continue after it, as in
// `source=rss----a---4`. `ref` does not if its value is a version.
const TRACKING_VALUE =
  /^(?:source|(?:via|from|partner|emc)(?==[a-z]+$))=(?:rss|feed|e?mail|newsletter|social|twitter)+(?![a-z])/i
const VERSION = /^ref=(?:main|master|head|v?\d|refs|[0-9a-f]{7,40}$)/i

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
  const remaining = parts.filter((part) => {
    const isTracking = TRACKING.test(part.split('=')[0] ?? '') && !VERSION.test(part)
    return !isTracking && !TRACKING_VALUE.test(part)
  })
  if (remaining.length < parts.length) url.search = remaining.join('&')
  return url.href.length + hash.length > MAX_URL ? null : { url: url.href, hash }
}

type ParsedEntry = ParsedFeed['entries'][number]
type Maybe = string | null | undefined
type Text = { value: Maybe; isPlain: boolean }

// An item in a feed of any format. The first usable value of `links`, `dates` and `bodies` wins.
type Item = { base: string; id: Maybe; links: Maybe[]; title: Text; dates: Maybe[]; bodies: Text[]; author: Maybe }

// Returns null if the entry has neither a title nor text, or if it cannot be read, for example because it is nested too
// deeply.
function entryOf(item: Item & Pick<ParsedEntry, 'url' | 'date' | 'sharesPage'>): ParsedEntry | null {
  const { url, date, id, sharesPage } = item
  try {
    const body = item.bodies.find(({ value }) => value?.trim())
    const text = body?.isPlain ? textOfPlain(body.value ?? '') : textOfHtml(body?.value ?? '')
    const teaser = isTeaser(text)
    // Short notes have no title, so use the first words of their text.
    const title = titleOf(item.title) || cutAt(plainLine(text), MAX_TITLE)
    if (title === '') return null
    return {
      url,
      title,
      date,
      teaser,
      sharesPage,
      id: id ?? (sharesPage && !url.includes('#') ? `${url}#${title}` : url),
      // The page that a teaser leads to names its author itself.
      text: teaser ? text : withAuthor(text, item.author ?? ''),
    }
  } catch {
    return null
  }
}

function titleOf({ value, isPlain }: Text): string {
  return isPlain ? cutAt(oneLine(value ?? ''), MAX_TITLE) : titleOfHtml(value ?? '')
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
    throw new Error(problemOf(text), { cause })
  }
  if (feed.format === 'atom') return itemsOfAtom(feed.feed, url)
  return feed.format === 'json' ? itemsOfJson(feed.feed, url) : itemsOfRss(feed.feed, url)
}

function itemsOfRss(feed: RssFeed.Feed<string> | RdfFeed.Feed<string>, url: string): Item[] {
  const home = baseUrl(url, feed.link, feed.xml?.base)
  const items: (RssFeed.Item<string> | RdfFeed.Item<string>)[] = feed.items ?? []
  return items.map((item) => {
    const { title, link, description, content, atom, dc, dcterms, xml } = item
    const guid = 'guid' in item ? item.guid : undefined
    const about = 'rdf' in item ? item.rdf?.about : undefined
    const notes = 'itunes' in item ? item.itunes?.summary : undefined
    const permalink = guid?.isPermaLink === false ? null : guid?.value
    return {
      base: baseUrl(home, xml?.base),
      id: guid?.value ?? about,
      links: [link, ...alternates(atom?.links), permalink, about],
      title: html(title ?? dc?.titles?.[0]),
      dates: [
        'pubDate' in item ? item.pubDate : null,
        dc?.dates?.[0],
        dcterms?.issued?.[0],
        atom?.published,
        atom?.updated,
      ],
      bodies: [content?.encoded, description, atom?.content?.value, dc?.descriptions?.[0], notes].map(html),
      author: dc?.creators?.[0] ?? atom?.authors?.[0]?.name,
    }
  })
}

function itemsOfAtom(feed: AtomFeed.Feed<string>, url: string): Item[] {
  const home = alternates(feed.links)[0]
  return (feed.entries ?? []).map(({ id, title, links, content, summary, authors, media, ...entry }) => ({
    base: baseUrl(url, home, feed.xml?.base, entry.xml?.base),
    id,
    links: [...alternates(links), permanent(id)],
    title: { value: title?.value, isPlain: isTextType(title?.type) },
    dates: [entry.published, entry.updated],
    // A video's description is its only text.
    bodies: [typed(content), typed(summary), plain(media?.groups?.[0]?.description?.value)],
    author: authors?.[0]?.name,
  }))
}

function itemsOfJson(feed: JsonFeed.Feed<string>, url: string): Item[] {
  return (feed.items ?? []).map(({ id, url: link, external_url, title, date_published, date_modified, ...body }) => ({
    base: baseUrl(url, feed.home_page_url),
    id,
    links: [link, external_url, permanent(id)],
    title: plain(title),
    dates: [date_published, date_modified],
    bodies: [html(body.content_html), plain(body.content_text), plain(body.summary)],
    author: body.authors?.[0]?.name,
  }))
}

function html(value: Maybe): Text {
  return { value, isPlain: false }
}

function plain(value: Maybe): Text {
  return { value, isPlain: true }
}

// Atom declares whether text is markup. Text without a type should be plain, but many feeds put HTML paragraphs there.
function typed(text: { value?: string; type?: string } | undefined): Text {
  const isMarkup = text?.type === undefined && /<\/(?:p|div|ul|h\d)>/i.test(text?.value ?? '')
  return { value: text?.value, isPlain: isTextType(text?.type) && !isMarkup }
}

function isTextType(type = 'text'): boolean {
  return /^text(?:\/plain)?$/i.test(type)
}

// Returns the links to a feed's or entry's page, HTML pages first.
function alternates(links: { href?: string; rel?: string; type?: string }[] | undefined): Maybe[] {
  const isPage = ({ type = 'text/html' }: { type?: string }) => /html/i.test(type)
  return (links ?? [])
    .filter(({ rel }) => rel === undefined || rel === 'alternate')
    .toSorted((one, other) => Number(isPage(other)) - Number(isPage(one)))
    .map(({ href }) => href)
}

// An id is often a URL too, so use it if an entry has no other link.
function permanent(id: Maybe): Maybe {
  return id?.startsWith('http') ? id : null
}

function problemOf(text: string): string {
  const start = text.slice(0, 2_000).trimStart()
  if (/^<(?:!doctype )?html/i.test(start))
    return 'is a web page, not a feed. Look for the URL of the feed on that page.'
  if (start.startsWith('{')) return 'is not a JSON Feed, or is invalid JSON.'
  const isXml = /<(?:rss|feed|rdf:rdf)[\s>]/i.test(start)
  return isXml ? 'is XML that is too broken to parse.' : 'is not a feed: neither RSS, Atom, RDF nor JSON Feed.'
}

// Returns the URL against which relative links are resolved. Each base is relative to the previous one. Invalid bases
// are ignored.
function baseUrl(url: string, ...bases: Maybe[]): string {
  return bases.reduce((outer: string, base) => (base ? (URL.parse(base.trim(), outer)?.href ?? outer) : outer), url)
}
