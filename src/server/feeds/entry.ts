import type { ArchivedPost } from '#archive/archive.ts'
import type { ArchivedText } from '#archive/post-store.ts'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import { disclosure, WRITTEN_BY_AI } from '#blog/disclosure.ts'
import { bucketHref, thumbnailKey } from '#blog/keys.ts'
import type { PostSummary } from '#blog/post.ts'
import { postHref } from '#blog/routes.ts'
import { clean } from '#server/feeds/xml.ts'

/** A post in feeds and sitemaps: a post from our own archive, or a summary from a remote backend. */
export type ListedPost = ArchivedPost | PostSummary

/** The site's origin and the bucket's public base URL, both absolute. */
export type PublicUrls = { siteUrl: string; bucketBase: string }

/** A feed entry. All fields except `html` are plain text. All fields are valid in XML, and all URLs are absolute. */
export type Entry = {
  /** The article's canonical URL, which is also its permanent id. */
  address: string
  title: string
  /** The disclosure and the excerpt. */
  summary: string
  /** The sentences that state who wrote and who reviewed the post. */
  disclosure: string
  /** The full text, or null if only the summary is known. */
  html: string | null
  published: number | null
  changed: number | null
  author: string | null
  /** The display name of the post's category, followed by its tags. */
  tags: string[]
  image: string | null
  /** The URL of the article as Markdown, or null. */
  markdown: string | null
}

/** Creates a post's feed entry from its summary. */
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

/** Creates a feed entry for one of our own posts, with its full text. */
export async function fullEntry(post: ArchivedPost, text: ArchivedText, urls: PublicUrls): Promise<Entry> {
  const { title, excerpt, tags, html, provenance } = text
  const { reviews = [], corrections = [], sources = [] } = provenance ?? {}
  const entry = summaryEntry({ ...post, title, excerpt, tags, reviews, corrections: [...corrections] }, urls)
  // Load the HTML processor only when the first feed is requested.
  const { readerHtml } = await import('#server/feeds/content.ts')
  return {
    ...entry,
    html: await readerHtml({ ...entry, excerpt, html, corrections, sources }),
    author: oneLine(text.author) || null,
  }
}

/** Returns a post's canonical URL. */
export function addressOf(post: { category: string; id: string }, siteUrl: string): string {
  return `${siteUrl}${postHref(post)}`
}

/**
 * Returns the time when a post was last corrected, or when it was published if it was never corrected, in milliseconds
 * since 1970. Returns null if the post has no valid date.
 */
export function changeOf(post: ListedPost): number | null {
  const published = timeInFeed(post.date)
  const updated = 'sequence' in post ? timeInFeed(post.updated) : null
  return published === null || updated === null ? (updated ?? published) : Math.max(published, updated)
}

// RFC 822 and RFC 3339 allow only four-digit years.
const MAX_TIME = Date.UTC(9999, 11, 31)

/** Returns a date in milliseconds since 1970, or null if it is not valid in a feed. */
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
