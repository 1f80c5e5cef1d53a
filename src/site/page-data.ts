import type { QueryKey } from '@tanstack/react-query'
import type { Change } from '#blog/post.ts'
import type { Route } from '#blog/routes.ts'
import type { SiteConfig } from '#blog/site.ts'
import { shownAtHome } from '#site/queries/home.ts'
import {
  RELATED_LIMIT,
  RESULTS,
  type Article,
  type Categories,
  type Found,
  type PostList,
} from '#site/queries/model.ts'
import type { OutlineEntry } from '#site/queries/outline.ts'
import type { Queries } from '#site/queries/queries.ts'

/** The id of the element that carries a page's data as JSON: data travels in no executable script. */
export const PAGE_DATA_ID = 'page-data'

/** What a server-rendered page hands to the browser: its settings and the answers it was rendered from. */
export type PageData = { config: SiteConfig } & Answers

type Answers = { navigation?: Categories | undefined; page?: Answer | undefined }

type Answer = Categories | PostList | Article | Found | Change[]

/** What of an article the page's HTML holds already: its text, and the headings of its contents list. */
export type Shown = { html: string; outline: OutlineEntry[] }

/** The answers that a page was rendered from, without what the page's HTML already holds. */
export function collectAnswers(route: Route, queries: Queries): Answers {
  const { cache, categories } = queries
  const navigation = cache.getQueryData(categories.queryKey)
  const key = pageKey(route, queries)
  const page = key === null ? undefined : cache.getQueryData<Answer>(key)
  if (page === undefined) return { navigation }
  if (route.screen !== 'home' || !('posts' in page))
    return { navigation, page: withShownRelated(withShown(page, { html: '', outline: [] })) }
  return { navigation, page: navigation && { ...page, posts: shownAtHome(page.posts, navigation.names) } }
}

/** JSON that can stand inside a script element. */
export function jsonInHtml(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

/** Returns the complete answers that a route's page shows, or null while the browser loads them. */
export function shownAnswers(route: Route, queries: Queries): Answers | null {
  const { cache, categories } = queries
  const key = pageKey(route, queries)
  const page = key === null ? undefined : cache.getQueryData<Answer>(key)
  if (key !== null && page === undefined) return null
  return { navigation: cache.getQueryData(categories.queryKey), page }
}

/** Fills the cache with the answers of a route's page, and with the text that the page already shows. */
export function restore(route: Route, queries: Queries, { navigation, page }: Answers, shown: Shown | null): void {
  const { cache, categories } = queries
  // Cached HTML may be old; its answers count as asked for now.
  const now = { updatedAt: Date.now() }
  if (navigation) cache.setQueryData(categories.queryKey, navigation, now)
  const key = pageKey(route, queries)
  if (key && page) cache.setQueryData(key, shown === null ? page : withShown(page, shown), now)
}

function pageKey(route: Route, { allPosts, postsOf, article, search, changes }: Queries): QueryKey | null {
  switch (route.screen) {
    case 'home':
      return allPosts.queryKey
    case 'category':
      return postsOf(route.category, route.page).queryKey
    case 'article':
      return article(route.category, route.id).queryKey
    case 'search':
      return search(route.words, RESULTS).queryKey
    case 'corrections':
      return changes.queryKey
    default:
      return null
  }
}

// The others stand in for those that the reader has read, and are fetched then.
function withShownRelated(answer: Answer): Answer {
  if (!('post' in answer)) return answer
  return { ...answer, post: { ...answer.post, related: answer.post.related.slice(0, RELATED_LIMIT) } }
}

function withShown(answer: Answer, { html, outline }: Shown): Answer {
  return 'post' in answer ? { ...answer, outline, post: { ...answer.post, html } } : answer
}
