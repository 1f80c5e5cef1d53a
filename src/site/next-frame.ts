// What answers a press is shown before anything else is done.

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
