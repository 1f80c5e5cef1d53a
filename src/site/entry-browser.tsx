import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { matchRoute } from '#blog/routes.ts'
import { App } from '#site/app.tsx'
import { loadLater, preloadLater } from '#site/lazy.tsx'
import { loadPart } from '#site/load-part.ts'
import { PAGE_DATA_ID, restore, type PageData, type Shown } from '#site/page-data.ts'
import { createCache, createQueries, type Queries } from '#site/queries/queries.ts'
import { isOfflineCopy } from '#site/router.tsx'

const loadClient = () => loadPart(() => import('#blog/client.ts'))
const loadSanitiser = () => loadPart(() => import('#site/sanitize/sanitize-browser.ts'))

/** Brings the server's page to life, where it carries data of ours. */
export async function start(): Promise<void> {
  const root = document.getElementById('root')
  const main = document.getElementById('main')
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  if (!root || !main || !text) return
  const data: PageData = JSON.parse(text)
  const { apiHost, bucketName, offline } = data.config
  const ownBackend = apiHost === ''
  const queries = createQueries(createCache(), {
    ownBackend,
    client: async () => {
      const [{ createClient }, { fetchOrLoadWhole }] = await Promise.all([loadClient(), loadLater()])
      return createClient({ host: apiHost, bucketName, fetch: fetchOrLoadWhole })
    },
    sanitise: async (html) => (await loadSanitiser()).sanitise(html),
    samples: loadLater,
    report: console.error,
  })
  if (showsLater()) await preloadLater()
  const address = location.pathname + location.search
  restore(matchRoute(address), queries, data, shownArticle())
  // In slices: nobody who scrolls or presses meanwhile waits for all of it.
  startTransition(() => {
    hydrateRoot(root, <App config={data.config} queries={queries} serverAddress={address} />, {
      onRecoverableError: console.error,
    })
  })
  // What a click needs, before there is one; whoever fails here fails again where it is needed, and says so there.
  void Promise.allSettled([loadClient(), loadSanitiser(), preloadLater()])
  // Another backend is not ours to ask for what nobody has asked for, and a copy's links load pages whole.
  const prefetch = ownBackend && !isOfflineCopy() ? queries.prefetch : null
  // Not waited for: a press that came early has its turn first.
  lookAhead(main, { prefetch, offline }).catch(console.error)
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

async function lookAhead(
  main: HTMLElement,
  { prefetch, offline }: { prefetch: Queries['prefetch'] | null; offline: boolean },
): Promise<void> {
  const { keepForOffline, prefetchVisibleLinks } = await loadLater()
  if (prefetch) prefetchVisibleLinks(main, prefetch)
  if (offline) keepForOffline()
}

const LATER_PAGES = ['about', 'search', 'corrections', 'not-found']

// What is loaded later otherwise is hydrated as it was served: these pages, and of others what stands in the place of content.
function showsLater(): boolean {
  return (
    LATER_PAGES.includes(matchRoute(location.pathname).screen) ||
    document.querySelector('.message, .gone, .loading') !== null
  )
}
