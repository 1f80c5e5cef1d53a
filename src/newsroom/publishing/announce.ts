import { setTimeout as wait } from 'node:timers/promises'

/** A service that was notified of new posts, and the reason if that failed. */
export type Announcement = { to: string; failure: string | null }

/** Sends a request, like the global `fetch`. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

// One request to this address reaches every search engine of https://www.indexnow.org
const INDEXNOW = 'https://api.indexnow.org/indexnow'

const TIMEOUT_MS = 10_000

// There is one retry after this pause.
const PAUSE_MS = 2_000

// The meaning of IndexNow's error statuses. https://www.indexnow.org/documentation
const INDEXNOW_HINTS: Record<number, string> = {
  403: 'it does not accept the key. Check that the site serves /{key}.txt with the key in it',
  422: 'it says that the pages are not from this site. Check SITE_URL',
}

type Message = { url: string; request: () => RequestInit; hints: Record<number, string> }

/**
 * Notifies search engines of new pages by IndexNow, and a WebSub hub of changed feeds with one request per feed. `urls` and
 * `feeds` are absolute. `siteUrl` is the site's origin, which serves the key at `/{key}.txt`. Does not send anything without
 * `urls`. Never rejects: a failure is part of the result.
 */
export async function announce(options: {
  urls: string[]
  siteUrl: string
  indexNow: { key: string; endpoint?: string } | null
  webSub: { hub: string; feeds: string[] } | null
  fetch: Send
  /** Timeout of a request in milliseconds. */
  patience?: number
  pause?: (milliseconds: number) => Promise<unknown>
}): Promise<Announcement[]> {
  const { urls, siteUrl, indexNow, webSub, fetch, patience = TIMEOUT_MS, pause = wait } = options
  if (urls.length === 0) return []
  const notified: Promise<Announcement>[] = []
  if (indexNow !== null) {
    const { key, endpoint = INDEXNOW } = indexNow
    const request = () => indexNowRequest(siteUrl, key, urls)
    notified.push(tell({ to: `IndexNow at ${endpoint}`, url: endpoint, request, hints: INDEXNOW_HINTS }))
  }
  for (const feed of webSub?.feeds ?? []) {
    const hub = webSub?.hub ?? ''
    notified.push(tell({ to: `WebSub hub ${hub} for ${feed}`, url: hub, request: () => pingRequest(feed), hints: {} }))
  }
  return await Promise.all(notified)

  async function tell({ to, ...message }: Message & { to: string }): Promise<Announcement> {
    const first = await attempt(message)
    if (!first.again) return { to, failure: first.failure }
    await pause(PAUSE_MS)
    return { to, failure: (await attempt(message)).failure }
  }

  // `again`: the same request may succeed a little later.
  async function attempt({ url, request, hints }: Message): Promise<{ failure: string | null; again: boolean }> {
    try {
      // Do not follow redirects: they would turn the request into a GET and its page into a success.
      const init: RequestInit = { ...request(), method: 'POST', redirect: 'manual' }
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) })
      await response.body?.cancel()
      const { ok, status } = response
      if (ok) return { failure: null, again: false }
      const hint = hints[status]
      const failure = hint === undefined ? `It answered ${status}.` : `It answered ${status}: ${hint}.`
      return { failure, again: status === 429 || status >= 500 }
    } catch (error) {
      return { failure: reasonOf(error), again: true }
    }
  }
}

function indexNowRequest(siteUrl: string, key: string, urlList: string[]): RequestInit {
  const { host, origin } = new URL(siteUrl)
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ host, key, keyLocation: `${origin}/${key}.txt`, urlList }),
  }
}

// The WebSub standard does not define this request. Every hub accepts the form of its predecessor.
function pingRequest(feed: string): RequestInit {
  return { body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': feed }) }
}

// The errors of `fetch` have the reason in their cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'It did not answer in time.'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
