import type { ArchivedText } from '#archive/text.ts'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { disclosure, WRITTEN_BY_AI } from '#blog/disclosure.ts'
import { bucketHref, thumbnailKey } from '#blog/keys.ts'
import { postHref } from '#blog/routes.ts'
import { readerHtml } from '#server/feeds/content.ts'
import { clean } from '#server/feeds/xml.ts'
import type { Listed } from '#server/feeds/listed.ts'

/** Where things are: the site's origin and the bucket's public base, both absolute. */
export type Places = { siteUrl: string; bucketBase: string }

/** A post as every feed tells it. All text is plain and fit for XML; all addresses are absolute. */
export type Entry = {
  /** The canonical address of the article, which is also its lasting id. */
  address: string
  title: string
  /** The disclosure, then the excerpt. */
  summary: string
  /** What the record says of how the post came to be. */
  disclosure: string
  /** The full text with its marks; null when only the summary is known. */
  html: string | null
  published: number | null
  changed: number | null
  author: string | null
  /** Its category as readers see it, then its tags. */
  tags: string[]
  image: string | null
  /** The Markdown alternate; null when there is none. */
  markdown: string | null
}

/** The entry of a post of which no more is known than a list says. */
export function summaryEntry(post: Listed, { siteUrl, bucketBase }: Places): Entry {
  const { prefix, oversight, published, changed } = post
  const line = clean(oversight === null ? WRITTEN_BY_AI : disclosure(oversight))
  return {
    address: addressOf(post, siteUrl),
    title: oneLine(post.title),
    summary: `${line} ${oneLine(post.excerpt)}`.trimEnd(),
    disclosure: line,
    ...{ html: null, author: null, published, changed },
    tags: tagsOf(post.category, post.tags),
    image: prefix === null ? null : (URL.parse(bucketHref(bucketBase, thumbnailKey(prefix)))?.href ?? null),
    markdown: oversight === null || prefix === null ? null : bucketHref(bucketBase, `${prefix}post.md`),
  }
}

/** The entry of a post of our own, with its full text. */
export async function fullEntry(post: Listed, text: ArchivedText, places: Places): Promise<Entry> {
  const entry = summaryEntry({ ...post, title: text.title, excerpt: text.excerpt, tags: text.tags }, places)
  const { reviews = [], corrections = [], sources = [] } = text.provenance ?? {}
  const line = clean(disclosure({ reviews, corrections }))
  return {
    ...entry,
    summary: `${line} ${oneLine(text.excerpt)}`.trimEnd(),
    disclosure: line,
    html: await readerHtml({ ...text, address: entry.address, disclosure: line, corrections, sources }),
    author: oneLine(text.author) || null,
  }
}

/** The canonical address of a post. */
export function addressOf(post: { category: string; id: string }, siteUrl: string): string {
  return `${siteUrl}${postHref(post)}`
}

function tagsOf(category: string, tags: readonly string[]): string[] {
  const all = [categoryLabel(category), ...tags].map(oneLine).filter((tag) => tag !== '')
  return [...new Map(all.map((tag) => [categorySlug(tag), tag])).values()]
}

function oneLine(text: string): string {
  return clean(text).replaceAll(/\s+/g, ' ').trim()
}
