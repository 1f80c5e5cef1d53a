import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { afterFrame } from '#site/ui/first-frame.ts'

/** Tells a page's heading that it was navigated to: `take` is true once for each arrival. */
export const ArrivalContext = createContext<{ take: () => boolean; announce: (name: string) => void } | null>(null)

/** The heading of a page, level 1. After a navigation it takes the focus, as soon as it is there. */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const arrival = useContext(ArrivalContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Not the heading of the page that is left.
    if (!heading.current || heading.current.closest('[hidden]') || !arrival?.take()) return
    // Once it is painted: to move the focus, the browser lays out the page first.
    afterFrame(() => {
      if (!heading.current) return
      heading.current.focus({ preventScroll: true })
      arrival.announce(heading.current.textContent)
    })
  })
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
