import {
  parseFeed as parseXmlOrJson,
  type AnyFeed,
  type AtomFeed,
  type JsonFeed,
  type RdfFeed,
  type RssFeed,
} from 'feedsmith'
import type { ParsedFeed } from '#newsroom/sources/feed/reader.ts'
import { entryAddress } from '#newsroom/sources/feed/address.ts'
import { dateOf } from '#newsroom/sources/feed/date.ts'
import { cutAt, oneLine, plainLine } from '#newsroom/sources/feed/markdown-text.ts'
import { isTeaser, MAX_TITLE, textOfHtml, textOfPlain, titleOfHtml, withAuthor } from '#newsroom/sources/feed/text.ts'

/** Maximum number of entries that are taken from a feed, the newest. */
export const MAX_ENTRIES = 200

/**
 * Reads RSS 0.9x, 1.0 and 2.0, Atom and JSON Feed. `url` is where the feed was found. An item that cannot be read is left
 * out and counted in `unread`. Throws an Error whose message follows the words "The feed".
 */
export function parseFeed(text: string, url: string): ParsedFeed {
  if (text.trim() === '') throw new Error('is empty.')
  const { items, broken } = read(text, url)
  const dated = items.flatMap((item) => {
    const address = item.links.map((link) => entryAddress(link, item.base)).find((link) => link !== null)
    const date = item.dates.map(dateOf).find((date) => date !== null) ?? null
    return address === undefined ? [] : [{ ...item, ...address, date }]
  })
  if (items.length === 0 && !/(?:\}|<\/(?:\w+:)?(?:rss|feed|rdf)\s*>)\s*$/i.test(text))
    throw new Error('breaks off before its first entry.')
  if (items.length > 0 && dated.length === 0) throw new Error('has no entry with an address: there is nothing to cite.')
  const newest = dated.toSorted((one, other) => compare(other.date ?? '', one.date ?? '')).slice(0, MAX_ENTRIES)
  const ids = Map.groupBy(newest, ({ id }) => id?.trim())
  const pages = Map.groupBy(newest, (item) => item.url)
  const entries = newest.flatMap((item) => {
    const isOther = (other: typeof item) => other.title.value !== item.title.value || other.hash !== item.hash
    // Some feeds give all their entries one id.
    const isUnique = ids.get(item.id?.trim())?.every((other) => other.url === item.url && !isOther(other))
    const onPage = pages.get(item.url)?.filter((other) => isOther(other) || other.id !== item.id) ?? []
    const address = onPage.some(({ hash }) => hash !== item.hash) ? `${item.url}${item.hash}` : item.url
    const id = isUnique ? globalId(item.id, url) : null
    return entryOf({ ...item, id, url: address, sharesPage: onPage.length > 0 }) ?? []
  })
  if (dated.length > 0 && entries.length === 0) throw new Error('has no entry that can be read.')
  return { entries, unread: broken + items.length - dated.length + newest.length - entries.length }
}

type ParsedEntry = ParsedFeed['entries'][number]
type Maybe = string | null | undefined
type Text = { value: Maybe; isPlain: boolean }

/** The common form of all formats. Of `links`, `dates` and `bodies`, the first one that can be used counts. */
type Item = { base: string; id: Maybe; links: Maybe[]; title: Text; dates: Maybe[]; bodies: Text[]; author: Maybe }

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

// Null if the entry has neither a title nor a text, or cannot be read, for example because it is nested too deeply.
function entryOf(item: Item & Pick<ParsedEntry, 'url' | 'date' | 'sharesPage'>): ParsedEntry | null {
  const { url, date, id, sharesPage } = item
  try {
    const body = item.bodies.find(({ value }) => value?.trim())
    const text = body?.isPlain ? textOfPlain(body.value ?? '') : textOfHtml(body?.value ?? '')
    const teaser = isTeaser(text)
    // Short notes have no title. Their first words are used instead.
    const title = titleOf(item.title) || cutAt(plainLine(text), MAX_TITLE)
    if (title === '') return null
    const entry = {
      url,
      title,
      date,
      teaser,
      sharesPage,
      id: id ?? (sharesPage && !url.includes('#') ? `${url}#${title}` : url),
    }
    // The page of a teaser names its author itself.
    return { ...entry, text: teaser ? text : withAuthor(text, item.author ?? '') }
  } catch {
    return null
  }
}

function titleOf({ value, isPlain }: Text): string {
  return isPlain ? cutAt(oneLine(value ?? ''), MAX_TITLE) : titleOfHtml(value ?? '')
}

// An id that is not an URI, such as "17", is only unique within its feed.
function globalId(id: Maybe, feedUrl: string): string | null {
  const trimmed = id?.trim() ?? ''
  if (trimmed === '' || trimmed.length > 2_000) return null
  return /^[a-z][\w+.-]*:/i.test(trimmed) ? trimmed : `${feedUrl}#${trimmed}`
}

// feedsmith does not know these tags.
const ORIGINAL_LINK = /(?<=<\/?)(?:feedburner|pheedo):origlink(?=[\s>])/gi

const START = /<(?:item|entry)[\s>]/gi
// An item at most up to the next one.
const ITEM = /<(item|entry)[\s>](?:(?!<\1[\s>]).)*?<\/\1\s*>/gis
const MAX_PARTS = 500

// Reads a feed. If items are missing because of a broken one, reads each item alone.
function read(text: string, url: string): { items: Item[]; broken: number } {
  if (text.trimStart().startsWith('{')) return readJson(text, url)
  const xml = text.trimStart().startsWith('<') ? withoutSections(text) : text
  const whole = parsed(xml)
  const items = whole === null ? [] : itemsOf(whole, url)
  const count = xml.match(START)?.length ?? 0
  if (whole !== null && items.length >= count) return { items, broken: 0 }
  const head = xml.slice(0, Math.max(xml.search(START), 0))
  const root = /<((?:\w+:)?(?:rss|feed|rdf))[\s>]/i.exec(head)?.[1]
  const end = `${/<channel[\s>]/i.test(head) && !/<\/channel/i.test(head) ? '</channel>' : ''}</${root}>`
  const parts = root === undefined ? [] : Array.from(xml.matchAll(ITEM), ([item]) => item).slice(0, MAX_PARTS)
  const single = parts.flatMap((part) => parsed(`${head}${part}${end}`) ?? []).flatMap((feed) => itemsOf(feed, url))
  if (whole === null && single.length === 0) throw new Error(problemOf(text))
  const best = single.length < items.length ? items : single
  return { items: best, broken: count - best.length }
}

// feedsmith leaves out items that are not objects.
function readJson(text: string, url: string): ReturnType<typeof read> {
  const whole = parsed(text)
  if (whole === null) throw new Error(problemOf(text))
  const items = itemsOf(whole, url)
  const feed: unknown = JSON.parse(text.trim())
  const list = typeof feed === 'object' && feed !== null && 'items' in feed ? feed.items : null
  return { items, broken: Array.isArray(list) ? list.length - items.length : 0 }
}

// Writes XML without comments and CDATA. An "&" that does not start an entity is text, for example in `?a=1&copy=2`.
function withoutSections(xml: string): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return xml
    .replace(/<!--.*?-->|<!\[CDATA\[(.*?)\]\]>/gs, (_, text: string | undefined) => escaped(text ?? ''))
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(ORIGINAL_LINK, 'dcterms:isFormatOf')
}

function parsed(text: string): AnyFeed<string> | null {
  try {
    return parseXmlOrJson(text)
  } catch {
    return null
  }
}

function itemsOf({ format, feed }: AnyFeed<string>, url: string): Item[] {
  if (format === 'atom') return itemsOfAtom(feed, url)
  if (format === 'json') return itemsOfJson(feed, url)
  return format === 'rss' ? itemsOfRss(feed, url) : itemsOfRdf(feed, url)
}

function itemsOfRss(feed: RssFeed.Feed<string>, url: string): Item[] {
  return (feed.items ?? []).map((item) => {
    const { link, guid, atom, pubDate } = item
    const common = commonFields(item, baseAddress(url, feed.link, feed.xml?.base))
    const permalink = guid?.isPermaLink === false ? null : guid?.value
    const links = [item.dcterms?.isFormatOf?.[0], link, ...alternates(atom?.links), permalink]
    return { ...common, id: guid?.value, links, dates: [pubDate, ...common.dates] }
  })
}

function itemsOfRdf(feed: RdfFeed.Feed<string>, url: string): Item[] {
  const base = baseAddress(url, feed.link, feed.xml?.base)
  return (feed.items ?? []).map((item) => {
    return { ...commonFields(item, base), id: item.rdf?.about, links: [item.link, item.rdf?.about] }
  })
}

function commonFields(item: RssFeed.Item<string> | RdfFeed.Item<string>, base: string) {
  const { title, description, content, atom, dc, dcterms, xml } = item
  return {
    base: baseAddress(base, xml?.base),
    title: html(title ?? dc?.titles?.[0]),
    dates: [dc?.dates?.[0], dcterms?.issued?.[0], atom?.published, atom?.updated],
    bodies: [content?.encoded, description, atom?.content?.value, dc?.descriptions?.[0]].map(html),
    author: dc?.creators?.[0] ?? atom?.authors?.[0]?.name,
  }
}

function itemsOfAtom(feed: AtomFeed.Feed<string>, url: string): Item[] {
  const home = alternates(feed.links)[0]
  return (feed.entries ?? []).map(({ id, title, links, content, summary, authors, dcterms, ...entry }) => ({
    base: baseAddress(url, home, feed.xml?.base, entry.xml?.base),
    id,
    links: [dcterms?.isFormatOf?.[0], ...alternates(links), permanent(id)],
    title: { value: title?.value, isPlain: isTextType(title?.type) },
    dates: [entry.published, entry.updated],
    bodies: [typed(content), typed(summary)],
    author: authors?.[0]?.name,
  }))
}

function itemsOfJson(feed: JsonFeed.Feed<string>, url: string): Item[] {
  return (feed.items ?? []).map(({ id, url: link, external_url, title, date_published, date_modified, ...body }) => ({
    base: baseAddress(url, feed.home_page_url),
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

// Atom says which of its texts are markup. Without a type, a text is plain, but many feeds still write paragraphs of HTML.
function typed(text: { value?: string; type?: string } | undefined): Text {
  const isMarkup = text?.type === undefined && /<\/(?:p|div|ul|h\d)>/i.test(text?.value ?? '')
  return { value: text?.value, isPlain: isTextType(text?.type) && !isMarkup }
}

function isTextType(type = 'text'): boolean {
  return /^text(?:\/plain)?$/i.test(type)
}

// A page comes before a file of another type.
function alternates(links: { href?: string; rel?: string; type?: string }[] | undefined): Maybe[] {
  const isPage = ({ type = 'text/html' }: { type?: string }) => /html/i.test(type)
  return (links ?? [])
    .filter(({ rel }) => rel === undefined || rel === 'alternate')
    .toSorted((one, other) => Number(isPage(other)) - Number(isPage(one)))
    .map(({ href }) => href)
}

// An id is often an address, too, and serves for an entry that has no link.
function permanent(id: Maybe): Maybe {
  return id?.startsWith('http') ? id : null
}

function problemOf(text: string): string {
  const start = text.slice(0, 2_000).trimStart()
  if (/^<(?:!doctype )?html/i.test(start))
    return 'is a web page, not a feed. Look in that page for the address of the feed.'
  if (start.startsWith('{')) return 'is not a JSON Feed, or is broken JSON.'
  const isXml = /<(?:rss|feed|rdf:rdf)[\s>]/i.test(start)
  return isXml ? 'is XML that is too broken to be read.' : 'is not a feed: neither RSS, Atom, RDF nor JSON Feed.'
}

// The address that relative links are resolved against. Each base is relative to the one before it. Skips invalid ones.
function baseAddress(url: string, ...bases: Maybe[]): string {
  return bases.reduce((outer: string, base) => (base ? (URL.parse(base.trim(), outer)?.href ?? outer) : outer), url)
}
