import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { matchRoute, type Route } from '#blog/routes.ts'
import { App } from '#site/app.tsx'
import { AboutPage, CorrectionsPage, HomePosts, loadLater, RetractionNote, SearchPage } from '#site/lazy.tsx'
import { loadPart } from '#site/load-part.ts'
import { fetchOrLoadWhole } from '#site/offline/load-whole.ts'
import { PAGE_DATA_ID, restore, type PageData } from '#site/page-data.ts'
import { createCache, createQueries } from '#site/queries/queries.ts'
import { isOfflineCopy } from '#site/router.tsx'

const loadClient = () => loadPart(() => import('#blog/client.ts'))
const loadSanitiser = () => loadPart(() => import('#site/sanitize/sanitize-browser.ts'))
const loadSamples = () => loadPart(() => import('#site/queries/samples.ts'))

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
    client: async () => (await loadClient()).createClient({ host: apiHost, bucketName, fetch: fetchOrLoadWhole }),
    sanitise: async (html) => (await loadSanitiser()).sanitise(html),
    samples: async () => (await loadSamples()).samplePosts,
    report: (error) => console.error(error),
  })
  await preloadPage(matchRoute(location.pathname + location.search), data)
  restore(queries, data, Array.from(document.querySelectorAll('.prose'), ({ innerHTML }) => innerHTML).join(''))
  // In slices: nobody who scrolls or presses meanwhile waits for all of it.
  startTransition(() => {
    hydrateRoot(
      root,
      <App config={data.config} queries={queries} serverAddress={location.pathname + location.search} />,
      {
        onRecoverableError: (error) => console.error(error),
      },
    )
  })
  // What a click needs, before there is one; whoever fails here fails again where it is needed, and says so there.
  void Promise.allSettled([loadClient(), loadSanitiser(), AboutPage.preload()])
  // Not waited for: a press that came early has its turn first.
  lookAhead().catch(console.error)

  async function lookAhead(): Promise<void> {
    const { keepForOffline, loadFontsForNextPage, prefetchVisibleLinks } = await loadLater()
    loadFontsForNextPage()
    // Another backend is not ours to ask for what nobody has asked for, and a copy's links load pages whole.
    if (main && ownBackend && !isOfflineCopy()) prefetchVisibleLinks(main, queries.prefetch)
    if (offline) keepForOffline()
  }
}

// What is lazy otherwise is hydrated as it was served.
async function preloadPage({ screen }: Route, { answers }: PageData): Promise<void> {
  if (screen === 'home') await HomePosts.preload()
  if (screen === 'about') await AboutPage.preload()
  if (screen === 'search') await SearchPage.preload()
  if (screen === 'corrections') await CorrectionsPage.preload()
  if (answers.some(({ data }) => 'retraction' in data)) await RetractionNote.preload()
}
