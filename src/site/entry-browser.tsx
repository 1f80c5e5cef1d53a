import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { categorySlug } from '#blog/category.ts'
import { App } from '#site/app.tsx'
import { prefetch } from '#site/data/prefetch.ts'
import { createCache, createQueries } from '#site/data/queries.ts'
import { PAGE_DATA_ID, restore, type PageData } from '#site/page-data.ts'
import { hasArrived, isCopy, onArrival } from '#site/router.tsx'
import { matchRoute } from '#site/routes.ts'

/** Brings the server's page to life; false when the page carries no data of ours. */
export function start(): boolean {
  const root = document.getElementById('root')
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  if (!root || !text) return false
  const data: PageData = JSON.parse(text)
  const cache = createCache()
  const { apiHost, bucketName } = data.config
  const backend = once(async () => {
    const [{ createClient }, { fetchOrLoadWhole }] = await Promise.all([import('#blog/client.ts'), offline()])
    return createClient({ host: apiHost, bucketName, fetch: fetchOrLoadWhole(application) })
  })
  const queries = createQueries(cache, {
    client: backend,
    sanitise: async (html) => (await import('#site/data/sanitise-browser.ts')).sanitise(html),
    samples: async () => (await import('#site/data/samples.ts')).samplePosts,
    report: (error) => console.error(error),
  })
  restore(queries, data, () => document.querySelector('.prose')?.innerHTML ?? '')
  // In slices: nobody who scrolls or presses meanwhile waits for all of it.
  startTransition(() => {
    hydrateRoot(root, <App config={data.config} queries={queries} serverPath={location.pathname} />, {
      onRecoverableError: (error) => console.error(error),
    })
  })
  const main = document.getElementById('main')
  onceStaying(() => {
    if (data.config.offline) void offline().then(({ keepForOffline }) => keepForOffline(application))
    // Another backend is not ours to ask for what nobody has asked for.
    if (apiHost === '' && main)
      void import('#site/ahead.ts').then(({ warmInView }) => warmInView(main, (href) => prefetch(queries, href)))
  })
  return true
}

const application = { hasArrived, isCopy, onArrival, matchRoute, categorySlug }

function offline() {
  return import('#site/offline/keep.ts')
}

const SIGNS = ['pointermove', 'scroll', 'touchstart', 'keydown'] as const
const STAY = 3000

// What a first view can do without waits until its reader moves, or has been there for some seconds.
function onceStaying(work: () => void): void {
  const begun = new AbortController()
  function begin(): void {
    begun.abort()
    clearTimeout(timer)
    // Whoever was quick may have started the application before the page was complete.
    if (document.readyState === 'complete') setTimeout(work, 200)
    else addEventListener('load', () => setTimeout(work, 200), { once: true })
  }
  const timer = setTimeout(begin, STAY)
  for (const sign of SIGNS) addEventListener(sign, begin, { passive: true, signal: begun.signal })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
