import { QueryClient, queryOptions } from '@tanstack/react-query'
import { categorySlug } from '#blog/category.ts'
import { newestFirst } from '#blog/date.ts'
import type { BlogClient, PagePart } from '#blog/client.ts'
import { matchRoute, PAGE_SIZE } from '#blog/routes.ts'
import {
  CACHE_TIME,
  FALLBACK_CATEGORIES,
  IN_RIVER,
  LATEST,
  type Article,
  type CardPost,
  type Categories,
  type Origin,
  type PostList,
} from '#site/queries/model.ts'
import { readingMinutes } from '#blog/reading-time.ts'
import { outline } from '#site/queries/outline.ts'
import { sampleArticle, sampleCards } from '#site/queries/samples.ts'
import { searchPosts } from '#site/search/search-posts.ts'

/** What the queries need. */
export type Sources = {
  client: BlogClient
  /** Whether that is a client of our own backend, which knows more than the specification asks of one. */
  ownBackend: boolean
  /** Makes the HTML of a foreign backend safe to insert. Returns the HTML of our own backend unchanged. */
  sanitise: (html: string) => Promise<string> | string
  /** Errors are logged to the console only (specification, section 8). */
  report: (error: unknown) => void
}

/** The caching rules of the specification (sections 4 and 7) as queries. */
export type Queries = ReturnType<typeof createQueries>

// How long a category page waits to learn how the backend spells the category, in milliseconds.
const SPELLING_PATIENCE = 1_000

/** A cache that fetches once and never by itself again: not on focus, not on reconnection, not after a failure. */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
    },
  })
}

/** The queries of every page over one cache. */
export function createQueries(cache: QueryClient, sources: Sources) {
  const categories = queryOptions({
    queryKey: ['categories'],
    queryFn: async (): Promise<Categories> => {
      try {
        return { origin: 'backend', names: await sources.client.listCategories() }
      } catch (error) {
        sources.report(error)
        return { origin: 'samples', names: FALLBACK_CATEGORIES }
      }
    },
    staleTime: (query) => freshFor(query.state.data?.origin, CACHE_TIME),
  })

  /** The posts of a category, those of one page where our own backend answers. */
  function postsOf(name: string, page = 1) {
    return queryOptions({
      queryKey: ['posts', categorySlug(name), page],
      queryFn: () => fetchPosts(name, { limit: PAGE_SIZE, ...(page > 1 && { page }) }),
      staleTime: (query) => freshFor(query.state.data?.origin, Number.POSITIVE_INFINITY),
      placeholderData: () => (page === 1 ? postsFromHome(name) : undefined),
    })
  }

  /** Adds to the posts of a category those that follow them. */
  async function morePosts(name: string, page: number): Promise<void> {
    const { queryKey } = postsOf(name, page)
    const list = cache.getQueryData(queryKey)
    if (!list?.next) return
    const spelling = await spellingOf(name)
    const { posts, ...rest } = await sources.client.listPage(spelling, { limit: PAGE_SIZE, cursor: list.next })
    cache.setQueryData(queryKey, { ...list, ...rest, posts: [...list.posts, ...posts] })
  }

  async function fetchPosts(name: string, part: PagePart): Promise<PostList> {
    try {
      const { client } = sources
      const spelling = await spellingOf(name)
      // A foreign backend is asked for exactly what the specification says.
      return sources.ownBackend
        ? { origin: 'backend', ...(await client.listPage(spelling, part)) }
        : { origin: 'backend', posts: newestFirst(await client.listPosts(spelling)) }
    } catch (error) {
      sources.report(error)
      return { origin: 'samples', posts: sampleCards(name) }
    }
  }

  const allPosts = queryOptions({
    queryKey: ['all-posts'],
    queryFn: async (): Promise<PostList> => {
      const { origin, names } = await cache.fetchQuery(categories)
      const listOf = (name: string) =>
        sources.ownBackend ? fetchPosts(name, { limit: SHOWN_AT_HOME }) : cache.fetchQuery(postsOf(name))
      const lists = origin === 'samples' ? [] : await Promise.all(names.map(listOf))
      const failed = origin === 'samples' || lists.some((list) => list.origin === 'samples')
      const posts = failed ? sampleCards() : lists.flatMap((list) => list.posts)
      return { origin: failed ? 'samples' : 'backend', posts: newestFirst(posts) }
    },
    staleTime: (query) => freshFor(query.state.data?.origin, CACHE_TIME),
  })

  // The posts of a category that the home page has, until its own list is there.
  function postsFromHome(name: string): PostList | undefined {
    const { origin, posts: all = [] } = cache.getQueryData(allPosts.queryKey) ?? {}
    const posts = all.filter((post) => sameCategory(post.category, name))
    return origin === 'backend' && posts.length > 0 ? { origin, posts } : undefined
  }

  function article(category: string, id: string) {
    return queryOptions({
      queryKey: ['article', categorySlug(category), id],
      queryFn: async (): Promise<Article> => {
        let failed = false
        try {
          const post = await sources.client.getPost(await spellingOf(category), id)
          if (post && 'kind' in post) return { origin: 'missing', failed: false, retraction: post }
          if (post) {
            const html = await sources.sanitise(post.html)
            return { origin: 'backend', post: { ...post, html }, related: [], ...knownOf(html) }
          }
        } catch (error) {
          failed = true
          sources.report(error)
        }
        const sample = sampleArticle(id)
        if (!sample) return { origin: 'missing', failed }
        return { origin: 'samples', ...sample, ...knownOf(sample.post.html) }
      },
      // Content is fetched at each visit: the page drops it on leaving, and a prefetch counts as the start of a visit.
      staleTime: ({ state: { data } }) =>
        data?.origin === 'missing' && data.failed ? 0 : freshFor(data?.origin, PREFETCH_TIME),
    })
  }

  /** What some list has told of an article, in the shape of one without a text; undefined where none has. */
  function articleFromCard(category: string, id: string): Article | undefined {
    const lists = ['all-posts', 'posts', 'search'].flatMap((key) =>
      cache.getQueriesData<{ posts: CardPost[] }>({ queryKey: [key] }).map(([, list]) => list?.posts ?? []),
    )
    for (const [, left] of cache.getQueriesData<Article>({ queryKey: ['article'] }))
      if (left && left.origin !== 'missing') lists.push(left.post.related, left.related)
    for (const list of lists) {
      const card = list.find((post) => post.id === id && sameCategory(post.category, category))
      const unknown = { html: '', author: '', tags: [], thumbnail: null, related: [], provenance: null }
      if (card) return { origin: 'backend', post: { ...card, ...unknown }, related: [], outline: [], minutes: 0 }
    }
    return undefined
  }

  /** Fetches what the page at a path will ask for. Seldom wrong and always small: an article, or a category's list. */
  function prefetch(pathname: string): void {
    const route = matchRoute(pathname)
    if (route.screen === 'article') void cache.prefetchQuery(article(route.category, route.id))
    if (route.screen === 'category') void cache.prefetchQuery(postsOf(route.category))
  }

  /** A category as the backend spells it, so that both forms of its link ask for the same list. */
  async function spellingOf(name: string): Promise<string> {
    const known =
      cache.getQueryData(categories.queryKey) ??
      (await Promise.race([cache.fetchQuery(categories), after(SPELLING_PATIENCE)]))
    if (known?.origin !== 'backend') return name
    return known.names.find((candidate) => sameCategory(candidate, name)) ?? name
  }

  /** At most so many posts that match some words: by our own backend's search, or among all where the backend has none. */
  function search(words: string, limit: number) {
    return queryOptions({
      queryKey: ['search', words, limit],
      queryFn: () => searchPosts({ words, limit, sources, all: () => cache.fetchQuery(allPosts) }),
      enabled: words !== '',
      staleTime: 60_000,
    })
  }

  const changes = queryOptions({
    queryKey: ['changes'],
    queryFn: () => sources.client.listChanges(),
    staleTime: Number.POSITIVE_INFINITY,
  })

  const { client } = sources
  return {
    cache,
    client,
    categories,
    postsOf,
    morePosts,
    allPosts,
    article,
    articleFromCard,
    prefetch,
    search,
    changes,
  }
}

// What the home page can show of one category: hero and latest, if they are of it, and then all of "Also new".
const SHOWN_AT_HOME = LATEST + IN_RIVER

// A prefetched article is good for the visit that follows it, in milliseconds.
const PREFETCH_TIME = 10_000

// Samples are never fresh: the next visit asks the backend again.
function freshFor(origin: Origin | 'missing' | undefined, time: number): number {
  return origin === 'samples' ? 0 : time
}

function sameCategory(left: string, right: string): boolean {
  return categorySlug(left) === categorySlug(right)
}

// What a page tells of a text: found out when the text comes, not when its page is drawn.
function knownOf(html: string) {
  return { outline: outline(html), minutes: readingMinutes(html) }
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
