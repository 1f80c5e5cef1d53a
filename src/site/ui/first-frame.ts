import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * How many frames of a page that was navigated to are painted, up to `most`: what a reader sees first is painted before
 * the rest is made. On the server, and in a page that came from it, `most` from the start.
 */
export function useFrames(most: number): number {
  const isServed = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )
  const [frames, setFrames] = useState(isServed ? most : 0)
  useEffect(
    () => (frames < most ? afterFrame(() => startTransition(() => setFrames(frames + 1))) : undefined),
    [frames, most],
  )
  return frames
}

/** False in the first frame of a page that was navigated to, then true. */
export function useRest(): boolean {
  return useFrames(1) === 1
}

/** Calls back once the next frame is painted, unless the function that it gives is called before. */
export function afterFrame(work: () => void): () => void {
  let after: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    after = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(after)
  }
}
