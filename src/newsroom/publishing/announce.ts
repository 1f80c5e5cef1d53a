import { setTimeout as wait } from 'node:timers/promises'

/** A service that was notified of new posts. `failure` is the reason why that failed, or null if it succeeded. */
export type Announcement = { to: string; failure: string | null }

/** Sends a request, like the global `fetch`. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

// One request to this URL reaches every search engine of https://www.indexnow.org
const INDEXNOW = 'https://api.indexnow.org/indexnow'
const TIMEOUT_MS = 10_000
// A failed request is retried once after this pause.
const RETRY_PAUSE_MS = 2_000

// Likely causes of IndexNow's error statuses. See https://www.indexnow.org/documentation
const INDEXNOW_HINTS: Record<number, string> = {
  403: ': it did not accept the key. Check that the site serves /{key}.txt and that the file contains the key',
  422: ': it says that the pages do not belong to this site. Check SITE_URL',
}

/**
 * Notifies search engines of new pages through IndexNow, and a WebSub hub of changed feeds with one request per feed.
 * `urls` and `feeds` are absolute. `siteUrl` is the origin of the site, which serves the key at `/{key}.txt`. If `urls`
 * is empty, sends no requests. Never rejects, because the result lists the failures.
 */
export async function announce(options: {
  urls: string[]
  siteUrl: string
  indexNow: { key: string; endpoint?: string } | null
  webSub: { hub: string; feeds: string[] } | null
  fetch: Send
  /** Timeout per request, in milliseconds. */
  timeout?: number
  pause?: (milliseconds: number) => Promise<unknown>
}): Promise<Announcement[]> {
  const { urls, siteUrl, indexNow, webSub, fetch, timeout = TIMEOUT_MS, pause = wait } = options
  if (urls.length === 0) return []
  const messages: { to: string; url: string; init: RequestInit; hints?: Record<number, string> }[] = []
  if (indexNow !== null) {
    const { key, endpoint: url = INDEXNOW } = indexNow
    const { host, origin } = new URL(siteUrl)
    const init = {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ host, key, keyLocation: `${origin}/${key}.txt`, urlList: urls }),
    }
    messages.push({ to: `IndexNow at ${url}`, url, init, hints: INDEXNOW_HINTS })
  }
  if (webSub !== null)
    for (const feed of webSub.feeds) {
      // The WebSub standard does not define this request, but every hub accepts the form that its predecessor defined.
      const init = { body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': feed }) }
      messages.push({ to: `WebSub hub ${webSub.hub} for ${feed}`, url: webSub.hub, init })
    }
  return await Promise.all(
    messages.map(async ({ to, url, init, hints = {} }) => {
      // Do not follow redirects, because they turn the POST into a GET whose response would look like success.
      const send = async () => {
        const signal = AbortSignal.timeout(timeout)
        const response = await fetch(url, { ...init, method: 'POST', redirect: 'manual', signal })
        await response.body?.cancel()
        return response
      }
      const isTemporary = ({ status }: Response) => status === 429 || status >= 500
      try {
        const first = await send().catch(() => null)
        if (first === null || isTemporary(first)) await pause(RETRY_PAUSE_MS)
        const { ok, status } = first === null || isTemporary(first) ? await send() : first
        return { to, failure: ok ? null : `It responded with status ${status}${hints[status] ?? ''}.` }
      } catch (error) {
        return { to, failure: reasonOf(error) }
      }
    }),
  )
}

// `fetch` puts the reason for an error in its cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'It did not respond in time.'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
