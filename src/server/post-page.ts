import { timeOf } from '#blog/date.ts'
import type { PagePart } from '#blog/client.ts'
import type { ArchivedPost } from '#archive/archive.ts'

// A cursor is the time and the id of the last post of a page, so that new posts do not shift the following pages.
const CURSOR = /^(-?\d+)-(.+)$/

/** Returns one page of a list of posts (newest first), the length of the list and the cursor of the next page. */
export function pageOf(posts: readonly ArchivedPost[], { limit, page = 1, cursor }: PagePart) {
  const start = cursor === undefined ? (page - 1) * limit : firstAfter(posts, cursor)
  const part = posts.slice(start, start + limit)
  const last = part.at(-1)
  const hasMore = last !== undefined && start + part.length < posts.length
  return { posts: part, total: posts.length, next: hasMore ? `${timeOf(last.date)}-${last.id}` : null }
}

/** True if a text is a cursor, such as the `next` of a page. */
export function isCursor(text: string): boolean {
  return CURSOR.test(text)
}

function firstAfter(posts: readonly ArchivedPost[], cursor: string): number {
  const [, time, id] = CURSOR.exec(cursor) ?? []
  const found = posts.findIndex((post) => post.id === id)
  if (found >= 0) return found + 1
  // The post has been retracted. Continue with the next older one.
  const older = posts.findIndex((post) => timeOf(post.date) < Number(time))
  return older === -1 ? posts.length : older
}
