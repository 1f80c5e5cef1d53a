import type { Post } from '#blog/post.ts'
import { addCopyButtons } from '#site/article/copy-code.ts'
import { showEvidence } from '#site/article/evidence.ts'

// Progressive enhancements. The article is readable without them.

/** Adds copy buttons, evidence and the current heading to an article, until `signal` aborts. */
export function enhance(element: HTMLElement, { post, signal }: { post: Post; signal: AbortSignal }): void {
  addCopyButtons(element)
  markCurrentHeading(element, signal)
  const { evidence = [], sources = [] } = post.provenance ?? {}
  showEvidence(element, { evidence, sources, signal })
}

// The current heading is the last one above 30 % of the window's height, or the first.
function markCurrentHeading(element: HTMLElement, signal: AbortSignal): void {
  const links = [...element.querySelectorAll<HTMLAnchorElement>('.toc a')]

  function mark(): void {
    const passed = links.findLast((link) => {
      const heading = document.getElementById(link.hash.slice(1))
      return heading !== null && heading.getBoundingClientRect().top < innerHeight * 0.3
    })
    for (const link of links) {
      if (link === (passed ?? links[0])) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }

  addEventListener('scroll', mark, { passive: true, signal })
  mark()
}
