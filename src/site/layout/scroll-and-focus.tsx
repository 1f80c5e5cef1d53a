import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { afterNextFrame } from '#site/next-frame.ts'
import { hasNavigated, noteNavigation, usePathname } from '#site/router.tsx'

const AnnounceContext = createContext<(name: string) => void>(() => {})

/**
 * What a page load does by itself: every change of the path scrolls to the top, Back and Forward included; the heading of
 * the new page takes the focus, and a live region names it.
 */
export function ScrollAndFocus({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const previous = useRef(pathname)
  const [name, setName] = useState('')
  useEffect(() => {
    const restore = (how: ScrollRestoration) => () => {
      history.scrollRestoration = how
    }
    const byUs = restore('manual')
    // A reload is no change of the path: whoever comes back to a page that the phone has put away is where they were.
    const byBrowser = restore('auto')
    byUs()
    addEventListener('pagehide', byBrowser)
    addEventListener('pageshow', byUs)
    return () => {
      removeEventListener('pagehide', byBrowser)
      removeEventListener('pageshow', byUs)
    }
  }, [])
  // Before the effect of the heading, which asks whether there was a navigation.
  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    window.scrollTo(0, 0)
    setName('')
    noteNavigation()
    // It was served with one page, and is not true of the next; machines that read it load every page whole.
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

/** The heading of a page, level 1. After a navigation it takes the focus, as soon as it is there. */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const announce = useContext(AnnounceContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!hasNavigated()) return
    // After the frame that shows the page: to move the focus lays the page out.
    return afterNextFrame(() => {
      heading.current?.focus({ preventScroll: true })
      announce(heading.current?.textContent ?? '')
    })
  }, [announce])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
