import { QueryClient, queryOptions, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query'
import { categorySlug } from '#blog/category.ts'
import type { BlogClient, PagePart } from '#blog/client.ts'
import { newestFirst } from '#blog/date.ts'
import type { Mark } from '#blog/post.ts'
import { readingMinutes } from '#blog/reading-time.ts'
import { matchRoute, PAGE_SIZE, type Route } from '#blog/routes.ts'
import {
  LATEST_COUNT,
  MAX_ALSO_NEW,
  MAX_ON_SHELF,
  MAX_RESULTS,
  outline,
  type Article,
  type CardPost,
  type Categories,
  type Origin,
  type PostList,
  type SearchResults,
} from '#site/queries/model.ts'
import { sampleArticle, sampleCards } from '#site/queries/samples.ts'

/** The queries' dependencies. */
export type Sources = {
  client: BlogClient
  /** True if the client calls our own backend, which supports more API calls than a remote backend. */
  ownBackend: boolean
  /** Sanitises HTML from a remote backend. Returns HTML from our own backend unchanged. */
  sanitise: (html: string) => Promise<string> | string
  /** Logs a request error, which readers never see. */
  report: (error: unknown) => void
}

type PageQuery = { key: QueryKey; fetch: () => Promise<void> }

/** All queries of the site, with their caching rules. */
export type Queries = ReturnType<typeof createQueries>

const FALLBACK_CATEGORIES = ['Technology', 'Artificial Intelligence', 'Blockchain', 'Cybersecurity', 'Web Development']

const LIST_FRESH_MS = 300_000
const SEARCH_FRESH_MS = 60_000
// A visit within this time after a prefetch uses the prefetched article.
const ARTICLE_FRESH_MS = 10_000
// Maximum time to wait for the backend's spellings of the categories before requesting a list or an article.
const SPELLING_TIMEOUT_MS = 1_000

// Maximum number of posts per category on the home page: in the hero and Latest Articles, in a row, and in "Also new".
const MAX_AT_HOME = LATEST_COUNT + MAX_ON_SHELF + MAX_ALSO_NEW

/** Creates the queries for all pages and their shared cache. */
export function createQueries({ client, ownBackend, sanitise, report }: Sources) {
  // Never refetch automatically, whether on focus, on reconnection or after a failure.
  const cache = new QueryClient({
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

  const categories = queryOptions({
    queryKey: ['categories'],
    queryFn: async (): Promise<Categories> => {
      try {
        return { origin: 'backend', names: await client.listCategories() }
      } catch (error) {
        report(error)
        return { origin: 'samples', names: FALLBACK_CATEGORIES }
      }
    },
    staleTime: (query) => freshFor(query.state.data?.origin, LIST_FRESH_MS),
  })

  /** Queries a category's posts. Our own backend returns one page of them, and a remote backend returns all. */
  function postsOf(name: string, page = 1) {
    return queryOptions({
      queryKey: ['posts', categorySlug(name), page],
      queryFn: () => fetchPosts(name, { limit: PAGE_SIZE, ...(page > 1 && { page }) }),
      staleTime: (query) => freshFor(query.state.data?.origin, Number.POSITIVE_INFINITY),
      placeholderData: () => (page === 1 ? postsFromHome(name) : undefined),
    })
  }

  /** Fetches the next posts of a category and appends them to its list. */
  async function morePosts(name: string, page: number): Promise<void> {
    const { queryKey } = postsOf(name, page)
    const list = cache.getQueryData(queryKey)
    if (!list?.next) return
    const next = await client.listPage(await spellingOf(name), { limit: PAGE_SIZE, cursor: list.next })
    cache.setQueryData(queryKey, { ...list, ...next, posts: [...list.posts, ...next.posts] })
  }

  async function fetchPosts(name: string, part: PagePart): Promise<PostList> {
    try {
      const spelling = await spellingOf(name)
      // Send a remote backend only the parameters that the API contract defines.
      return ownBackend
        ? { origin: 'backend', ...(await client.listPage(spelling, part)) }
        : { origin: 'backend', posts: newestFirst(await client.listPosts(spelling)) }
    } catch (error) {
      report(error)
      return { origin: 'samples', posts: sampleCards(name) }
    }
  }

  const allPosts = queryOptions({
    queryKey: ['all-posts'],
    queryFn: async (): Promise<PostList> => {
      const { origin, names } = await cache.fetchQuery(categories)
      const listOf = (name: string) =>
        ownBackend ? fetchPosts(name, { limit: MAX_AT_HOME }) : cache.fetchQuery(postsOf(name))
      const lists = origin === 'samples' ? [] : await Promise.all(names.map(listOf))
      const failed = origin === 'samples' || lists.some((list) => list.origin === 'samples')
      const posts = failed ? sampleCards() : lists.flatMap((list) => list.posts)
      return { origin: failed ? 'samples' : 'backend', posts: newestFirst(posts) }
    },
    staleTime: (query) => freshFor(query.state.data?.origin, LIST_FRESH_MS),
  })

  // Until a category's list arrives, its page shows the posts that the home page has loaded.
  function postsFromHome(name: string): PostList | undefined {
    const { origin, posts: all = [] } = cache.getQueryData(allPosts.queryKey) ?? {}
    const posts = all.filter((post) => isSameCategory(post.category, name))
    return origin === 'backend' && posts.length > 0 ? { origin, posts } : undefined
  }

  function article(category: string, id: string) {
    return queryOptions({
      queryKey: ['article', categorySlug(category), id],
      queryFn: async (): Promise<Article> => {
        // Null if the post does not exist, and undefined if the request failed.
        const post = await client.getPost(await spellingOf(category), id).catch((error) => void report(error))
        if (post && 'kind' in post) return { origin: 'missing', failed: false, retraction: post }
        if (post) {
          // Rejects if the sanitiser's script cannot be loaded, so that the page shows an error.
          const html = await sanitise(post.html)
          return { origin: 'backend', post: { ...post, html }, ...measured(html) }
        }
        const sample = sampleArticle(id)
        if (!sample) return { origin: 'missing', failed: post === undefined }
        return { origin: 'samples', post: sample, ...measured(sample.html) }
      },
      // The page removes its article from the cache when the reader leaves.
      staleTime: ({ state: { data } }) =>
        data?.origin === 'missing' && data.failed ? 0 : freshFor(data?.origin, ARTICLE_FRESH_MS),
    })
  }

  /** Builds an article without its text from the post's card. Returns undefined if the card is not in the cache. */
  function articleFromCard(category: string, id: string): Article | undefined {
    const lists = ['all-posts', 'posts', 'search'].flatMap((key) =>
      cache.getQueriesData<{ posts: CardPost[] }>({ queryKey: [key] }).map(([, list]) => list?.posts ?? []),
    )
    for (const [, other] of cache.getQueriesData<Article>({ queryKey: ['article'] }))
      if (other && other.origin !== 'missing') lists.push(other.post.related)
    const card = lists.flat().find((post) => post.id === id && isSameCategory(post.category, category))
    if (!card) return undefined
    const post = { ...card, html: '', author: '', tags: [], thumbnail: null, related: [], provenance: null }
    return { origin: 'backend', post, outline: [], minutes: 0 }
  }

  /** Prefetches the article or the category at a path. */
  function prefetch(pathname: string): void {
    const route = matchRoute(pathname)
    if (route.screen === 'article' || route.screen === 'category') void pageQuery(route)?.fetch()
  }

  // Links can spell a category in several ways. Use the backend's spelling, so that they all request the same list.
  async function spellingOf(name: string): Promise<string> {
    const known =
      cache.getQueryData(categories.queryKey) ??
      (await Promise.race([cache.fetchQuery(categories), after(SPELLING_TIMEOUT_MS)]))
    if (known?.origin !== 'backend') return name
    return known.names.find((candidate) => isSameCategory(candidate, name)) ?? name
  }

  /**
   * Searches for up to `limit` posts that match `words`. If the backend does not support searches or the search fails,
   * filters the list of all posts instead.
   */
  function search(words: string, limit: number) {
    return queryOptions({
      queryKey: ['search', words, limit],
      queryFn: async (): Promise<SearchResults> => {
        try {
          if (ownBackend) return { words, ...(await client.search(words, limit)) }
        } catch (error) {
          report(error)
        }
        const posts = matchPosts((await cache.fetchQuery(allPosts)).posts, words)
        return { words, posts: posts.slice(0, limit), total: posts.length, meant: null, categories: [], tags: [] }
      },
      enabled: words !== '',
      staleTime: SEARCH_FRESH_MS,
    })
  }

  const changes = queryOptions({
    queryKey: ['changes'],
    queryFn: () => client.listChanges(),
    staleTime: Number.POSITIVE_INFINITY,
  })

  /** Returns the query whose data a page shows, or null if the page needs no data. `fetch` never rejects. */
  function pageQuery(route: Route): PageQuery | null {
    switch (route.screen) {
      case 'home':
        return fetchable(allPosts)
      case 'category':
        return fetchable(postsOf(route.category, route.page))
      case 'article':
        return fetchable(article(route.category, route.id))
      case 'search':
        return route.words === '' ? null : fetchable(search(route.words, MAX_RESULTS))
      case 'corrections':
        return ownBackend ? fetchable(changes) : null
      default:
        return null
    }
  }

  function fetchable<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>): PageQuery {
    return { key: query.queryKey, fetch: () => cache.prefetchQuery(query) }
  }

  return {
    cache,
    categories,
    postsOf,
    morePosts,
    allPosts,
    article,
    articleFromCard,
    prefetch,
    search,
    changes,
    pageQuery,
  }
}

// Samples are always stale, so that the next visit requests the posts again.
function freshFor(origin: Origin | 'missing' | undefined, milliseconds: number): number {
  return origin === 'samples' ? 0 : milliseconds
}

function isSameCategory(left: string, right: string): boolean {
  return categorySlug(left) === categorySlug(right)
}

// Returns the posts whose title or excerpt contains all words.
function matchPosts(posts: readonly CardPost[], words: string): CardPost[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return posts
    .filter(({ title, excerpt }) => wanted.every((word) => `${title} ${excerpt}`.toLowerCase().includes(word)))
    .map((post) => ({ ...post, marks: wanted.flatMap((word) => markIn(post.title.toLowerCase(), word)) }))
}

function markIn(text: string, word: string): Mark[] {
  const start = text.indexOf(word)
  return start === -1 ? [] : [[start, start + word.length]]
}

function measured(html: string) {
  return { outline: outline(html), minutes: readingMinutes(html) }
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
