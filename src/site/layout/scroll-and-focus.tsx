import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { hasNavigated, noteNavigation } from '#site/router.tsx'

const AnnounceContext = createContext<(name: string) => void>(() => {})

/**
 * Makes a navigation behave like a page load. Every change of the path, including Back and Forward, scrolls to the top,
 * moves the focus to the new page's heading and announces the heading in a live region.
 */
export function ScrollAndFocus({ pathname, children }: { pathname: string; children: ReactNode }) {
  const previous = useRef(pathname)
  const [name, setName] = useState('')
  // The listeners are never removed, because every page has this component.
  useEffect(() => {
    const useManual = () => (history.scrollRestoration = 'manual')
    useManual()
    addEventListener('pageshow', useManual)
    // 'auto' makes the browser restore the scroll position after a reload, or when a phone restores the tab.
    addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
  }, [])
  // Use a layout effect so that it runs before the heading's effect, which calls `hasNavigated`.
  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    window.scrollTo(0, 0)
    setName('')
    noteNavigation()
    // Remove the linked data, because it describes only the served page. Crawlers load each page from the server.
    for (const served of document.querySelectorAll('script[type="application/ld+json"]')) served.remove()
  }, [pathname])
  return (
    <AnnounceContext value={setName}>
      {children}
      <p className="vh" role="status" aria-live="polite">
        {name}
      </p>
    </AnnounceContext>
  )
}

/** The level 1 heading of a page. It receives the focus after a navigation. */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const announce = useContext(AnnounceContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!hasNavigated()) return
    // When the menu and the search overlay close, they return the focus to their buttons, so move the focus after that.
    const timer = setTimeout(() => {
      heading.current?.focus({ preventScroll: true })
      announce(heading.current?.textContent ?? '')
    })
    return () => clearTimeout(timer)
  }, [announce])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
