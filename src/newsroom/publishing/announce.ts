import { setTimeout as wait } from 'node:timers/promises'

/** Who was notified of new posts, and why that failed; null when it did not. */
export type Announcement = { to: string; failure: string | null }

/** What announcements are sent with; the global `fetch` is one. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

// Where one request reaches every search engine of https://www.indexnow.org
const INDEXNOW = 'https://api.indexnow.org/indexnow'

// How long an answer may take, and the pause before the one further attempt, in milliseconds.
const PATIENCE = 10_000
const PAUSE = 2_000

// What a refusal of IndexNow means. https://www.indexnow.org/documentation
const INDEXNOW_HINTS: Record<number, string> = {
  403: 'it does not accept the key; look whether the site serves /{key}.txt with the key in it',
  422: 'it says that the pages are not of this site; look whether SITE_URL is right',
}

type Message = { url: string; request: () => RequestInit; hints: Record<number, string> }

/**
 * Tells search engines of new pages by IndexNow, and a WebSub hub of changed feeds, one request a feed. `urls` and
 * `feeds` are absolute, `siteUrl` is the site's origin, which serves the key at `/{key}.txt`; nothing is sent when
 * there are no `urls`. Never rejects: what could not be notified is a line of the answer.
 */
export async function announce(options: {
  urls: string[]
  siteUrl: string
  indexNow: { key: string; endpoint?: string } | null
  webSub: { hub: string; feeds: string[] } | null
  fetch: Send
  /** How long an answer may take, in milliseconds. */
  patience?: number
  pause?: (milliseconds: number) => Promise<unknown>
}): Promise<Announcement[]> {
  const { urls, siteUrl, indexNow, webSub, fetch, patience = PATIENCE, pause = wait } = options
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
    await pause(PAUSE)
    return { to, failure: (await attempt(message)).failure }
  }

  // `again` is whether the same request may have more luck a little later.
  async function attempt({ url, request, hints }: Message): Promise<{ failure: string | null; again: boolean }> {
    try {
      // Followed, a redirect would make a GET of the message and a success of its page.
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

// How a publisher pings is no part of the WebSub standard; every hub knows this form of its forerunner.
function pingRequest(feed: string): RequestInit {
  return { body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': feed }) }
}

// What `fetch` throws says little itself and much in its cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'It did not answer in time.'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
