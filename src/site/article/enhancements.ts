import { categorySlug } from '#blog/category.ts'
import type { BlogClient } from '#blog/client.ts'
import type { Post, PostSummary } from '#blog/post.ts'
import { showTools } from '#site/article/tools.ts'
import { addCopyButtons } from '#site/article/copy-code.ts'
import { showEvidence } from '#site/article/evidence.ts'
import { RELATED_LIMIT } from '#site/queries/model.ts'

// What an article does for its reader beyond being there: nothing of it is needed to read, so it comes last.

// Where a tab keeps the names of the articles that it has shown, the latest last, one a line.
const KEY = 'read'
const MOST_KEPT = 200

/**
 * Gives the reader the tools of an article, code its copy buttons and citations their
 * evidence, and marks the heading that is being read, until `signal` aborts. `element` is the article; `onNext` is given what
 * to read next in another order, those that this tab has shown last, if it is still out of sight: nothing that a reader sees
 * may move.
 */
export function enhance(
  element: HTMLElement,
  visit: {
    id: string
    post: Post
    client: BlogClient
    signal: AbortSignal
    onNext: (posts: readonly PostSummary[]) => void
  },
): void {
  const { id, post, signal } = visit
  if (signal.aborted) return
  addCopyButtons(element)
  markCurrentHeading(element, signal)
  const { evidence = [], sources = [] } = post.provenance ?? {}
  showEvidence(element, { evidence, sources, signal })
  void showTools(element, { id, post, signal })
  void showUnreadFirst(element, visit)
}

async function showUnreadFirst(element: HTMLElement, visit: Parameters<typeof enhance>[1]): Promise<void> {
  const { id, post, client, signal, onNext } = visit
  const read = readBefore(nameOf({ category: post.category, id }))
  const isRead = (other: PostSummary) => Number(read.includes(nameOf(other)))
  if (!post.related.some(isRead)) return
  let { related } = post
  if (related.length <= RELATED_LIMIT) {
    // A page that came whole has no more than it shows.
    const whole = await client.getPost(post.category, id).catch(console.error)
    if (whole && 'related' in whole) related = whole.related
  }
  const next = element.nextElementSibling
  if (signal.aborted || !next || next.getBoundingClientRect().top < innerHeight) return
  onNext(related.toSorted((a, b) => isRead(a) - isRead(b)))
}

// What an article is remembered by, however its category is spelled.
function nameOf({ category, id }: { category: string; id: string }): string {
  return `${categorySlug(category)}/${id}`
}

// The last heading above 30 % of the window's height; the first one before that.
function markCurrentHeading(element: HTMLElement, signal: AbortSignal): void {
  const links = [...element.querySelectorAll<HTMLAnchorElement>('.toc a')]
  let frame = 0

  function mark(): void {
    frame = 0
    const passed = links.findLast((link) => {
      const heading = document.getElementById(link.hash.slice(1))
      return heading !== null && heading.getBoundingClientRect().top < innerHeight * 0.3
    })
    for (const link of links) {
      if (link === (passed ?? links[0])) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }

  function schedule(): void {
    if (frame === 0) frame = requestAnimationFrame(mark)
  }

  signal.addEventListener('abort', () => cancelAnimationFrame(frame))
  addEventListener('scroll', schedule, { passive: true, signal })
  schedule()
}

// A tab that may keep nothing remembers nothing: then every article is unread.
function readBefore(name: string): string[] {
  try {
    const names = (sessionStorage.getItem(KEY) ?? '').split('\n').filter((known) => known !== '' && known !== name)
    sessionStorage.setItem(KEY, [...names, name].slice(-MOST_KEPT).join('\n'))
    return names
  } catch {
    return []
  }
}
