import { timeOf } from '#blog/date.ts'
import type { PagePart } from '#blog/client.ts'
import type { ArchivedPost } from '#archive/archive.ts'

// A cursor contains the time and id of the last post on a page, so that new posts do not shift the following pages.
const CURSOR = /^(-?\d+)-(.+)$/

/** Returns one page of a list of posts (newest first), the list's length and the cursor for the next page. */
export function pageOf(posts: readonly ArchivedPost[], { limit, page = 1, cursor }: PagePart) {
  const start = cursor === undefined ? (page - 1) * limit : firstAfter(posts, cursor)
  const part = posts.slice(start, start + limit)
  const last = part.at(-1)
  const hasMore = last !== undefined && start + part.length < posts.length
  return { posts: part, total: posts.length, next: hasMore ? `${timeOf(last.date)}-${last.id}` : null }
}

/** True if a text has the form of a cursor, such as a page's `next`. */
export function isCursor(text: string): boolean {
  return CURSOR.test(text)
}

function firstAfter(posts: readonly ArchivedPost[], cursor: string): number {
  const [, time, id] = CURSOR.exec(cursor) ?? []
  const found = posts.findIndex((post) => post.id === id)
  if (found >= 0) return found + 1
  // The cursor's post has been retracted, so continue with the next older post.
  const older = posts.findIndex((post) => timeOf(post.date) < Number(time))
  return older === -1 ? posts.length : older
}
