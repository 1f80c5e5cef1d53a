import { useDeferredValue, useSyncExternalStore } from 'react'

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
