import { offlinePage } from '#site/offline/offline-page.ts'
import { FILES, PAGES, remove, save } from '#site/offline/saved-entries.ts'

// Implements offline reading with a network-first strategy: if the server responds, even with an error, that response
// is shown. API responses are not cached, so that an outdated article is never shown without the offline banner.

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
    // The server sends samples, errors and skeletons with "no-store".
    const isStorable = !response.headers.get('cache-control')?.includes('no-store')
    if (response.status === 404 || response.status === 410) event.waitUntil(remove(PAGES, request.url))
    else if (isSaveable(response) && isStorable) event.waitUntil(save(PAGES, request.url, response.clone()))
    return response
  } catch {
    return await offlinePage(request.url)
  }
}

// The name of a built file contains a hash of its content, so a cached copy is never stale.
async function loadFile(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const saved = await caches.match(url, { cacheName: FILES.name })
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
