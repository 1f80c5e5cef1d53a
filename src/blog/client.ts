import type { Change, Post, PostSummary } from '#blog/post.ts'
import { withShortWords } from '#blog/short-words.ts'
import { parseCategories, parseFound, parsePost, parsePostPage, parsePosts, parseRetraction } from '#blog/wire.ts'

/** Timeout for an API call in milliseconds. */
export const CALL_TIMEOUT_MS = 8_000

/** Thrown if a call fails because of a connection error, a timeout, a status outside 200–299 or an invalid response. */
export class CallFailed extends Error {
  override name = 'CallFailed'
}

/** Calls a backend's API. All calls reject with CallFailed on failure. */
export type BlogClient = {
  listCategories(): Promise<string[]>
  /** Our own backend returns the posts newest first. */
  listPosts(category: string): Promise<PostSummary[]>
  /** Returns one part of the list that `listPosts` returns. Only our own backend supports this. */
  listPage(category: string, part: PagePart): Promise<PostPage>
  /** Returns null if the post does not exist (404), or the retraction if our own backend has retracted the post. */
  getPost(category: string, id: string): Promise<Post | Change | null>
  /** Returns up to `limit` posts, best match first. Only our own backend supports this. */
  search(words: string, limit: number): Promise<SearchResult>
  /** Returns corrections and retractions, newest first. Works only inside our own backend's process. */
  listChanges(): Promise<Change[]>
}

/**
 * The result of a search: posts, and the categories and tags whose names match. The first `total` posts contain all
 * words in the query, and the others only some of them. `total` can be larger than the list, because posts are counted
 * up to 1,000.
 */
export type SearchResult = ReturnType<typeof parseFound>

/**
 * A suggested spelling. `isShown` is true if the typed words match nothing and the result therefore contains the posts
 * for the suggestion.
 */
export type Meant = NonNullable<SearchResult['meant']>

/** One part of a list. `total` is the list's length, and `next` the cursor for the next part, or null at the end. */
export type PostPage = ReturnType<typeof parsePostPage>

/** Selects up to `limit` posts from a list: either a page, counted from 1, or the posts after a cursor (`next`). */
export type PagePart = { limit: number; page?: number; cursor?: string }

/** Creates a client for a backend such as `https://api.example.org`. An empty `host` means the page's own origin. */
export function createClient(options: {
  host: string
  bucketName: string
  fetch: (url: string, init: { signal: AbortSignal; headers: Record<string, string> }) => Promise<Response>
  timeout?: number
}): BlogClient {
  const { host, bucketName, fetch, timeout = CALL_TIMEOUT_MS } = options
  const base = host.replace(/\/+$/, '')

  const urlOf = (path: string, query: Record<string, string>) => `${base}${path}?${new URLSearchParams(query)}`

  async function call<T>(url: string, read: (response: Response) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(timeout)
    try {
      return await read(await fetch(url, { signal, headers: { accept: 'application/json' } }))
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause)
      const reason = signal.aborted ? `no response within ${timeout} ms` : message
      throw new CallFailed(`The call ${url} failed: ${reason}`, { cause })
    }
  }

  return {
    async listCategories() {
      const url = urlOf('/list-categories', { bucket_name: bucketName, prefix: 'posts' })
      return await call(url, async (response) => parseCategories(await jsonOf(response)))
    },
    async listPosts(category) {
      const url = urlOf('/list-posts-by-category', { category })
      return await call(url, async (response) => parsePosts(await jsonOf(response), category))
    },
    async listPage(category, part) {
      const query = Object.entries({ category, ...part }).map(([name, value]) => [name, String(value)])
      const url = urlOf('/list-posts-by-category', Object.fromEntries(query))
      return await call(url, async (response) => parsePostPage(await jsonOf(response), category))
    },
    async search(words, limit) {
      const url = urlOf('/search-posts', { q: words, limit: String(limit) })
      return await call(url, async (response) => parseFound(await jsonOf(response)))
    },
    async getPost(category, id) {
      const url = urlOf('/get-post-content', { bucket_name: bucketName, category, post_id: id })
      return await call<Post | Change | null>(url, async (response) => {
        // A remote backend can respond with 404 and a body that is not JSON.
        if (response.status === 404) return parseRetraction(await response.json().catch(() => null))
        return parsePost(await jsonOf(response), category)
      })
    },
    async listChanges() {
      throw new CallFailed('The list of corrections is not available over HTTP. Use the page /corrections.')
    },
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`status ${response.status}`)
  return JSON.parse(await response.text(), (name, value: unknown) => {
    if (typeof value !== 'string') return value
    // URLs cannot contain lone surrogates, so a link to a post with such an id would fail.
    const text = value.toWellFormed()
    return name === 'content' || /^(?:https?:|\/)/i.test(text) ? text : withShortWords(text)
  })
}
