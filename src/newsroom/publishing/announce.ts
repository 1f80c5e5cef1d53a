// One request to this URL reaches every search engine of https://www.indexnow.org
const INDEXNOW = 'https://api.indexnow.org/indexnow'
const TIMEOUT_MS = 10_000

// Likely causes of IndexNow's error statuses. See https://www.indexnow.org/documentation
const INDEXNOW_HINTS: Record<number, string> = {
  403: ': it did not accept the key. Check that the site serves /{key}.txt and that the file contains the key',
  422: ': it says that the pages do not belong to this site. Check SITE_URL',
}

/**
 * Notifies search engines of new pages through IndexNow, and a WebSub hub of changed feeds with one request per feed.
 * `urls` and `feeds` are absolute. `siteUrl` is the origin of the site, which serves the key at `/{key}.txt`. If `urls`
 * is empty, sends no requests. Never rejects, but resolves to a message for each failure.
 */
export async function announce(options: {
  urls: string[]
  siteUrl: string
  indexNowKey: string | null
  webSub: { hub: string; feeds: string[] } | null
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Timeout per request, in milliseconds. */
  timeout?: number
}): Promise<string[]> {
  const { urls, siteUrl, indexNowKey: key, webSub, fetch, timeout = TIMEOUT_MS } = options
  if (urls.length === 0) return []
  const messages: { to: string; url: string; init: RequestInit; hints?: Record<number, string> }[] = []
  if (key !== null) {
    const { host, origin } = new URL(siteUrl)
    const init = {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ host, key, keyLocation: `${origin}/${key}.txt`, urlList: urls }),
    }
    messages.push({ to: `IndexNow at ${INDEXNOW}`, url: INDEXNOW, init, hints: INDEXNOW_HINTS })
  }
  if (webSub !== null)
    for (const feed of webSub.feeds) {
      // The WebSub standard does not define this request, but every hub accepts the form that its predecessor defined.
      const init = { body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': feed }) }
      messages.push({ to: `WebSub hub ${webSub.hub} for ${feed}`, url: webSub.hub, init })
    }
  const failures = await Promise.all(
    messages.map(async ({ to, url, init, hints = {} }) => {
      let reason: string
      try {
        const signal = AbortSignal.timeout(timeout)
        // Do not follow redirects, because they turn the POST into a GET whose response would look like success.
        const response = await fetch(url, { ...init, method: 'POST', redirect: 'manual', signal })
        await response.body?.cancel()
        if (response.ok) return null
        reason = `It responded with status ${response.status}${hints[response.status] ?? ''}.`
      } catch (error) {
        reason = reasonOf(error)
      }
      return `${to} could not be notified of changed posts: ${reason}`
    }),
  )
  return failures.filter((failure) => failure !== null)
}

// `fetch` puts the reason for an error in its cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'It did not respond in time.'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
