import { matchRoute } from '#blog/routes.ts'
import type { SiteConfig } from '#blog/site.ts'
import { remove, PAGES, save } from '#site/offline/saved-entries.ts'
import { jsonInHtml, PAGE_DATA_ID, shownResults, type PageData } from '#site/page-data.ts'
import type { Queries } from '#site/queries/queries.ts'
import { hasNavigated, isOfflineCopy, onNavigation } from '#site/router.tsx'

// Time to wait after the last data change before the page is saved.
const SAVE_DELAY_MS = 500

/**
 * Registers the service worker, which saves the pages that it loads. Also saves the visited pages that the worker does
 * not load: the first page, and each page opened without a page load. They are saved from data that is already in the
 * browser, without a new request.
 */
export async function saveVisitedPages(queries: Queries, config: SiteConfig): Promise<void> {
  if (!('serviceWorker' in navigator) || isOfflineCopy()) return
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }))
  const isLoadedByWorker = navigator.serviceWorker.controller !== null
  let timer: ReturnType<typeof setTimeout> | undefined
  let savedAddress = isLoadedByWorker ? addressOfPage() : ''

  async function savePage(): Promise<void> {
    const address = addressOfPage()
    const route = matchRoute(address)
    const results = shownResults(route, queries)
    if (results === null || address === savedAddress || route.screen === 'not-found') return
    savedAddress = address
    const { page } = results
    if (isSubstitute(page)) return
    if (page && 'origin' in page && page.origin === 'missing') await remove(PAGES, location.href)
    else await save(PAGES, location.href, pageOf({ config, ...results }))
  }

  function onChange(): void {
    const page = shownResults(matchRoute(addressOfPage()), queries)?.page
    const canLoadCopy = config.apiHost === '' || !navigator.onLine
    // Reload the page so that the worker can show a saved copy instead of a sample.
    if (hasNavigated() && canLoadCopy && navigator.serviceWorker.controller && isSubstitute(page)) location.reload()
    clearTimeout(timer)
    timer = setTimeout(() => void savePage().catch(console.error), SAVE_DELAY_MS)
  }

  // Registration can fail, for example in private windows or on full disks. The site works without a worker.
  if (!(await navigator.serviceWorker.register('/service-worker.js').catch(() => null))) return
  onNavigation(onChange)
  queries.cache.getQueryCache().subscribe(onChange)
  onChange()
}

/** Removes the service worker and everything that it saved. */
export async function removeSavedPages(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

function addressOfPage(): string {
  return location.pathname + location.search
}

// True if a page shows samples or an error message instead of its content.
function isSubstitute(page: PageData['page']): boolean {
  return (
    page !== undefined && 'origin' in page && (page.origin === 'samples' || (page.origin === 'missing' && page.failed))
  )
}

// Returns a page that contains only data. The application renders the content from it in the browser.
function pageOf(data: PageData): Response {
  const others = [...document.body.children].filter(({ id }) => id !== 'root' && id !== PAGE_DATA_ID)
  const html = `<!doctype html>
    <html lang="en">
      <head>
        <meta http-equiv="content-security-policy" content="script-src 'self'; object-src 'none'; base-uri 'none'">
        ${document.head.innerHTML}
      </head>
      <body>
        <div id="root"></div>
        ${others.map(({ outerHTML }) => outerHTML).join('')}
        <script id="${PAGE_DATA_ID}" type="application/json">${jsonInHtml(data)}</script>
      </body>
    </html>`
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', date: new Date().toUTCString() },
  })
}
