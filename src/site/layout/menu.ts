import { afterNextFrame } from '#site/next-frame.ts'

/**
 * Holds the page while the menu lies over it, until `signal` aborts: nothing behind it can be reached, and a press beside
 * it, Escape, a focus that leaves the header or a window that needs no menu calls `close`.
 */
export function holdMenu(options: { header: HTMLElement | null; close: () => void; signal: AbortSignal }): void {
  const { header, close, signal } = options
  if (!header || signal.aborted) return
  const behind = document.querySelectorAll<HTMLElement>('main, .site-footer')
  const hold = (isHeld: boolean) => {
    for (const element of behind) element.inert = isHeld
    // A class, because `html:has(…)` would restyle the whole page whenever an element is added to it.
    document.documentElement.classList.toggle('menu-open', isHeld)
  }
  // Either restyles all that lies behind, which no press has to wait for.
  afterNextFrame(() => hold(true))
  signal.addEventListener('abort', () => afterNextFrame(() => hold(false)))

  function closeAndReturn(): void {
    close()
    header?.querySelector('button')?.focus({ preventScroll: true })
  }

  // What lies beside the menu is drawn by the header itself.
  header.addEventListener('click', ({ target }) => target === header && closeAndReturn(), { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && closeAndReturn(), { signal })
  addEventListener('focusin', ({ target }) => target instanceof Node && !header.contains(target) && close(), { signal })
  matchMedia('(min-width: 48rem)').addEventListener('change', close, { signal })
}
