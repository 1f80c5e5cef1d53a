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
import type { Queries } from '#site/queries/queries.ts'

/** The id of the element that carries a page's data as JSON: data travels in no executable script. */
export const PAGE_DATA_ID = 'page-data'

/** What a server-rendered page hands to the browser: its settings and the answers it was rendered from. */
export type PageData = { config: SiteConfig; answers: { key: QueryKey; data: Answer }[] }

type Answer = Categories | PostList | Article | Found | Change[]

/** The answers that a page was rendered from, without what the page's HTML already holds. */
export function collectAnswers(
  route: Route,
  { cache, categories, allPosts, postsOf, article, search, changes }: Queries,
): PageData['answers'] {
  const answers: PageData['answers'] = []
  function collect(key: QueryKey, data: Answer | undefined): void {
    if (data !== undefined) answers.push({ key, data: withHtml(data, '') })
  }
  const navigation = cache.getQueryData(categories.queryKey)
  collect(categories.queryKey, navigation)
  if (route.screen === 'home') {
    const list = cache.getQueryData(allPosts.queryKey)
    collect(allPosts.queryKey, list && navigation && { ...list, posts: shownAtHome(list.posts, navigation.names) })
  }
  if (route.screen === 'category') {
    const { queryKey } = postsOf(route.category, route.page)
    collect(queryKey, cache.getQueryData(queryKey))
  }
  if (route.screen === 'search') {
    const { queryKey } = search(route.words, RESULTS)
    collect(queryKey, cache.getQueryData(queryKey))
  }
  if (route.screen === 'corrections') collect(changes.queryKey, cache.getQueryData(changes.queryKey))
  if (route.screen === 'article') {
    const { queryKey } = article(route.category, route.id)
    const data = cache.getQueryData(queryKey)
    collect(queryKey, data && withShownRelated(data))
  }
  return answers
}

/** JSON that can stand inside a script element. */
export function jsonInHtml(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

/** Fills the cache with a page's answers; `articleHtml` is the text that the page already shows. */
export function restore({ cache }: Queries, { answers }: PageData, articleHtml: string): void {
  // Cached HTML may be old; its answers count as asked for now.
  for (const { key, data } of answers) cache.setQueryData(key, withHtml(data, articleHtml), { updatedAt: Date.now() })
}

// The others stand in for those that the reader has read, and are fetched then.
function withShownRelated(answer: Article): Article {
  if (!('post' in answer)) return answer
  return { ...answer, post: { ...answer.post, related: answer.post.related.slice(0, RELATED_LIMIT) } }
}

function withHtml(answer: Answer, html: string): Answer {
  return 'post' in answer ? { ...answer, post: { ...answer.post, html } } : answer
}
