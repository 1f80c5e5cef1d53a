import type { Change } from '#blog/post.ts'
import type { Route } from '#blog/routes.ts'
import type { SiteConfig } from '#blog/site.ts'
import { shownAtHome } from '#site/queries/home.ts'
import { outline, type Article, type Categories, type PostList, type SearchResults } from '#site/queries/model.ts'
import type { Queries } from '#site/queries/queries.ts'

/** The id of the script element that contains the page's data as JSON. */
export const PAGE_DATA_ID = 'page-data'

/** The settings and query results from which the server rendered a page. */
export type PageData = { config: SiteConfig } & QueryResults

type QueryResults = { navigation?: Categories | undefined; page?: PageContent | undefined }

/** The result of a page's query. */
export type PageContent = PostList | Article | SearchResults | Change[]

/** Collects the query results to send to the browser, except the parts that are already in the HTML. */
export function collectResults(route: Route, queries: Queries): QueryResults {
  const { cache, categories } = queries
  const navigation = cache.getQueryData(categories.queryKey)
  const page = shownResults(route, queries)?.page
  if (page === undefined) return { navigation }
  if ('post' in page) return { navigation, page: { ...page, outline: [], post: { ...page.post, html: '' } } }
  if (route.screen !== 'home' || !('posts' in page)) return { navigation, page }
  return { navigation, page: navigation && { ...page, posts: shownAtHome(page.posts, navigation.names) } }
}

/** Serialises data as JSON that is safe inside a script element. */
export function jsonInHtml(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

/** Returns all query results that a route's page needs, or null while they are loading. */
export function shownResults(route: Route, queries: Queries): QueryResults | null {
  const { cache, categories } = queries
  const key = queries.pageQuery(route)?.key
  const page = key && cache.getQueryData<PageContent>(key)
  if (key && page === undefined) return null
  return { navigation: cache.getQueryData(categories.queryKey), page }
}

/**
 * Fills the query cache with the results in a served page. `html` is the article's text in the document, or null if the
 * results already contain it.
 */
export function restoreResults(
  { cache, categories, pageQuery }: Queries,
  { route, results, html }: { route: Route; results: QueryResults; html: string | null },
): void {
  const { navigation, page } = results
  // Treat the data as fresh even if the HTML came from a cache, so that hydration does not fetch it again.
  const now = { updatedAt: Date.now() }
  if (navigation) cache.setQueryData(categories.queryKey, navigation, now)
  const key = pageQuery(route)?.key
  if (!key || !page) return
  const isWithoutText = html !== null && 'post' in page
  cache.setQueryData(key, isWithoutText ? { ...page, outline: outline(html), post: { ...page.post, html } } : page, now)
}
