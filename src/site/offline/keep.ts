import type { categorySlug } from '#blog/category.ts'
import type { hasArrived, isCopy, onArrival } from '#site/router.tsx'
import type { matchRoute } from '#site/routes.ts'

// The page's side of offline reading. It is loaded once the page is there and quiet; what the application has already is
// handed in, so that none of it moves into a file of its own.
type Application = {
  hasArrived: typeof hasArrived
  isCopy: typeof isCopy
  onArrival: typeof onArrival
  matchRoute: typeof matchRoute
  categorySlug: typeof categorySlug
}

/** Registers the worker, and has it keep every page that is shown without its help. */
export async function keepForOffline({ isCopy, onArrival }: Application): Promise<void> {
  // Not everywhere: on an insecure address, or where a browser keeps nothing.
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  onArrival(() => whenQuiet(keepThisPage))
  // A browser that refuses (a private window, no room) shows the site as it would without.
  const registration = await serviceWorker.register('/service-worker.js').catch(() => null)
  if (registration && isFirst && !isCopy()) keepThisPage()
}

/**
 * `fetch` for the calls. A call that cannot reach this site, for a page that came without a page load, ends in loading
 * the page whole: the worker then shows its copy, or says that there is none. Other failures are the caller's.
 */
export function fetchOrLoadWhole(application: Application): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    try {
      return await fetch(url, init)
    } catch (error) {
      const call = new URL(url, location.href)
      if (!(error instanceof TypeError) || !hasCopies(call)) throw error
      // The press of a link asks before the page changes.
      await new Promise((resolve) => setTimeout(resolve, MOMENT))
      if (!isForThisPage(call, application)) throw error
      location.reload()
      // Until the page is gone its skeleton stays.
      return await new Promise<never>(() => {})
    }
  }
}

// How long a page may take to follow the press of its link, in milliseconds.
const MOMENT = 300

// Without a worker there is nothing to show; and another host may be down while this one is not: then the samples serve.
function hasCopies(call: URL): boolean {
  return Boolean(navigator.serviceWorker?.controller) && (call.origin === location.origin || !navigator.onLine)
}

// What a link was only pointed at for is no reason to leave. Nor is a page left twice: loaded whole, it has not arrived.
function isForThisPage(call: URL, { hasArrived, matchRoute, categorySlug }: Application): boolean {
  if (!hasArrived()) return false
  const route = matchRoute(location.pathname)
  const [category, id] = [call.searchParams.get('category'), call.searchParams.get('post_id')]
  if (route.screen === 'article') return id === route.id
  if (id !== null) return false
  if (route.screen === 'category') return category !== null && categorySlug(category) === categorySlug(route.category)
  return route.screen === 'home'
}

function keepThisPage(): void {
  const pictures = [...document.images].filter((image) => image.complete && image.naturalWidth > 0)
  const addresses = [location.pathname, ...pictures.map((image) => image.currentSrc)]
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(addresses, { transfer: [] }))
}

function whenQuiet(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
