declare global {
  interface Navigator {
    /** Some browsers do not support this property: https://wicg.github.io/savedata/ */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** True if the reader's browser is in a data-saving mode. */
export function savesData(): boolean {
  return navigator.connection?.saveData ?? false
}

// Minimum time that a link must be visible, so that links the reader only scrolls past are not prefetched.
const MIN_VISIBLE_MS = 150

/** Calls `prefetch` once for each article link that stays in the viewport. Does nothing in a data-saving mode. */
export function prefetchVisibleLinks(main: HTMLElement, prefetch: (href: string) => void): void {
  if (savesData()) return
  const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()
  const prefetched = new Set<string>()

  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const href = target.getAttribute('href')
        clearTimeout(timers.get(target))
        if (!isIntersecting || href === null || prefetched.has(href)) continue
        const start = () => {
          prefetched.add(href)
          prefetch(href)
        }
        timers.set(target, setTimeout(start, MIN_VISIBLE_MS))
      }
    },
    { threshold: 1 },
  )

  function observe(): void {
    for (const link of main.querySelectorAll('a[href^="/post/"]')) observer.observe(link)
  }
  // A navigation adds new links, so observe those too.
  new MutationObserver(observe).observe(main, { childList: true, subtree: true })
  observe()
}
