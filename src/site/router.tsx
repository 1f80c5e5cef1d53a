import { createContext, useContext, type AnchorHTMLAttributes, type MouseEvent } from 'react'
import { navigate, usePathname as useBrowserPathname, useLocationProperty } from 'wouter/use-browser-location'
import { useQueries } from '#site/context.tsx'

// The one file that knows which router library is used.

const ServerAddressContext = createContext('/')

/** Gives the path and query to the server's rendering. */
export const ServerAddressProvider = ServerAddressContext.Provider

/** The current path, still encoded. */
export function usePathname(): string {
  return useBrowserPathname({ ssrPath: useContext(ServerAddressContext).split('?')[0] })
}

/** The current path and query. */
export function useAddress(): string {
  const served = useContext(ServerAddressContext)
  return useLocationProperty(
    () => location.pathname + location.search,
    () => served,
  )
}

/** A link inside the site: an ordinary anchor that navigates without a page load where it can, and prefetches its target when pointed at. */
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
        if (opensElsewhere(event) || isOfflineCopy()) return
        onClick?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        // A link to the page one is on goes to its top, and leaves the history alone.
        if (href === location.pathname) window.scrollTo(0, 0)
        else {
          // Chromium lays out the old page once more when its focused element is removed.
          const leaves = event.currentTarget.pathname !== location.pathname
          if (leaves && event.currentTarget.closest('main')) event.currentTarget.blur()
          goTo(href)
        }
      }}
    />
  )
}

/**
 * Goes to a path of this site, as a link would; a slow page comes as its skeleton. The page changes at once: a view
 * transition waits for a picture of the old page, and takes presses until it ends (docs/performance.md).
 */
export function goTo(href: string): void {
  if (isOfflineCopy()) location.assign(href)
  else navigate(href)
}

/** Whether the page is a copy that was kept for offline reading: its links load pages whole, to ask the network again. */
export function isOfflineCopy(): boolean {
  return 'copy' in document.body.dataset
}

const navigations = { happened: false, listener: () => {} }

/** Takes note that the path has changed without a page load. */
export function noteNavigation(): void {
  navigations.happened = true
  navigations.listener()
}

/** Whether the path has changed since the page was loaded. */
export function hasNavigated(): boolean {
  return navigations.happened
}

/** Calls back after every change of the path without a page load; there is one who asks for it. */
export function onNavigation(listener: () => void): void {
  navigations.listener = listener
}

/** Goes to the latest earlier page of this site in the tab's history; false, and nothing happens, where there is none. */
export function goBack(): boolean {
  if ('navigation' in window && navigation.currentEntry) {
    // The entries are this site's own, whole-page loads included; steps within one page (#anchors) are passed over.
    const earlier = navigation
      .entries()
      .slice(0, navigation.currentEntry.index)
      .findLast((entry) => entry.url !== null && new URL(entry.url).pathname !== location.pathname)
    if (earlier) navigation.traverseTo(earlier.key)
    return earlier !== undefined
  }
  // Without the Navigation API: a referrer of ours, or entries added since this page was loaded.
  const fromHere = document.referrer !== '' && new URL(document.referrer).origin === location.origin
  const earlier = (fromHere && history.length > 1) || history.length > lengthAtLoad
  if (earlier) history.back()
  return earlier
}

const lengthAtLoad = typeof history === 'undefined' ? 0 : history.length

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
