import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createClient } from '#blog/client.ts'
import { matchRoute } from '#blog/routes.ts'
import { App } from '#site/app.tsx'
import { keepForOffline } from '#site/offline/keep.ts'
import { fetchOrLoadWhole } from '#site/offline/load-whole.ts'
import { PAGE_DATA_ID, restore, type PageData, type Shown } from '#site/page-data.ts'
import { prefetchVisibleLinks } from '#site/prefetch-visible-links.ts'
import { createCache, createQueries } from '#site/queries/queries.ts'
import { isOfflineCopy } from '#site/router.tsx'
import { sanitise } from '#site/sanitize/sanitize-browser.ts'

/** Hydrates the page that the server rendered. Does nothing on a page without page data. */
export function startApplication(): void {
  const root = document.getElementById('root')
  const main = document.getElementById('main')
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  // Not every page is ours: a copy that was kept of one may stand in a plain page.
  if (!root || !main || !text) return
  const data: PageData = JSON.parse(text)
  const { apiHost, bucketName, offline } = data.config
  const ownBackend = apiHost === ''
  const client = createClient({ host: apiHost, bucketName, fetch: fetchOrLoadWhole })
  const queries = createQueries(createCache(), { ownBackend, client, sanitise, report: console.error })
  const address = location.pathname + location.search
  restore(matchRoute(address), queries, data, shownArticle())
  // In slices: nobody who scrolls or presses meanwhile waits for all of it.
  startTransition(() => {
    hydrateRoot(root, <App config={data.config} queries={queries} serverAddress={address} />, {
      onRecoverableError: console.error,
    })
  })
  // Another backend is not ours to ask for what nobody has asked for, and a copy's links load pages whole.
  if (ownBackend && !isOfflineCopy()) prefetchVisibleLinks(main, queries.prefetch)
  if (offline) keepForOffline()
}

// A short article has no contents list and needs no headings; of a longer one's list, its end is not about the text.
function shownArticle(): Shown {
  const texts = Array.from(document.querySelectorAll('.prose'), ({ innerHTML }) => innerHTML)
  const headings = Array.from(document.querySelectorAll('.contents li'), (entry) => ({
    id: entry.querySelector('a')?.hash.slice(1) ?? '',
    level: entry.className === 'sub' ? (3 as const) : (2 as const),
    text: entry.textContent,
  }))
  return { html: texts.join(''), outline: headings.filter(({ id }) => document.querySelector(`.prose #${id}`)) }
}
