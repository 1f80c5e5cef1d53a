import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { hasNavigated, noteNavigation } from '#site/router.tsx'

const AnnounceContext = createContext<(name: string) => void>(() => {})

/**
 * Makes a navigation act like a page load. Every change of the path, Back and Forward included, scrolls to the top. The
 * heading of the new page gets the focus and a live region announces it.
 */
export function ScrollAndFocus({ pathname, children }: { pathname: string; children: ReactNode }) {
  const previous = useRef(pathname)
  const [name, setName] = useState('')
  useEffect(() => {
    const useManual = () => (history.scrollRestoration = 'manual')
    // After a reload, or when a phone restores the tab, the browser restores the position.
    const useAuto = () => (history.scrollRestoration = 'auto')
    useManual()
    addEventListener('pagehide', useAuto)
    addEventListener('pageshow', useManual)
    return () => {
      removeEventListener('pagehide', useAuto)
      removeEventListener('pageshow', useManual)
    }
  }, [])
  // A layout effect, because the effect of the heading asks whether there was a navigation.
  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    window.scrollTo(0, 0)
    setName('')
    noteNavigation()
    // The linked data describes the served page only. Programs that read it load each page from the server.
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

/** The level 1 heading of a page. It gets the focus after a navigation. */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const announce = useContext(AnnounceContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!hasNavigated()) return
    // The menu and the search return the focus to their buttons when they close. Move it after that.
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
