// Articles are fetched before they are asked for: those whose cards a reader has in view, and never where data is to be
// saved.

declare global {
  interface Navigator {
    /** Not in every browser: https://wicg.github.io/savedata/ */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** Whether the reader, or the browser for them, asks for no more data than a page needs. */
export function savesData(): boolean {
  // Not in every browser: https://drafts.csswg.org/mediaqueries-5/#prefers-reduced-data
  return navigator.connection?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches
}

// How long a card has to be in view, in milliseconds: what is only scrolled past is not fetched.
const DWELL = 150

/** Calls `prefetch` with the address of every article whose link comes into view and stays, once for each. */
export function prefetchVisibleLinks(main: HTMLElement, prefetch: (href: string) => void): void {
  if (savesData()) return
  const dwelling = new Map<Element, ReturnType<typeof setTimeout>>()
  const prefetched = new Set<string>()

  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const href = target.getAttribute('href')
        clearTimeout(dwelling.get(target))
        dwelling.delete(target)
        if (!isIntersecting || href === null || prefetched.has(href)) continue
        const dwelt = () => {
          dwelling.delete(target)
          prefetched.add(href)
          prefetch(href)
        }
        dwelling.set(target, setTimeout(dwelt, DWELL))
      }
    },
    { threshold: 1 },
  )

  function observe(): void {
    for (const link of main.querySelectorAll('a[href^="/post/"]')) observer.observe(link)
  }
  // Another page brings other cards.
  new MutationObserver(observe).observe(main, { childList: true, subtree: true })
  observe()
}
