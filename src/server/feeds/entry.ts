import type { ArchivedPost } from '#archive/archive.ts'
import type { ArchivedText } from '#archive/post-store.ts'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import { disclosure, WRITTEN_BY_AI } from '#blog/disclosure.ts'
import { bucketHref, thumbnailKey } from '#blog/keys.ts'
import type { PostSummary } from '#blog/post.ts'
import { postHref } from '#blog/routes.ts'
import { clean } from '#server/feeds/xml.ts'

/** A post as feeds and sitemaps list it: of our own archive, or only the summary if it is of a foreign backend. */
export type ListedPost = ArchivedPost | PostSummary

/** The site's origin and the bucket's public base, both absolute. */
export type PublicUrls = { siteUrl: string; bucketBase: string }

/** A post as feeds show it. All text is plain and valid in XML. All addresses are absolute. */
export type Entry = {
  /** The canonical address of the article, which is also its permanent id. */
  address: string
  title: string
  /** The disclosure, then the excerpt. */
  summary: string
  /** The line that says who wrote and reviewed the post. */
  disclosure: string
  /** The full text; null if only the summary is known. */
  html: string | null
  published: number | null
  changed: number | null
  author: string | null
  /** Its category as readers see it, then its tags. */
  tags: string[]
  image: string | null
  /** The Markdown alternate, or null. */
  markdown: string | null
}

/** Makes the entry of a post from its summary. */
export function summaryEntry(post: ListedPost, { siteUrl, bucketBase }: PublicUrls): Entry {
  const { prefix } = post
  const isOwn = 'sequence' in post
  const line = clean(isOwn ? disclosure(post) : WRITTEN_BY_AI)
  return {
    address: addressOf(post, siteUrl),
    title: oneLine(post.title),
    summary: `${line} ${oneLine(post.excerpt)}`.trimEnd(),
    disclosure: line,
    html: null,
    published: timeInFeed(post.date),
    changed: changeOf(post),
    author: null,
    tags: tagsOf(post.category, isOwn ? post.tags : []),
    image: prefix === null ? null : (URL.parse(bucketHref(bucketBase, thumbnailKey(prefix)))?.href ?? null),
    markdown: isOwn ? bucketHref(bucketBase, `${prefix}post.md`) : null,
  }
}

/** Makes the entry of our own post with its full text. */
export async function fullEntry(post: ArchivedPost, text: ArchivedText, urls: PublicUrls): Promise<Entry> {
  const { title, excerpt, tags, html, provenance } = text
  const { reviews = [], corrections = [], sources = [] } = provenance ?? {}
  const entry = summaryEntry({ ...post, title, excerpt, tags, reviews, corrections: [...corrections] }, urls)
  // The HTML processor is only loaded for the first feed.
  const { readerHtml } = await import('#server/feeds/content.ts')
  return {
    ...entry,
    html: await readerHtml({ ...entry, excerpt, html, corrections, sources }),
    author: oneLine(text.author) || null,
  }
}

/** Returns the canonical address of a post. */
export function addressOf(post: { category: string; id: string }, siteUrl: string): string {
  return `${siteUrl}${postHref(post)}`
}

/** Returns the time of a post's publication or last correction in milliseconds since 1970, or null without a readable date. */
export function changeOf(post: ListedPost): number | null {
  const published = timeInFeed(post.date)
  const updated = 'sequence' in post ? timeInFeed(post.updated) : null
  return published === null || updated === null ? (updated ?? published) : Math.max(published, updated)
}

// RFC 822 and RFC 3339 have years of four digits.
const MAX_TIME = Date.UTC(9999, 11, 31)

/** Returns a date in milliseconds since 1970, or null if feeds cannot contain it. */
export function timeInFeed(iso: string | null): number | null {
  const time = timeOf(iso)
  return time >= 0 && time <= MAX_TIME ? time : null
}

function tagsOf(category: string, tags: readonly string[]): string[] {
  const all = [categoryLabel(category), ...tags].map(oneLine).filter((tag) => tag !== '')
  return [...new Map(all.map((tag) => [categorySlug(tag), tag])).values()]
}

function oneLine(text: string): string {
  return clean(text).replaceAll(/\s+/g, ' ').trim()
}
