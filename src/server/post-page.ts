import * as z from 'zod'
import { timeOf } from '#blog/date.ts'
import type { PagePart } from '#blog/client.ts'
import type { ArchivedPost } from '#archive/archive.ts'

/** A part of a list of posts that is newest first, with how many posts the list has and where it goes on. A `cursor` that is none (`isCursor`) is ignored. */
export function pageOf(posts: readonly ArchivedPost[], { limit, page = 1, cursor }: PagePart) {
  const after = cursor === undefined ? null : readCursor(cursor)
  const start = after === null ? (page - 1) * limit : firstAfter(posts, after)
  const part = posts.slice(start, start + limit)
  const last = part.at(-1)
  const next = last !== undefined && start + part.length < posts.length ? writeCursor(last) : null
  return { posts: part, total: posts.length, next }
}

/** Whether a text is the `next` of a page. */
export function isCursor(text: string): boolean {
  return readCursor(text) !== null
}

// A cursor names the last post of a page by its place in the order, so that new posts do not shift the pages that follow.
const place = z.object({ date: z.string(), id: z.string() })

function writeCursor({ date, id }: z.infer<typeof place>): string {
  return Buffer.from(JSON.stringify({ date, id })).toString('base64url')
}

function readCursor(text: string): z.infer<typeof place> | null {
  try {
    return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return null
  }
}

function firstAfter(posts: readonly ArchivedPost[], after: z.infer<typeof place>): number {
  const found = posts.findIndex((post) => post.id === after.id)
  if (found >= 0) return found + 1
  // The post was retracted meanwhile: go on with what is older.
  const older = posts.findIndex((post) => timeOf(post.date) < timeOf(after.date))
  return older === -1 ? posts.length : older
}
