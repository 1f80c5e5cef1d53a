import type { Found as FoundPosts } from '#blog/client.ts'
import type { Change, Post, PostSummary } from '#blog/post.ts'
import type { OutlineEntry } from '#site/queries/outline.ts'

/** Where a page's content came from: the backend, or the built-in samples that stand in when a call fails. */
export type Origin = 'backend' | 'samples'

/** A post on a card; built-in samples bring their own picture. */
export type CardPost = PostSummary & { imageUrl?: string }

/** The names of the navigation; from the fallback list when the call failed. */
export type Categories = { origin: Origin; names: string[] }

/** A list of posts. Where it is a part of one, `total` counts all of it and `next` says where it goes on, null at its end. */
export type PostList = { origin: Origin; posts: CardPost[]; total?: number; next?: string | null }

/** An article with sanitised HTML and what is known of it, or the knowledge that there is none; `failed` tells a failed call from a clear "no such post". */
export type Article =
  | {
      origin: Origin
      post: Post & { imageUrl?: string }
      related: CardPost[]
      outline: OutlineEntry[]
      /** To read it. */
      minutes: number
    }
  | { origin: 'missing'; failed: boolean; retraction?: Change }

/** What some words find, and those words. */
export type Found = Omit<FoundPosts, 'posts'> & { words: string; posts: CardPost[] }

/** The first posts of all, which the home page shows as its hero and as Latest Articles (specification, section 9). */
export const LATEST = 7

/** The posts of "Also new", at most. */
export const IN_RIVER = 12

/** The articles that the page of results shows at most. */
export const RESULTS = 50

/** The navigation when the categories call fails (specification, section 2). */
export const FALLBACK_CATEGORIES = [
  'Technology',
  'Artificial Intelligence',
  'Blockchain',
  'Cybersecurity',
  'Web Development',
]

/** How long categories and all posts are kept, in milliseconds (specification, section 9). */
export const CACHE_TIME = 300_000

/** Related articles in the fallback path, at most (specification, section 9). */
export const RELATED_LIMIT = 3
