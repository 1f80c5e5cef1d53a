import type { Backend, LocalBackend } from '#server/backend.ts'
import { bucketFile } from '#server/bucket-files.ts'
import { createFeeds, type FeedOptions } from '#server/feeds/feeds.ts'
import { health, type NewsroomState } from '#server/health.ts'
import { createResponse } from '#server/http.ts'
import type { Resource } from '#server/response-cache.ts'
import { always, type Call } from '#server/routes/call.ts'
import { getPostContent } from '#server/routes/get-post-content.ts'
import { listCategories } from '#server/routes/list-categories.ts'
import { listPostsByCategory } from '#server/routes/list-posts-by-category.ts'
import { searchPosts } from '#server/routes/search-posts.ts'

/** What the machine-readable routes answer from. */
export type RouterOptions = FeedOptions & {
  backend: Backend
  bucketName: string
  /** Proves to search engines that what is announced to them is ours. */
  indexNowKey: string | null
  newsroom: NewsroomState
  /** The age of the newest post, in hours, at which the health is degraded. */
  alarmHours: number
}

/** What stands at an address that is no page: a call, a file of the bucket, a feed, the health; null where there is none of these. */
export type Router = (url: { pathname: string; searchParams: URLSearchParams }) => Resource | null

/** Everything that is not a page. */
export function createRouter(options: RouterOptions): Router {
  const { backend, bucketName, indexNowKey, now } = options
  const started = now()
  const feeds = createFeeds(options)
  const calls = backend.kind === 'local' ? createCalls({ ...options, backend }) : new Map<string, Call>()
  const files = new Map<string, Resource>([['/healthz', { key: null, render: renderHealth }]])
  if (indexNowKey !== null) files.set(`/${indexNowKey}.txt`, always(plainText(indexNowKey)))

  async function renderHealth() {
    const body = JSON.stringify(await health({ ...options, started, now: now() }))
    const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }
    return { response: createResponse({ headers, body, etag: null }), keepFor: 0 }
  }

  return ({ pathname, searchParams }) => {
    const call = calls.get(pathname)
    if (call) return call(searchParams)
    const file = files.get(pathname)
    if (file) return file
    if (backend.kind === 'local' && pathname.startsWith('/bucket/'))
      return bucketFile({ backend, bucketName, path: decodedPath(pathname) })
    return feeds(pathname)
  }
}

function createCalls(options: { backend: LocalBackend; bucketName: string; report: (error: unknown) => void }) {
  return new Map<string, Call>([
    ['/list-categories', listCategories(options)],
    ['/list-posts-by-category', listPostsByCategory(options)],
    ['/get-post-content', getPostContent(options)],
    ['/search-posts', searchPosts(options.backend)],
  ])
}

function plainText(body: string) {
  return createResponse({ headers: { 'content-type': 'text/plain; charset=utf-8' }, body })
}

function decodedPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
