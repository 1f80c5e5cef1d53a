import type { Post, PostSummary } from '#blog/post.ts'
import { addCopyButtons } from '#site/article/copy-code.ts'
import { showEvidence } from '#site/article/evidence.ts'
import { postKey } from '#site/queries/model.ts'

// Progressive enhancements. The article is readable without them.

// Session storage has the articles that this tab has shown, the latest last, one per line.
const READ_KEY = 'read'
const MAX_READ = 200

/**
 * Adds copy buttons, evidence and the current heading to an article, until `signal` aborts. If this tab has shown one of the
 * related posts, `onNext` gets them with the unread ones first.
 */
export function enhance(
  element: HTMLElement,
  visit: { id: string; post: Post; signal: AbortSignal; onNext: (posts: readonly PostSummary[]) => void },
): void {
  const { post, signal } = visit
  addCopyButtons(element)
  markCurrentHeading(element, signal)
  const { evidence = [], sources = [] } = post.provenance ?? {}
  showEvidence(element, { evidence, sources, signal })
  showUnreadFirst(element, visit)
}

function showUnreadFirst(element: HTMLElement, { id, post, onNext }: Parameters<typeof enhance>[1]): void {
  const read = addToRead(postKey({ category: post.category, id }))
  const isRead = (other: PostSummary) => Number(read.includes(postKey(other)))
  if (!post.related.some(isRead)) return
  // Do not move posts that the reader can already see.
  const next = element.nextElementSibling
  if (!next || next.getBoundingClientRect().top < innerHeight) return
  onNext(post.related.toSorted((a, b) => isRead(a) - isRead(b)))
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

// Returns the keys of the articles shown before. If the browser blocks storage, every article counts as unread.
function addToRead(key: string): string[] {
  try {
    const keys = (sessionStorage.getItem(READ_KEY) ?? '').split('\n').filter((other) => other !== '' && other !== key)
    sessionStorage.setItem(READ_KEY, [...keys, key].slice(-MAX_READ).join('\n'))
    return keys
  } catch {
    return []
  }
}
