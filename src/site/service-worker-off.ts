// The worker of a site with OFFLINE=off. It replaces the other worker at the next visit, deletes all saved entries and
// unregisters itself. It handles no requests.

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(removeOfflineReading()))

async function removeOfflineReading(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
