import {
  parseFeed as parseXmlOrJson,
  type AnyFeed,
  type AtomFeed,
  type JsonFeed,
  type RdfFeed,
  type RssFeed,
} from 'feedsmith'
import type { ParsedFeed } from '#newsroom/sources/feed/reader.ts'
import { cutAt } from '#newsroom/sources/feed/markdown-text.ts'
import {
  isTeaser,
  MAX_TITLE,
  oneLine,
  textOfHtml,
  textOfPlain,
  titleOfHtml,
  withAuthor,
} from '#newsroom/sources/feed/text.ts'

/** Maximum number of entries that are taken from a feed, the newest. */
export const MAX_ENTRIES = 200

/**
 * Reads RSS 0.9x, 1.0 and 2.0, Atom and JSON Feed. `url` is where the feed was found. An entry that cannot be read is left
 * out. Throws an Error whose message follows the words "The feed".
 */
export function parseFeed(text: string, url: string): ParsedFeed {
  if (text.trim() === '') throw new Error('is empty.')
  const items = itemsOf(read(text), url)
  const dated = items.flatMap((item) => {
    const address = item.links.map((link) => entryAddress(link, item.base)).find((link) => link !== null)
    const date = item.dates.map(dateOf).find((date) => date !== null) ?? null
    return address === undefined ? [] : [{ ...item, url: address, date }]
  })
  if (items.length === 0 && !isWhole(text)) throw new Error('breaks off before its first entry.')
  if (items.length > 0 && dated.length === 0) throw new Error('has no entry with an address: there is nothing to cite.')
  const newest = dated.toSorted((one, other) => compare(other.date ?? '', one.date ?? '')).slice(0, MAX_ENTRIES)
  const entries = newest.flatMap((item) => entryOf(item, url) ?? [])
  if (dated.length > 0 && entries.length === 0) throw new Error('has no entry that can be read.')
  return { entries }
}

type Maybe = string | null | undefined
type Text = { value: Maybe; isPlain: boolean }

/** The common form of all formats. Of `links`, `dates` and `bodies`, the first one that can be used counts. */
type Item = { base: string; id: Maybe; links: Maybe[]; title: Text; dates: Maybe[]; bodies: Text[]; author: Maybe }

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

// Null if the entry has neither a title nor a text, or cannot be read, for example because it is nested too deeply.
function entryOf(
  { url, date, id, title, bodies, author }: Item & { url: string; date: string | null },
  feedUrl: string,
): ParsedFeed['entries'][number] | null {
  try {
    const body = bodies.find(({ value }) => value?.trim())
    const text = body?.isPlain ? textOfPlain(body.value ?? '') : textOfHtml(body?.value ?? '')
    const teaser = isTeaser(text)
    // Short notes have no title. Their first words are used instead.
    const name = plainTitle(title) || cutAt(oneLine(text), MAX_TITLE)
    if (name === '') return null
    // The page of a teaser names its author itself.
    return {
      id: globalId(id, feedUrl) ?? url,
      url,
      title: name,
      date,
      text: teaser ? text : withAuthor(text, author ?? ''),
      teaser,
    }
  } catch {
    return null
  }
}

function plainTitle({ value, isPlain }: Text): string {
  return isPlain ? cutAt(oneLine(value ?? ''), MAX_TITLE) : titleOfHtml(value ?? '')
}

// An id that is not an URI, such as "17", is only unique within its feed.
function globalId(id: Maybe, feedUrl: string): string | null {
  const trimmed = id?.trim() ?? ''
  if (trimmed === '' || trimmed.length > 2_000) return null
  return /^[a-z][\w+.-]*:/i.test(trimmed) ? trimmed : `${feedUrl}#${trimmed}`
}

function read(text: string): AnyFeed<string> {
  try {
    return parseXmlOrJson(text)
  } catch (cause) {
    throw new Error(problemOf(text), { cause })
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
    return {
      ...common,
      id: guid?.value,
      links: [link, ...alternates(atom?.links), guid?.isPermaLink === false ? null : guid?.value],
      dates: [pubDate, ...common.dates],
    }
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
  return (feed.entries ?? []).map(({ id, title, links, content, summary, authors, published, updated, xml }) => ({
    base: baseAddress(url, home, feed.xml?.base, xml?.base),
    id,
    links: [...alternates(links), permanent(id)],
    title: { value: title?.value, isPlain: isTextType(title?.type) },
    dates: [published, updated],
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

// Atom says which of its texts are markup. Many feeds leave that out and write HTML all the same.
function typed(text: { value?: string; type?: string } | undefined): Text {
  const isMarkup = /<\/(?:p|a|b|i|em|strong|code|div|h\d)>/i.test(text?.value ?? '')
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

function isWhole(text: string): boolean {
  const end = text.slice(-1_000).trimEnd()
  return end.endsWith('}') || /<\/(?:\w+:)?(?:rss|feed|rdf)\s*>/i.test(end)
}

function problemOf(text: string): string {
  const start = text.slice(0, 2_000).trimStart()
  if (/^(?:<!doctype html|<html)/i.test(start))
    return "is a web page, not a feed: look in that page for the feed's own address."
  if (start.startsWith('{')) return 'is not a JSON Feed, or is broken JSON.'
  if (/<(?:rss|feed|rdf:rdf)[\s>]/i.test(start)) return 'is XML that is too broken to be read.'
  return 'is not a feed: neither RSS, Atom, RDF nor JSON Feed.'
}

// Parameters that campaigns and newsletters add to track readers. Without them, the page is the same.
const TRACKING =
  /^(?:utm_\w+|\w*clid|[gw]braid|igshid|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|at_\w+|cmpid|ns_\w+|oly_\w+_id)$/i

const MAX_ADDRESS = 2_000

/** Makes an address absolute, and removes its fragment, credentials and tracking parameters. Null unless it is http(s). */
export function entryAddress(link: Maybe, base: string): string | null {
  const url = link ? URL.parse(link.trim(), base) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  url.username = ''
  url.password = ''
  // Change the query only if there is something to remove, because writing it again may change its meaning.
  const parts = url.search.slice(1).split('&')
  const remaining = parts.filter((part) => !TRACKING.test(part.split('=')[0] ?? ''))
  if (remaining.length < parts.length) url.search = remaining.join('&')
  return url.href.length > MAX_ADDRESS ? null : url.href
}

// The address that relative links are resolved against. Each base is relative to the one before it. Skips invalid ones.
function baseAddress(url: string, ...bases: Maybe[]): string {
  return bases.reduce((outer: string, base) => (base ? (URL.parse(base.trim(), outer)?.href ?? outer) : outer), url)
}

// ISO 8601, RFC 822 (with years of two digits), and the name of a month with a year. JavaScript also reads "Part 7" as a date.
const DATES =
  /^\d{4}-\d{2}(?:-\d{2})?(?:$|[T ])|\b\d{1,2}[ -][a-z]{3,}\.?[ -]\d{2,4}\b|^[a-z]{3,}\.? \d{1,2},? \d{4}\b|^\d{4}\/\d{1,2}\/\d{1,2}/i
const MAX_DATE = 60

// Zones that occur in feeds and that JavaScript does not know.
const ZONES = new Map([
  ...['BST', 'CET'].map((zone) => [zone, '+0100'] as const),
  ...['CEST', 'EET'].map((zone) => [zone, '+0200'] as const),
  ['IST', '+0530'],
  ['JST', '+0900'],
])

/** Reads a date of a feed as ISO text in UTC. Null if it cannot be read. A time without a zone is in UTC. */
export function dateOf(text: Maybe): string | null {
  const trimmed = (text ?? '').trim().replace(/\s+/g, ' ')
  if (trimmed.length > MAX_DATE || !DATES.test(trimmed)) return null
  // Remove the name of the day, which may be in any language.
  const date = trimmed
    .replace(/^\p{L}+\.?, ?/u, '')
    .replace(/^(\d{4}-\d{2}-\d{2})T/i, '$1 ')
    .replace(/[A-Z]{3,4}$/, (zone) => ZONES.get(zone) ?? zone)
  const isZoned = /:.*(?: [A-Z]{1,4}|\dZ|[+-]\d{2}:?\d{2})(?: ?\([^)]*\))?$/i.test(date)
  const time = Date.parse(isZoned ? date : `${date} UTC`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
