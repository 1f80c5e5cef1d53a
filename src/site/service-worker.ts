import { offlinePage } from '#site/offline/offline-page.ts'
import { FILES, find, PAGES, remove, save } from '#site/offline/saved-entries.ts'

// Offline reading, network first: while the network responds, its response is used, errors included. Calls of the API
// are not saved, so that no reader sees an old text without the banner.

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(loadPage(event))
  else if (pathname.startsWith('/assets/') || request.destination === 'image') event.respondWith(loadFile(event))
})

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== PAGES.name && name !== FILES.name) await caches.delete(name)
  await self.registration.navigationPreload.enable()
  await self.clients.claim()
}

async function loadPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    // Samples, errors and skeletons are sent with "no-store".
    const isStorable = !response.headers.get('cache-control')?.includes('no-store')
    if (response.status === 404 || response.status === 410) event.waitUntil(remove(PAGES, request.url))
    else if (isSaveable(response) && isStorable) event.waitUntil(save(PAGES, request.url, response.clone()))
    return response
  } catch {
    return await offlinePage(request.url)
  }
}

// The names of built files contain a hash of their content, so a saved file is as good as the server's.
async function loadFile(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const saved = await find(FILES, url)
  if (saved && url.includes('/assets/')) return saved
  try {
    const response = await fetch(event.request)
    if (isSaveable(response)) event.waitUntil(save(FILES, url, response.clone()))
    return response
  } catch (error) {
    if (saved) return saved
    throw error
  }
}

function isSaveable(response: Response): boolean {
  return response.status === 200 && response.type === 'basic'
}
