import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * False while a page that was navigated to makes its first frame, then true: what a reader sees first is painted before
 * the rest is made. On the server, and in a page that came from it, true from the start.
 */
export function useRest(): boolean {
  const isServed = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )
  const [rest, setRest] = useState(isServed)
  useEffect(() => {
    if (rest) return
    let after: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      after = setTimeout(() => startTransition(() => setRest(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(after)
    }
  }, [rest])
  return rest
}
