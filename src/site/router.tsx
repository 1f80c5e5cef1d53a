import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { navigate, usePathname as useBrowserPathname } from 'wouter/use-browser-location'

// The one file that knows which router library is used.

const ServerPathContext = createContext('/')
const PrefetchContext = createContext<(pathname: string) => void>(() => {})

/** Gives the path to the server's rendering, and a way to warm a link's data to the browser. */
export function Router(props: { serverPath: string; prefetch?: (pathname: string) => void; children: ReactNode }) {
  return (
    <ServerPathContext value={props.serverPath}>
      <PrefetchContext value={props.prefetch ?? nothing}>{props.children}</PrefetchContext>
    </ServerPathContext>
  )
}

/** The current path, still encoded. */
export function usePathname(): string {
  return useBrowserPathname({ ssrPath: useContext(ServerPathContext) })
}

/** A link inside the site: an ordinary anchor that navigates without a page load where it can, and warms its target when pointed at. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const prefetch = useContext(PrefetchContext)
  const warm = () => whenIdle(() => isCopy() || prefetch(href))
  return (
    <a
      {...rest}
      href={href}
      onPointerMove={warm}
      onFocus={warm}
      onTouchStart={warm}
      onClick={(event) => {
        if (opensElsewhere(event) || isCopy()) return
        onClick?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        // A link to the page one is on goes to its top, and leaves the history alone.
        if (href === location.pathname) window.scrollTo(0, 0)
        else goTo(href)
      }}
    />
  )
}

/**
 * Goes to a path of this site, as a link would; a slow page comes as its skeleton. The page changes at once: a view
 * transition waits for a picture of the old page, and takes presses until it ends (docs/performance.md).
 */
export function goTo(href: string): void {
  if (isCopy()) location.assign(href)
  else navigate(href)
}

/** Whether the page is a copy that was kept for offline reading: its links load pages whole, to ask the network again. */
export function isCopy(): boolean {
  return 'copy' in document.body.dataset
}

const arrivals = { count: 0, listener: nothing }

/** Calls back after every change of the path without a page load; there is one who asks for it. */
export function onArrival(listener: () => void): void {
  arrivals.listener = listener
}

/** Whether the path has changed since the page was loaded. */
export function hasArrived(): boolean {
  return arrivals.count > 0
}

/** Every change of the path scrolls to the top, Back and Forward included; then `arrived` runs. Stands before what it concerns. */
export function Arrival({ arrived }: { arrived: () => void }) {
  const pathname = usePathname()
  const previous = useRef(pathname)
  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])
  // Before any heading's own effect, which asks whether it was navigated to.
  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    window.scrollTo(0, 0)
    arrived()
    arrivals.count++
    arrivals.listener()
  }, [pathname, arrived])
  return null
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

// The press that may follow is answered first.
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 200 })
  else setTimeout(work)
}

function nothing() {}
