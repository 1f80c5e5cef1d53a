import type { Backend } from '#server/backend.ts'
import { bucketFile } from '#server/bucket-files.ts'
import { createCalls } from '#server/calls.ts'
import { createFeeds, type FeedOptions } from '#server/feeds/feeds.ts'
import { health, type NewsroomState } from '#server/health.ts'
import { createResponse, decodePath } from '#server/http.ts'
import { readyResource, type Resource } from '#server/response-cache.ts'

/** The data and settings for the machine-readable routes. */
export type RouterOptions = FeedOptions & {
  backend: Backend
  bucketName: string
  /** The key that proves to search engines that an IndexNow announcement came from this site. */
  indexNowKey: string | null
  newsroom: NewsroomState
  /** Maximum age of the newest post in hours. If it is older, the health report is degraded. */
  alarmHours: number
}

/** Finds the call, bucket file, feed or health check for a URL. Returns null if the URL belongs to a page. */
export type Router = (url: { pathname: string; searchParams: URLSearchParams }) => Resource | null

/** Creates the router for all resources that are not pages. */
export function createRouter(options: RouterOptions): Router {
  const { backend, bucketName, indexNowKey, now } = options
  const started = now()
  const feeds = createFeeds(options)
  const calls = backend.kind === 'local' ? createCalls({ ...options, backend }) : null
  const files = new Map<string, Resource>([['/healthz', { key: null, render: renderHealth }]])
  if (indexNowKey !== null) {
    const headers = { 'content-type': 'text/plain; charset=utf-8' }
    files.set(`/${indexNowKey}.txt`, readyResource(createResponse({ headers, body: indexNowKey })))
  }

  async function renderHealth() {
    const body = JSON.stringify(await health({ ...options, started, now: now() }))
    const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }
    // Do not compress it, because the threads that compress also read files, and a bucket that hangs would block them.
    const response = { ...createResponse({ headers, body, etag: null }), encoded: { br: null, gzip: null } }
    return { response, keepFor: 0 }
  }

  return ({ pathname, searchParams }) => {
    const call = calls?.get(pathname)
    if (call) return call(searchParams)
    const file = files.get(pathname)
    if (file) return file
    if (backend.kind === 'local' && pathname.startsWith('/bucket/'))
      return bucketFile({ backend, bucketName, path: decodePath(pathname) })
    return feeds(pathname)
  }
}
