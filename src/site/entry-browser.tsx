import { hydrateRoot } from 'react-dom/client'
import { categorySlug } from '#blog/category.ts'
import { App } from '#site/app.tsx'
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
  hydrateRoot(root, <App config={data.config} queries={queries} serverPath={location.pathname} />, {
    onRecoverableError: (error) => console.error(error),
  })
  if (data.config.offline) onceLoaded(() => void offline().then(({ keepForOffline }) => keepForOffline(application)))
  return true
}

const application = { hasArrived, isCopy, onArrival, matchRoute, categorySlug }

function offline() {
  return import('#site/offline/keep.ts')
}

// A reader's first input may have started the application before the page was complete.
function onceLoaded(work: () => void): void {
  if (document.readyState === 'complete') setTimeout(work, 500)
  else addEventListener('load', () => setTimeout(work, 500), { once: true })
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
