import { PAGES } from '#site/offline/saved-entries.ts'

// This policy allows only styles and fonts, because the page has no scripts.
const POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns the cached copy of a page with a banner, or a page that lists the cached pages. */
export async function offlinePage(url: string): Promise<Response> {
  const saved = await caches.match(url, { cacheName: PAGES.name })
  if (!saved) return await unavailablePage()
  const savedAt = new Date(saved.headers.get('date') ?? '')
  const time = savedAt.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const banner = `<p class="copy-line" role="status">${reason()} This is a saved copy from <time datetime="${savedAt.toISOString()}">${time}</time>. <a href="">Try again</a></p>`
  const html = (await saved.text()).replace(/<body[^>]*>/, () => `<body data-copy>${banner}`)
  return new Response(html, { headers: saved.headers })
}

async function unavailablePage(): Promise<Response> {
  const cache = await caches.open(PAGES.name)
  const requests = (await cache.keys()).toReversed()
  const pages = await Promise.all(
    requests.map(async ({ url }) => ({ url, html: (await (await cache.match(url))?.text()) ?? '' })),
  )
  // Nothing needs escaping here, because titles are already escaped and URLs cannot contain quotes.
  const links = pages
    .map(
      ({ url, html }) =>
        `<li><a class="text-link" href="${url.replace(location.origin, '')}">${titleOf(html)}</a></li>`,
    )
    .join('')
  const body = `<!doctype html>
    <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="robots" content="noindex">
      <title>Not available offline</title>
      ${stylesOf(pages[0]?.html ?? '')}
      <body data-copy>
        <main class="wrap">
          <div class="message page">
            <h1>This page is not available offline.</h1>
            <p>${reason()} This page has not been saved on this device.</p>
            <a class="btn" href="">Try again</a>
          </div>
          ${links && `<section class="saved-pages"><h2>Saved pages</h2><ul class="list">${links}</ul></section>`}
        </main>
      </body>
    </html>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }
  return new Response(body, { status: 503, headers })
}

function titleOf(html: string): string {
  return /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
}

function stylesOf(html: string): string {
  return html.match(/<style>.*?<\/style>|<link rel="stylesheet"[^>]*>/gs)?.join('') ?? ''
}

function reason(): string {
  return navigator.onLine ? 'This site cannot be reached.' : 'You are offline.'
}
