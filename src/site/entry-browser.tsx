import { hydrateRoot } from 'react-dom/client'
import { App } from '#site/app.tsx'
import { createCache, createQueries } from '#site/data/queries.ts'
import { PAGE_DATA_ID, restore, type PageData } from '#site/page-data.ts'

/** Brings the server's page to life; false when the page carries no data of ours. */
export function start(): boolean {
  const root = document.getElementById('root')
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  if (!root || !text) return false
  const data: PageData = JSON.parse(text)
  const cache = createCache()
  const { apiHost, bucketName } = data.config
  const backend = once(async () => {
    const { createClient } = await import('#blog/client.ts')
    return createClient({ host: apiHost, bucketName, fetch: (url, init) => fetch(url, init) })
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
  return true
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
