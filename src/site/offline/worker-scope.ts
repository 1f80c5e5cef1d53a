// The part of a service worker's scope that is used here: the site is checked with the types of a page, which have none of it.

type Lasting = { waitUntil(work: Promise<unknown>): void }

/** A request of a page, to be answered by the worker. */
export type FetchEvent = Lasting & {
  readonly request: Request
  /** The answer to a navigation, asked for while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

/** What a service worker calls `self`. */
export type WorkerScope = {
  addEventListener(kind: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(kind: 'message', listener: (event: Lasting & { readonly data: unknown }) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly registration: ServiceWorkerRegistration
}
