import { categorySlug } from '#blog/category.ts'
import { matchRoute } from '#blog/routes.ts'
import { hasNavigated } from '#site/router.tsx'

/**
 * `fetch` for the calls. A call that cannot reach this site, for a page that came without a page load, ends in loading
 * the page whole: the worker then shows its copy, or says that there is none. Other failures are the caller's.
 */
export async function fetchOrLoadWhole(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const call = new URL(url, location.href)
    if (!(error instanceof TypeError) || !hasCopies(call)) throw error
    // The press of a link asks before the page changes.
    await new Promise((resolve) => setTimeout(resolve, MOMENT))
    if (!isForThisPage(call)) throw error
    location.reload()
    // Until the page is gone its skeleton stays.
    return await new Promise<never>(() => {})
  }
}

// How long a page may take to follow the press of its link, in milliseconds.
const MOMENT = 300

// Without a worker there is nothing to show; and another host may be down while this one is not: then the samples serve.
function hasCopies(call: URL): boolean {
  return Boolean(navigator.serviceWorker?.controller) && (call.origin === location.origin || !navigator.onLine)
}

// What a link was only pointed at for is no reason to leave. Nor is a page left twice: loaded whole, it was not navigated to.
function isForThisPage(call: URL): boolean {
  if (!hasNavigated()) return false
  const route = matchRoute(location.pathname)
  const [category, id] = [call.searchParams.get('category'), call.searchParams.get('post_id')]
  if (route.screen === 'article') return id === route.id
  if (id !== null) return false
  if (route.screen === 'category') return category !== null && categorySlug(category) === categorySlug(route.category)
  return route.screen === 'home'
}
