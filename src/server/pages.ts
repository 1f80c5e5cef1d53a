import type { Archive } from '#archive/archive.ts'
import {
  categoryHref,
  hyphenatedCategoryHref,
  matchRoute,
  PAGE_SIZE,
  pageHref,
  postHref,
  type Route,
} from '#blog/routes.ts'
import type { Assets, Renderer, SiteConfig } from '#blog/site.ts'
import { createArchiveClient } from '#server/archive-client.ts'
import type { Backend } from '#server/backend.ts'
import { createResponse } from '#server/http.ts'
import type { Depend, Render, Resource } from '#server/response-cache.ts'
import { HOUR } from '#server/routes/call.ts'

/** The page behind a path and its query, if only the one that says that there is none. */
export type Pages = (pathname: string, search: string) => Resource

const DAY = 86_400_000

const CACHE_CONTROL = {
  // Our own pages are right to the second: one for a copy, one until another process's event is read here. Only while
  // this server cannot be reached does an older copy serve.
  local: 'public, max-age=1, stale-if-error=86400',
  remote: 'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400',
}

/** Renders pages: those of our own archive are kept until what they show changes, those of a remote backend not at all. */
export function createPages(options: {
  renderer: () => Promise<Renderer>
  assets: Assets
  config: Omit<SiteConfig, 'year'>
  backend: Backend
  /** The policy of a page, by whether it has a form. */
  policy: (page: { hasForm: boolean }) => string
  /** How long a remote backend may take before its page is sent as a skeleton, in milliseconds. */
  ssrTimeout: number
  now: () => Date
  report: (error: unknown) => void
}): Pages {
  const { renderer, assets, config, backend, policy, ssrTimeout, now, report } = options

  async function render({ address, route }: { address: string; route: Route }, depend: Depend): ReturnType<Render> {
    // A call that outlives the page it was made for is given up.
    const lifetime = new AbortController()
    const isSearch = route.screen === 'search'
    const { renderPage } = await renderer()
    try {
      const { status, html, settled, navigation } = await renderPage({
        address,
        route,
        config: { ...config, year: now().getUTCFullYear() },
        assets,
        client:
          backend.kind === 'local' ? createArchiveClient({ backend, depend, report }) : backend.client(lifetime.signal),
        ssrTimeout: backend.kind === 'local' ? null : ssrTimeout,
        report: (error) => {
          if (!lifetime.signal.aborted) report(error)
        },
      })
      const isWhole = status !== 503 && settled && navigation
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy({ hasForm: isSearch }),
        // What a browser has is as good for an address that says where a reader comes from:
        // https://wicg.github.io/nav-speculation/no-vary-search.html
        'no-vary-search': 'params, except=("page" "q")',
        'cache-control': isWhole ? CACHE_CONTROL[backend.kind] : 'no-store',
        ...(status === 503 ? { 'retry-after': '30' } : {}),
        // A page that is not there says so by its status; what stands in for one does not.
        ...(status === 503 || !settled || isSearch ? { 'x-robots-tag': 'noindex' } : {}),
      }
      const response = createResponse({ status, headers, body: html })
      return { response, keepFor: isWhole && backend.kind === 'local' ? untilMidnight() : 0 }
    } finally {
      lifetime.abort()
    }
  }

  // The footer names the year.
  function untilMidnight(): number {
    return Math.min(HOUR, DAY - (now().getTime() % DAY))
  }

  return (pathname, search) => {
    const route = matchRoute(pathname + search)
    // A query names a page of a category or what is searched for, or nothing.
    const address =
      route.screen === 'category'
        ? pageHref(pathname, route.page)
        : pathname + (route.screen === 'search' ? search : '')
    return {
      key: backend.kind === 'remote' || isKnown({ address, route }, backend.archive) ? address : null,
      render: (depend) => render({ address, route }, depend),
    }
  }
}

/** Whether a query (`?page=2`) names another page than the first. */
export function isPage(search: string): boolean {
  return /[?&]page=(?!1(?:&|$))[1-9]\d{0,4}(?:&|$)/.test(search)
}

// Only what links lead to is kept: whoever invents paths, or spells one in another way, fills no cache.
function isKnown({ address, route }: { address: string; route: Route }, archive: Archive): boolean {
  switch (route.screen) {
    case 'home':
    case 'about':
    case 'corrections':
      return true
    case 'category': {
      const posts = archive.posts(route.category)
      // Empty where there are fewer pages.
      const name = posts[(route.page - 1) * PAGE_SIZE]?.category
      return (
        name !== undefined &&
        [categoryHref(name), hyphenatedCategoryHref(name)].some((path) => pageHref(path, route.page) === address)
      )
    }
    case 'article': {
      const post = archive.find(route.category, route.id)
      return post !== null && postHref(post) === address
    }
    default:
      return false
  }
}
