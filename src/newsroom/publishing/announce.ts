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

type Message = { to: string; url: string; init: () => RequestInit; hints: Record<number, string> }

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
  const messages: Message[] = []
  if (indexNow !== null) {
    const { key, endpoint: url = INDEXNOW } = indexNow
    messages.push({
      to: `IndexNow at ${url}`,
      url,
      init: () => pagesMessage(siteUrl, key, urls),
      hints: INDEXNOW_HINTS,
    })
  }
  for (const feed of webSub?.feeds ?? []) {
    const hub = webSub?.hub ?? ''
    // The WebSub standard does not define this request. Every hub accepts the form of its predecessor.
    const init = () => ({ body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': feed }) })
    messages.push({ to: `WebSub hub ${hub} for ${feed}`, url: hub, init, hints: {} })
  }
  if (urls.length === 0) return []
  return await Promise.all(
    messages.map(async (message) => {
      const { failure, again } = await send(message)
      if (!again) return { to: message.to, failure }
      await pause(PAUSE_MS)
      return { to: message.to, failure: (await send(message)).failure }
    }),
  )

  // `again`: the same request may succeed a little later.
  async function send({ url, init, hints }: Message): Promise<{ failure: string | null; again: boolean }> {
    try {
      // Do not follow redirects: they would turn the request into a GET and its page into a success.
      const signal = AbortSignal.timeout(patience)
      const response = await fetch(url, { ...init(), method: 'POST', redirect: 'manual', signal })
      await response.body?.cancel()
      const { ok, status } = response
      const hint = hints[status] === undefined ? '' : `: ${hints[status]}`
      return { failure: ok ? null : `It answered ${status}${hint}.`, again: status === 429 || status >= 500 }
    } catch (error) {
      return { failure: reasonOf(error), again: true }
    }
  }
}

function pagesMessage(siteUrl: string, key: string, urlList: string[]): RequestInit {
  const { host, origin } = new URL(siteUrl)
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ host, key, keyLocation: `${origin}/${key}.txt`, urlList }),
  }
}

// The errors of `fetch` have the reason in their cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'It did not answer in time.'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
