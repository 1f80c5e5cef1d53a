import { savesData } from '#site/prefetch-visible-links.ts'
import { isPlainClick } from '#site/router.tsx'

// Load the next posts when the link is this close to the window.
const LOAD_MARGIN = '800px'

/**
 * Loads the next posts when a reader clicks the "Older articles" link, and if `automatic` also when it comes into view. If
 * the link has the focus, the focus moves to the first new post. If loading fails after a click, the link is followed.
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

  const observer = new IntersectionObserver(
    ([change]) => {
      if (change?.isIntersecting && automatic && !savesData()) start().catch(console.error)
    },
    { rootMargin: LOAD_MARGIN },
  )
  observer.observe(link)
  signal.addEventListener('abort', () => observer.disconnect())
  link.addEventListener('focus', () => (hasFocus = true), { signal })
  // Wait, because the link also loses the focus when it is removed after the last posts.
  link.addEventListener('blur', () => setTimeout(() => (hasFocus = false)), { signal })
  link.addEventListener(
    'click',
    (event) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      // Some browsers do not focus a link that is clicked.
      hasFocus = true
      start().catch(() => location.assign(link.href))
    },
    { signal },
  )
}
