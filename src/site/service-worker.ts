import { answerFile, FILES } from '#site/offline/files.ts'
import { pageOffline, PAGES, pictureOffline, PICTURES, remember } from '#site/offline/pages.ts'
import type { FetchEvent, WorkerScope } from '#site/offline/worker-scope.ts'

// Offline reading. One rule: while the network answers, its answer is used, whatever it is; only where it gives none is
// a copy shown, under a line that says so. Whole pages are kept, as the server wrote them, and never an answer of the
// three calls: a call that cannot be made fails, as the specification has it, and the page is then loaded whole
// (`offline/keep.ts`), so that no reader sees an old text without its line. A status 5xx is an answer, too.

declare const self: WorkerScope

self.addEventListener('install', (event) => {
  event.waitUntil(keepNow('/').then(() => self.skipWaiting()))
})

// Nothing here belongs to one build, so that a new worker may take over open pages at once.
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(answer(event, pathname, () => pageOffline(pathname, search)))
  else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request))
  else if (request.destination === 'image') event.respondWith(answer(event, pathname, () => pictureOffline(pathname)))
})

// A page names addresses to keep: its own, and those of the pictures and fonts that it showed before there was a worker.
self.addEventListener('message', (event) => {
  const addresses: unknown[] = Array.isArray(event.data) ? event.data : []
  const own = addresses
    .flatMap((address) => (typeof address === 'string' ? (URL.parse(address, location.origin) ?? []) : []))
    .filter(({ origin }) => origin === location.origin)
  event.waitUntil(Promise.allSettled(own.map(({ pathname }) => keepNow(pathname))))
})

async function takeOver(): Promise<void> {
  const current = [PAGES.name, PICTURES.name, FILES]
  for (const name of await caches.keys()) if (!current.includes(name)) await caches.delete(name)
  // The server is asked while the worker starts, not after.
  await self.registration.navigationPreload.enable()
  await self.clients.claim()
}

async function keepNow(path: string): Promise<void> {
  if (path.startsWith('/assets/')) await answerFile(new Request(path))
  else await remember(path, await fetch(path))
}

async function answer(event: FetchEvent, path: string, offline: () => Promise<Response>): Promise<Response> {
  let answer: Response
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return await offline()
  }
  // What cannot be kept is not kept; the reader has it all the same.
  event.waitUntil(remember(path, answer.clone()).catch(() => {}))
  return answer
}
