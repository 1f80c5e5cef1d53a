import { savesData } from '#site/prefetch-visible-links.ts'

// How far below the view more is loaded already, in pixels.
const AHEAD = '800px'

/**
 * Loads more of the list before a link's `nav` where the link leads to it: when the link is pressed, and with `automatic` when it comes near the view.
 * The focus of the link goes on to the first of what has come; where loading after a press fails, it follows the link.
 */
export function loadMore(
  link: HTMLAnchorElement,
  options: { load: () => Promise<void>; automatic: boolean; signal: AbortSignal },
): void {
  const { load, automatic, signal } = options
  const list = link.closest('nav')?.previousElementSibling
  let isLoading = false
  let hasFocus = link === document.activeElement

  async function start(): Promise<void> {
    if (isLoading) return
    isLoading = true
    link.setAttribute('aria-busy', 'true')
    const before = list?.children.length ?? 0
    const added = new MutationObserver(() => {
      if (hasFocus) list?.children[before]?.querySelector('a')?.focus()
      added.disconnect()
    })
    if (list) added.observe(list, { childList: true })
    try {
      await load()
    } finally {
      link.removeAttribute('aria-busy')
      isLoading = false
    }
  }

  async function press(): Promise<void> {
    try {
      await start()
    } catch {
      location.assign(link.href)
    }
  }

  const observer = new IntersectionObserver(
    ([change]) => {
      if (change?.isIntersecting && automatic && !savesData()) start().catch(console.error)
    },
    { rootMargin: AHEAD },
  )
  observer.observe(link)
  signal.addEventListener('abort', () => observer.disconnect())
  link.addEventListener('focus', () => (hasFocus = true), { signal })
  // Later, for it loses the focus as well when all has come and it goes.
  link.addEventListener('blur', () => setTimeout(() => (hasFocus = false)), { signal })
  link.addEventListener(
    'click',
    (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      // Some browsers give no focus to a link that is pressed.
      hasFocus = true
      void press()
    },
    { signal },
  )
}
