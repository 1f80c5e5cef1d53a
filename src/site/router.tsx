import { useSyncExternalStore, type AnchorHTMLAttributes, type MouseEvent } from 'react'
import { matchRoute, type Route } from '#blog/routes.ts'
import { Icon } from '#site/components/icons.tsx'
import { useQueries } from '#site/context.tsx'

/** A path on this site with its query string, still encoded, and the route that it matches. */
export type MatchedAddress = { address: string; route: Route }

/**
 * Returns the browser's current path and query with their route. On the server and during hydration, returns `served`.
 */
export function useMatchedAddress(served: MatchedAddress): MatchedAddress {
  const address = useSyncExternalStore(
    subscribe,
    () => location.pathname + location.search,
    () => served.address,
  )
  return address === served.address ? served : { address, route: matchRoute(address) }
}

// Without the Navigation API, browsers report only Back and Forward (`popstate`), so `goTo` dispatches this event too.
function subscribe(listener: () => void): () => void {
  const [target, type] =
    'navigation' in window ? ([navigation, 'currententrychange'] as const) : ([window, 'popstate'] as const)
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/**
 * A link to another page on this site. A plain click navigates without a page load. Hovering over, focusing or touching
 * the link prefetches its page.
 */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const { prefetch } = useQueries()
  function prefetchTarget() {
    if (!isOfflineCopy()) prefetch(href)
  }
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={prefetchTarget}
      onFocus={prefetchTarget}
      onTouchStart={prefetchTarget}
      onClick={(event) => {
        if (!isPlainClick(event) || isOfflineCopy()) return
        onClick?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        // A link to the current page scrolls to the top and adds no history entry.
        if (href === location.pathname) window.scrollTo(0, 0)
        else goTo(href)
      }}
    />
  )
}

/**
 * Navigates to a path on this site. On a page from the offline cache, loads the path as a new page to try the network
 * again.
 */
export function goTo(href: string): void {
  if (isOfflineCopy()) return location.assign(href)
  history.pushState(null, '', href)
  if (!('navigation' in window)) dispatchEvent(new PopStateEvent('popstate'))
}

/** True if the page was loaded from the offline cache. Links on such a page cause page loads. */
export function isOfflineCopy(): boolean {
  return 'copy' in document.body.dataset
}

const navigations = { happened: false, listener: () => {} }

/** Records that the path has changed without a page load. */
export function noteNavigation(): void {
  navigations.happened = true
  navigations.listener()
}

/** True if the path has changed since the page was loaded. */
export function hasNavigated(): boolean {
  return navigations.happened
}

/** Calls `listener` after every change of the path without a page load. Supports a single listener. */
export function onNavigation(listener: () => void): void {
  navigations.listener = listener
}

/** A link to the previous page on this site. If there is none, or if JavaScript is off, it links to the home page. */
export function Back() {
  return (
    <Link
      className="back"
      href="/"
      onClick={(event) => {
        if (goBack()) event.preventDefault()
      }}
    >
      <Icon name="back" />
      Back
    </Link>
  )
}

// Goes back to the previous page on this site in the tab's history. Returns false if there is none.
function goBack(): boolean {
  if ('navigation' in window && navigation.currentEntry) {
    // `entries()` contains only pages on this site. Skip entries for the current page that differ only in their anchor.
    const earlier = navigation
      .entries()
      .slice(0, navigation.currentEntry.index)
      .findLast((entry) => entry.url !== null && new URL(entry.url).pathname !== location.pathname)
    if (earlier) navigation.traverseTo(earlier.key)
    return earlier !== undefined
  }
  // Without the Navigation API, go back if the referrer is this site, or if entries were added since the page load.
  const fromHere = document.referrer !== '' && new URL(document.referrer).origin === location.origin
  const earlier = (fromHere && history.length > 1) || history.length > lengthAtLoad
  if (earlier) history.back()
  return earlier
}

const lengthAtLoad = typeof history === 'undefined' ? 0 : history.length

/** True if a click opens its link in this tab. The browser handles other clicks, such as Ctrl+click. */
export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
