// What answers a press is shown before anything else is done.

import { useDeferredValue, useSyncExternalStore } from 'react'

/** Calls `act` once the next frame has been made, so that what a press has changed is shown first; the answer calls it off. */
export function afterNextFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * False while a page that was opened from another one is made for the first time, and true from its second frame on, as it
 * always is of a page that was served: what is first seen answers the press, and building the rest is interrupted by whatever
 * the reader does.
 */
export function useSecondFrame(): boolean {
  const isServed = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )
  return useDeferredValue(true, isServed)
}
