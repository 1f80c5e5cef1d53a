import type { Queries } from '#site/data/queries.ts'
import { matchRoute } from '#site/routes.ts'

/** Fetches what the page at a path will ask for. Seldom wrong and always small: an article, or a category's list. */
export function prefetch({ cache, article, postsOf }: Queries, pathname: string): void {
  const route = matchRoute(pathname)
  if (route.screen === 'article') void cache.prefetchQuery(article(route.category, route.id))
  if (route.screen === 'category') void cache.prefetchQuery(postsOf(route.category))
}
