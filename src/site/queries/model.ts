import { categorySlug } from '#blog/category.ts'
import type { SearchResult } from '#blog/client.ts'
import type { Change, Post, PostSummary } from '#blog/post.ts'
import { plainText } from '#blog/reading-time.ts'

/** The origin of content. The built-in samples are shown if a request fails. */
export type Origin = 'backend' | 'samples'

/** A post on a card. `imageUrl` is the image of a built-in sample. */
export type CardPost = PostSummary & { imageUrl?: string }

/** The categories in the navigation. */
export type Categories = { origin: Origin; names: string[] }

/**
 * A list of posts. If it is one of several pages, `total` is the number of all posts and `next` is the next page's
 * cursor.
 */
export type PostList = { origin: Origin; posts: CardPost[]; total?: number; next?: string | null }

/**
 * An article with sanitised HTML, or a missing one. `failed` is true if the request failed with an error other than
 * 404.
 */
export type Article =
  | {
      origin: Origin
      post: Post & { imageUrl?: string }
      outline: OutlineEntry[]
      /** Reading time in minutes. */
      minutes: number
    }
  | { origin: 'missing'; failed: boolean; retraction?: Change }

/** The results of a search, and the words that the reader searched for. */
export type SearchResults = Omit<SearchResult, 'posts'> & { words: string; posts: CardPost[] }

/** Number of newest posts in the hero and in Latest Articles together. */
export const LATEST_COUNT = 7

/** Maximum number of posts in "Also new". */
export const MAX_ALSO_NEW = 12

/** Maximum number of posts in the row of a category without a section. */
export const MAX_ON_SHELF = 3

/** Maximum number of articles on the search page. */
export const MAX_RESULTS = 50

/** Maximum number of related articles. */
export const MAX_RELATED = 3

/** Returns a post's unique key, which is the same for every spelling of the category. */
export function postKey({ category, id }: { category: string; id: string }): string {
  return `${categorySlug(category)}/${id}`
}

/** A heading in an article, for its table of contents. */
export type OutlineEntry = { id: string; level: 2 | 3; text: string }

/** Returns the headings that have an id, in order. `html` must be sanitised, because it is parsed with a pattern. */
export function outline(html: string): OutlineEntry[] {
  return [...html.matchAll(/<h([23])\b[^>]*\bid="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g)].flatMap(
    ([, level, id, inner = '']) =>
      id === undefined ? [] : [{ id, level: level === '2' ? 2 : 3, text: plainText(inner) }],
  )
}
