import type { WorkerScope } from '#site/offline/worker-scope.ts'

// The worker of a site that keeps nothing any more (OFFLINE=off). Browsers that have the other one fetch it from the
// same address at their next visit; it removes what was kept, then itself. It answers no request.

declare const self: WorkerScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
