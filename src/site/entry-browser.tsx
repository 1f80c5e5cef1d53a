import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createClient } from '#blog/client.ts'
import { setZone } from '#blog/date.ts'
import { matchRoute } from '#blog/routes.ts'
import { App } from '#site/app.tsx'
import { removeSavedPages, saveVisitedPages } from '#site/offline/save-pages.ts'
import { PAGE_DATA_ID, restoreResults, type PageData } from '#site/page-data.ts'
import { prefetchVisibleLinks } from '#site/prefetch-visible-links.ts'
import { createQueries } from '#site/queries/queries.ts'
import { isOfflineCopy } from '#site/router.tsx'

/** Hydrates the page that the server rendered. Does nothing on a page without page data. */
export function startApplication(): void {
  const root = document.getElementById('root')
  const main = document.getElementById('main')
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  // The offline page that the service worker creates contains no data.
  if (!root || !text) return
  const data: PageData = JSON.parse(text)
  const { apiHost, bucketName, offline, site } = data.config
  setZone(site.zone)
  const ownBackend = apiHost === ''
  const sanitise = ownBackend ? (html: string) => html : sanitiseForeign
  const client = createClient({ host: apiHost, bucketName, fetch: (url, init) => fetch(url, init) })
  const queries = createQueries({ ownBackend, client, sanitise, report: console.error })
  const address = location.pathname + location.search
  const route = matchRoute(address)
  // A page that `saveVisitedPages` saved contains only data and no rendered content.
  const isRendered = root.hasChildNodes()
  const texts = Array.from(document.querySelectorAll('.prose'), ({ innerHTML }) => innerHTML)
  restoreResults(queries, { route, results: data, html: isRendered ? texts.join('') : null })
  // During a transition, React hydrates in slices, so that it does not block scrolling or clicks.
  startTransition(() => {
    const app = <App config={data.config} queries={queries} served={{ address, route }} />
    if (isRendered) hydrateRoot(root, app, { onRecoverableError: console.error })
    else createRoot(root).render(app)
  })
  // Do not prefetch from a remote backend or on a page from the offline cache.
  if (main && ownBackend && !isOfflineCopy()) prefetchVisibleLinks(main, queries.prefetch)
  void (offline ? saveVisitedPages(queries, data.config) : removeSavedPages())
}

// Our own server sends sanitised articles, so browsers download the sanitiser only if the blog has a remote backend.
async function sanitiseForeign(html: string): Promise<string> {
  const { sanitizeHtml } = await import('#blog/html/sanitize.ts').catch((error: unknown) => {
    console.error(error)
    throw error
  })
  return sanitizeHtml(html)
}
