import * as z from 'zod'
import { timeOf } from '#blog/date.ts'
import { summaryToWire } from '#blog/wire.ts'
import type { Archive, ArchivedPost } from '#archive/archive.ts'
import { answer, refuse } from '#api/answer.ts'
import { name, readQuery } from '#api/query.ts'

const MOST = 100

const query = z.object({
  category: name,
  limit: z.coerce
    .number(`must be a whole number from 1 to ${MOST}`)
    .int(`must be a whole number from 1 to ${MOST}`)
    .min(1, `must be a whole number from 1 to ${MOST}`)
    .max(MOST, `must be a whole number from 1 to ${MOST}`)
    .optional(),
  cursor: z.string().optional(),
})

/** `GET /list-posts-by-category?category`: its posts, newest first; with `limit` or `cursor` a page of them, `next` and `total`. */
export function listPostsByCategory({ archive }: { archive: Archive }) {
  return async (request: Request): Promise<Response> => {
    const asked = readQuery(request, query)
    if (asked instanceof Response) return asked
    const posts = archive.posts(asked.category)
    if (asked.limit === undefined && asked.cursor === undefined)
      return answer(request, { posts: posts.map(summaryToWire) })
    const after = asked.cursor === undefined ? null : readCursor(asked.cursor)
    if (after === undefined)
      return refuse(400, 'The parameter cursor is not one that an answer of this call gave as "next".')
    const start = after === null ? 0 : firstAfter(posts, after)
    const page = posts.slice(start, start + (asked.limit ?? MOST))
    const last = page.at(-1)
    const more = start + page.length < posts.length
    return answer(request, {
      posts: page.map(summaryToWire),
      next: more && last ? writeCursor(last) : null,
      total: posts.length,
    })
  }
}

// A cursor names the last post of a page by its place in the order, so that new posts do not shift the pages that follow.
type Cursor = { date: string; id: string }

const cursor = z.object({ date: z.string(), id: z.string() })

function writeCursor({ date, id }: Cursor): string {
  return Buffer.from(JSON.stringify({ date, id })).toString('base64url')
}

function readCursor(text: string): Cursor | undefined {
  try {
    return cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return undefined
  }
}

function firstAfter(posts: readonly ArchivedPost[], after: Cursor): number {
  const found = posts.findIndex((post) => post.id === after.id)
  if (found >= 0) return found + 1
  // The post was retracted meanwhile: go on with what is older.
  const older = posts.findIndex((post) => timeOf(post.date) < timeOf(after.date))
  return older === -1 ? posts.length : older
}
