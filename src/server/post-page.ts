import * as z from 'zod'
import { timeOf } from '#blog/date.ts'
import type { PagePart } from '#blog/client.ts'
import type { ArchivedPost } from '#archive/archive.ts'

/** Returns one page of a list of posts (newest first), the length of the list and the cursor of the next page. An invalid `cursor` is ignored. */
export function pageOf(posts: readonly ArchivedPost[], { limit, page = 1, cursor }: PagePart) {
  const after = cursor === undefined ? null : readCursor(cursor)
  const start = after === null ? (page - 1) * limit : firstAfter(posts, after)
  const part = posts.slice(start, start + limit)
  const last = part.at(-1)
  const next = last !== undefined && start + part.length < posts.length ? writeCursor(last) : null
  return { posts: part, total: posts.length, next }
}

/** True if a text is a valid cursor, such as the `next` of a page. */
export function isCursor(text: string): boolean {
  return readCursor(text) !== null
}

// A cursor names the last post of a page, so that new posts do not shift the following pages.
const cursorSchema = z.object({ date: z.string(), id: z.string() })

function writeCursor({ date, id }: z.infer<typeof cursorSchema>): string {
  return Buffer.from(JSON.stringify({ date, id })).toString('base64url')
}

function readCursor(text: string): z.infer<typeof cursorSchema> | null {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return null
  }
}

function firstAfter(posts: readonly ArchivedPost[], after: z.infer<typeof cursorSchema>): number {
  const found = posts.findIndex((post) => post.id === after.id)
  if (found >= 0) return found + 1
  // The post has been retracted. Continue with the next older one.
  const older = posts.findIndex((post) => timeOf(post.date) < timeOf(after.date))
  return older === -1 ? posts.length : older
}
