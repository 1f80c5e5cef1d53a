// The part of the service worker's scope that is used here. The site is type-checked with the types of a page, which do
// not include it.

type WorkerEvent = { waitUntil(work: Promise<unknown>): void }

/** A request of a page. */
export type FetchEvent = WorkerEvent & {
  readonly request: Request
  /** The response to a navigation that the browser requested while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

/** The type of `self` in a service worker. */
export type WorkerScope = {
  addEventListener(kind: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly registration: ServiceWorkerRegistration
}
