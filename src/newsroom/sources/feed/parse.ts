import { parseFeed as parseIllFormed } from '@rowanmanning/feed-parser'
import {
  parseFeed as parseWellFormed,
  type AnyFeed,
  type AtomFeed,
  type JsonFeed,
  type RdfFeed,
  type RssFeed,
} from 'feedsmith'
import { baseAddress, entryAddress } from '#newsroom/sources/feed/address.ts'
import { dateOf } from '#newsroom/sources/feed/date.ts'
import {
  cut,
  isTeaser,
  LONGEST_TITLE,
  oneLine,
  textOfHtml,
  titleOfHtml,
  withAuthor,
} from '#newsroom/sources/feed/text.ts'
import type { ParsedFeed } from '#newsroom/sources/feed/reader.ts'

/** The most entries that are taken of a feed, the newest. */
export const MOST_ENTRIES = 200

/**
 * Reads RSS 0.9x, 1.0 and 2.0, Atom and JSON Feed; `url` is where it was found. Throws an Error whose message follows
 * the words "The feed".
 */
export function parseFeed(text: string, url: string): ParsedFeed {
  if (text.trim() === '') throw new Error('is empty.')
  const { title, items } = read(text, url)
  const dated = items.flatMap((item) => {
    const address = item.links.map((link) => entryAddress(link, item.base)).find((link) => link !== null)
    return address === undefined
      ? []
      : [{ ...item, url: address, date: item.dates.map(dateOf).find((date) => date !== null) ?? null }]
  })
  if (items.length === 0 && !isWhole(text)) throw new Error('breaks off before its first entry.')
  if (items.length > 0 && dated.length === 0) throw new Error('has no entry with an address: there is nothing to cite.')
  // Only now, among entries that can be used: sorting is stable, so the feed's own order decides between equals.
  const newest = dated.toSorted((one, other) => compare(other.date ?? '', one.date ?? '')).slice(0, MOST_ENTRIES)
  return { title: titleOfHtml(title ?? ''), entries: newest.map(entryOf).filter(({ title }) => title !== '') }
}

/** What all formats come down to; titles and bodies are HTML, the first of links, dates and bodies that is any good is it. */
type Item = { base: string; links: Maybe[]; title: Maybe; dates: Maybe[]; bodies: Maybe[]; authors: Maybe[] }
type Maybe = string | null | undefined
type Items = { title: Maybe; items: Item[] }

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function entryOf({
  url,
  date,
  title,
  bodies,
  authors,
}: Item & { url: string; date: string | null }): ParsedFeed['entries'][number] {
  const text = textOfHtml(bodies.find((body) => body?.trim()) ?? '')
  const teaser = isTeaser(text)
  const author = authors.find((name) => name?.trim()) ?? ''
  // Short notes have no titles: their first words serve.
  const name = titleOfHtml(title ?? '') || cut(oneLine(text), LONGEST_TITLE)
  // A page says itself who wrote it.
  return { url, title: name, date, text: teaser ? text : withAuthor(text, author), teaser }
}

function read(text: string, url: string): Items {
  try {
    const result = parseWellFormed(text)
    const found = itemsOf(result, url)
    // No item at all may also mean that they stand where they do not belong.
    if (found.items.length > 0 || result.format === 'json') return found
    return readIllFormed(text, url) ?? found
  } catch (cause) {
    const found = readIllFormed(text, url)
    if (found === null || found.items.length === 0) throw new Error(problemOf(text), { cause })
    return found
  }
}

function itemsOf(result: AnyFeed<string>, url: string): Items {
  if (result.format === 'rss') return itemsOfRss(result.feed, url)
  if (result.format === 'atom') return itemsOfAtom(result.feed, url)
  return result.format === 'rdf' ? itemsOfRdf(result.feed, url) : itemsOfJson(result.feed, url)
}

function itemsOfRss(feed: RssFeed.Feed<string>, url: string): Items {
  const items = (feed.items ?? []).map(
    ({ title, link, guid, description, content, atom, dc, dcterms, pubDate, xml }) => ({
      base: baseAddress(url, feed.link, feed.xml?.base, xml?.base),
      links: [link, ...alternates(atom?.links), guid?.isPermaLink === false ? null : guid?.value],
      title: title ?? dc?.titles?.[0],
      dates: [pubDate, dc?.dates?.[0], dcterms?.issued?.[0], atom?.published, atom?.updated],
      bodies: [content?.encoded, description, atom?.content?.value, dc?.descriptions?.[0]],
      authors: [dc?.creators?.[0], atom?.authors?.[0]?.name],
    }),
  )
  return { title: feed.title, items }
}

function itemsOfRdf(feed: RdfFeed.Feed<string>, url: string): Items {
  const items = (feed.items ?? []).map(({ title, link, rdf, description, content, atom, dc, dcterms, xml }) => ({
    base: baseAddress(url, feed.link, feed.xml?.base, xml?.base),
    links: [link, rdf?.about],
    title: title ?? dc?.titles?.[0],
    dates: [dc?.dates?.[0], dcterms?.issued?.[0], dcterms?.modified?.[0], atom?.updated],
    bodies: [content?.encoded, description, dc?.descriptions?.[0]],
    authors: [dc?.creators?.[0]],
  }))
  return { title: feed.title, items }
}

function itemsOfAtom(feed: AtomFeed.Feed<string>, url: string): Items {
  const home = alternates(feed.links)[0]
  const items = (feed.entries ?? []).map(
    ({ id, title, links, content, summary, authors, published, updated, xml }) => ({
      base: baseAddress(url, home, feed.xml?.base, xml?.base),
      links: [...alternates(links), permanent(id)],
      title: title?.value,
      dates: [published, updated],
      bodies: [content?.value, summary?.value],
      authors: [authors?.[0]?.name],
    }),
  )
  return { title: feed.title?.value, items }
}

function itemsOfJson(feed: JsonFeed.Feed<string>, url: string): Items {
  const items = (feed.items ?? []).map(
    ({ id, url: link, external_url, title, date_published, date_modified, ...body }) => ({
      base: baseAddress(url, feed.home_page_url),
      links: [link, external_url, permanent(id)],
      title,
      dates: [date_published, date_modified],
      bodies: [body.content_html, body.content_text, body.summary],
      authors: [body.authors?.[0]?.name],
    }),
  )
  return { title: feed.title, items }
}

function alternates(links: { href?: string; rel?: string }[] | undefined): Maybe[] {
  return (links ?? []).filter(({ rel }) => rel === undefined || rel === 'alternate').map(({ href }) => href)
}

// An id is often an address, too: good enough for an entry that has no link.
function permanent(id: Maybe): Maybe {
  return id?.startsWith('http') ? id : null
}

// Null when this parser cannot read it either, or must not: it expands the entities that a document declares.
function readIllFormed(text: string, url: string): Items | null {
  if (/<!ENTITY/i.test(text)) return null
  try {
    const feed = parseIllFormed(text)
    const items = feed.items.map((item) => ({
      base: baseAddress(url, feed.url),
      links: [item.url, permanent(item.id)],
      title: item.title,
      dates: [item.published?.toISOString(), item.updated?.toISOString()],
      bodies: [item.content, item.description],
      authors: [item.authors[0]?.name],
    }))
    return { title: feed.title, items }
  } catch {
    return null
  }
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
  return 'is no feed: neither RSS, Atom, RDF nor JSON Feed.'
}
