import { isoDay } from '#blog/date.ts'
import { categoryHref, hyphenatedCategoryHref, matchRoute, pageHref, postHref, type Route } from '#blog/routes.ts'
import type { Assets, Renderer, SiteConfig } from '#blog/site.ts'
import { createArchiveClient } from '#server/archive-client.ts'
import type { Backend } from '#server/backend.ts'
import { createResponse } from '#server/http.ts'
import { HOUR_MS, type Render, type Resource } from '#server/response-cache.ts'

/** Finds the page for a path and a query. Unknown paths lead to the 404 page. */
export type Pages = (pathname: string, search: string) => Resource

const CACHE_CONTROL = {
  // Our own pages are at most about two seconds old: one second in a client's cache, and one until this server has read
  // another process's event. Older copies are used only while this server cannot be reached.
  local: 'public, max-age=1, stale-if-error=86400',
  remote: 'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400',
}

/**
 * Creates the function that finds and renders pages. Pages from our own archive are cached, and pages from a remote
 * backend are not.
 */
export function createPages(options: {
  renderer: () => Promise<Renderer>
  assets: Assets
  config: Omit<SiteConfig, 'year'>
  backend: Backend
  /** The categories in the edition plan, which have a page even before their first post. */
  categories: readonly string[]
  /** Returns the content security policy for a page. */
  policy: (page: { hasForm: boolean }) => string
  /** Milliseconds to wait for a remote backend before a skeleton page is sent. */
  ssrTimeout: number
  now: () => Date
  report: (error: unknown) => void
}): Pages {
  const { renderer, assets, config, backend, categories, policy, ssrTimeout, now, report } = options

  async function render(address: string, route: Route): ReturnType<Render> {
    // Aborts calls that are still pending when the page is finished.
    const lifetime = new AbortController()
    const isSearch = route.screen === 'search'
    const sample = backend.kind === 'local' ? (backend.archive.sample() ?? undefined) : undefined
    const { renderPage } = await renderer()
    try {
      const { status, html, settled, navigation } = await renderPage({
        address,
        route,
        config: { ...config, sample, year: Number(isoDay(now().toISOString())?.slice(0, -6)) },
        assets,
        categories,
        client: backend.kind === 'local' ? createArchiveClient(backend, report) : backend.client(lifetime.signal),
        ssrTimeout: backend.kind === 'local' ? null : ssrTimeout,
        report: (error) => {
          if (!lifetime.signal.aborted) report(error)
        },
      })
      const isComplete = status !== 503 && settled && navigation
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy({ hasForm: isSearch }),
        // A cached copy is also valid for a URL with additional parameters, such as `utm_source`:
        // https://wicg.github.io/nav-speculation/no-vary-search.html
        'no-vary-search': 'params, except=("page" "q")',
        'cache-control': isComplete ? CACHE_CONTROL[backend.kind] : 'no-store',
        ...(status === 503 ? { 'retry-after': '30' } : {}),
        // Search engines should not index these pages.
        ...(status === 503 || !settled || isSearch ? { 'x-robots-tag': 'noindex' } : {}),
      }
      const response = createResponse({ status, headers, body: html })
      return { response, keepFor: isComplete && backend.kind === 'local' ? HOUR_MS : 0 }
    } finally {
      lifetime.abort()
    }
  }

  // Only URLs spelled as in the site's own links are cached, so that other spellings cannot fill the cache.
  function isCached(route: Route, address: string): boolean {
    switch (route.screen) {
      case 'category': {
        const paths = [categoryHref(route.category), hyphenatedCategoryHref(route.category)]
        return paths.some((path) => pageHref(path, route.page) === address)
      }
      case 'article': {
        // A stale copy of a post that is not listed, such as a retracted one, must never be served.
        const isListed = backend.kind === 'remote' || backend.archive.find(route.category, route.id) !== null
        return isListed && postHref(route) === address
      }
      default:
        return route.screen !== 'search' && route.screen !== 'not-found'
    }
  }

  return (pathname, search) => {
    const route = matchRoute(pathname + search)
    // Only category pages and the search page have a query.
    const address =
      route.screen === 'category'
        ? pageHref(pathname, route.page)
        : pathname + (route.screen === 'search' ? search : '')
    return { key: isCached(route, address) ? address : null, render: () => render(address, route) }
  }
}
