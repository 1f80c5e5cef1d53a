import type { ArchivedPost } from '#archive/archive.ts'
import type { ArchivedText } from '#archive/post-store.ts'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import { disclosure, WRITTEN_BY_AI, type Oversight } from '#blog/disclosure.ts'
import { bucketHref, thumbnailKey } from '#blog/keys.ts'
import type { PostSummary } from '#blog/post.ts'
import { postHref } from '#blog/routes.ts'
import { clean } from '#server/feeds/xml.ts'

/**
 * A post as feeds and sitemaps list it. `published` and `changed` (its publication or its last correction) are in
 * milliseconds since 1970, null without a readable date; `oversight` is null when no record of it is known.
 */
export type ListedPost = Omit<PostSummary, 'date'> & {
  tags: readonly string[]
  published: number | null
  changed: number | null
  oversight: Oversight | null
}

/** Posts newest first, of which only those are made that are asked for: there may be a hundred thousand. */
export type PostList = { readonly length: number; slice(start: number, end: number): ListedPost[] }

// What the four digits of a year in RFC 822 and RFC 3339 can say.
const LAST = Date.UTC(9999, 11, 31)

/** A post of our own archive, with its record. */
export function listedLocally(post: ArchivedPost): ListedPost {
  const { id, category, title, excerpt, prefix, tags } = post
  const [published, updated] = [momentOf(post.date), momentOf(post.updated)]
  const changed = published === null || updated === null ? (updated ?? published) : Math.max(published, updated)
  return { id, category, title, excerpt, prefix, tags, published, changed, oversight: post }
}

/** A post of a backend that somebody else runs. */
export function listedRemotely(post: PostSummary): ListedPost {
  const published = momentOf(post.date)
  return {
    // Half a character cannot stand in an address.
    id: post.id.toWellFormed(),
    category: post.category.toWellFormed(),
    prefix: post.prefix?.toWellFormed() ?? null,
    title: post.title,
    excerpt: post.excerpt,
    tags: [],
    published,
    changed: published,
    oversight: null,
  }
}

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
export function summaryEntry(post: ListedPost, { siteUrl, bucketBase }: Places): Entry {
  const { prefix, oversight, published, changed } = post
  const line = clean(oversight === null ? WRITTEN_BY_AI : disclosure(oversight))
  return {
    address: addressOf(post, siteUrl),
    title: oneLine(post.title),
    summary: `${line} ${oneLine(post.excerpt)}`.trimEnd(),
    disclosure: line,
    html: null,
    published,
    changed,
    author: null,
    tags: tagsOf(post.category, post.tags),
    image: prefix === null ? null : (URL.parse(bucketHref(bucketBase, thumbnailKey(prefix)))?.href ?? null),
    markdown: oversight === null || prefix === null ? null : bucketHref(bucketBase, `${prefix}post.md`),
  }
}

/** The entry of a post of our own, with its full text. */
export async function fullEntry(post: ListedPost, text: ArchivedText, places: Places): Promise<Entry> {
  const entry = summaryEntry({ ...post, title: text.title, excerpt: text.excerpt, tags: text.tags }, places)
  const { reviews = [], corrections = [], sources = [] } = text.provenance ?? {}
  const line = clean(disclosure({ reviews, corrections }))
  // What rewrites HTML is only loaded for the first feed.
  const { readerHtml } = await import('#server/feeds/content.ts')
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

function momentOf(iso: string | null): number | null {
  const time = timeOf(iso)
  return time >= 0 && time <= LAST ? time : null
}

function tagsOf(category: string, tags: readonly string[]): string[] {
  const all = [categoryLabel(category), ...tags].map(oneLine).filter((tag) => tag !== '')
  return [...new Map(all.map((tag) => [categorySlug(tag), tag])).values()]
}

function oneLine(text: string): string {
  return clean(text).replaceAll(/\s+/g, ' ').trim()
}
