import { readCategories, readFound, readPost, readPostPage, readPosts, readRetraction } from '#blog/wire.ts'
import type { Change, Mark, Post, PostSummary } from '#blog/post.ts'

/** How long a call may take before it counts as failed, in milliseconds. */
export const CALL_TIMEOUT = 8_000

/** A call that gave no usable answer: no connection, no answer in time, a status outside 200–299, or another shape. */
export class CallFailed extends Error {
  override name = 'CallFailed'
}

/** The three calls of the contract, to whichever backend answers them. Each rejects with CallFailed. */
export type BlogClient = {
  listCategories(): Promise<string[]>
  /** Newest first where our own backend answers. */
  listPosts(category: string): Promise<PostSummary[]>
  /** A part of that list; an addition of our own backend. */
  listPage(category: string, part: PagePart): Promise<PostPage>
  /** Null when the backend says that the post does not exist (404), or how it was taken back, which only our own tells. */
  getPost(category: string, id: string): Promise<Post | Change | null>
  /** At most so many posts that match, the best first, and categories and tags of that name; an addition of our own backend. */
  search(words: string, limit: number): Promise<Found>
  /** What was corrected and retracted, newest first; only within the process of our own backend. */
  listChanges(): Promise<Change[]>
}

/**
 * What some words find; a category or tag by its name. The first `total` posts have all words, or there are more of those
 * than `posts` holds (at most 1,000 are counted); those after them have some.
 */
export type Found = {
  posts: PostSummary[]
  total: number
  meant: Meant | null
  categories: Named[]
  tags: (Named & { marks: Mark[] })[]
}

/** A category or a tag, and how many posts it has. */
export type Named = { name: string; posts: number }

/** The words that may have been meant; `isShown` where the posts are those of these words, as nothing matches what was typed. */
export type Meant = { words: string; isShown: boolean }

/** Which part of a list: the page of this number, 1 for the first, or what comes after a `next`. At most `limit` posts. */
export type PagePart = { limit: number; page?: number; cursor?: string }

/** A part of a list; `total` is how many posts all of it has, `next` where it goes on, null at its end. */
export type PostPage = { posts: PostSummary[]; total: number; next: string | null }

/** A client of the backend at `host`, an origin such as `https://api.example.org`; an empty host means the page's own origin. */
export function createClient(options: {
  host: string
  bucketName: string
  fetch: (url: string, init: { signal: AbortSignal; headers: Record<string, string> }) => Promise<Response>
  timeout?: number
}): BlogClient {
  const { host, bucketName, fetch, timeout = CALL_TIMEOUT } = options
  const base = host.replace(/\/+$/, '')

  async function call<T>(request: {
    path: string
    query: Record<string, string>
    read: (answer: unknown) => T
    readMissing?: (response: Response) => Promise<T | null>
  }): Promise<T | null> {
    const url = `${base}${request.path}?${new URLSearchParams(request.query)}`
    const limit = AbortSignal.timeout(timeout)
    try {
      const response = await fetch(url, {
        signal: limit,
        headers: { accept: 'application/json' },
      })
      if (response.status === 404) return (await request.readMissing?.(response)) ?? null
      if (!response.ok) throw new Error(`status ${response.status}`)
      return request.read(await response.json())
    } catch (cause) {
      const reason = limit.aborted
        ? `no answer in ${timeout} ms`
        : cause instanceof Error
          ? cause.message
          : String(cause)
      throw new CallFailed(`The call ${url} failed: ${reason}`, { cause })
    }
  }

  async function found<T>(request: Parameters<typeof call<T>>[0]): Promise<T> {
    const answer = await call(request)
    if (answer === null) throw new CallFailed(`The call ${base}${request.path} failed: status 404`)
    return answer
  }

  return {
    listCategories: () =>
      found({
        path: '/list-categories',
        query: { bucket_name: bucketName, prefix: 'posts' },
        read: readCategories,
      }),
    listPosts: (category) =>
      found({ path: '/list-posts-by-category', query: { category }, read: (answer) => readPosts(answer, category) }),
    listPage: (category, part) =>
      found({
        path: '/list-posts-by-category',
        query: { category, ...Object.fromEntries(Object.entries(part).map(([name, value]) => [name, String(value)])) },
        read: (answer) => readPostPage(answer, category),
      }),
    search: (words, limit) =>
      found({ path: '/search-posts', query: { q: words, limit: String(limit) }, read: readFound }),
    listChanges: () => Promise.reject(new CallFailed('Over HTTP there is no list of corrections: ask for its page.')),
    getPost: (category, id) =>
      call<Post | Change>({
        path: '/get-post-content',
        query: { bucket_name: bucketName, category, post_id: id },
        read: (answer) => readPost(answer, category),
        // Whatever else a foreign backend says there.
        readMissing: async (response) => readRetraction(await response.json().catch(() => null)),
      }),
  }
}

/** The all-posts view: the categories, then each one's posts in parallel, flattened. Rejects when any of the calls fails. */
export async function listAllPosts(source: {
  listCategories(): Promise<string[]>
  listPosts(category: string): Promise<PostSummary[]>
}): Promise<PostSummary[]> {
  const categories = await source.listCategories()
  return (await Promise.all(categories.map((category) => source.listPosts(category)))).flat()
}
