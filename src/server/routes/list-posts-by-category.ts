import * as z from 'zod'
import { timeOf } from '#blog/date.ts'
import { summaryToWire } from '#blog/wire.ts'
import type { ArchivedPost } from '#archive/archive.ts'
import type { LocalBackend } from '#server/backend.ts'
import { callKey, createCall, HOUR, jsonAnswer, name, refusal, wholeNumber, type Call } from '#server/routes/call.ts'

const MOST = 100

const query = z.object({ category: name, limit: wholeNumber(MOST).optional(), cursor: z.string().optional() })

/** `GET /list-posts-by-category?category`: its posts, newest first; with `limit` or `cursor` a page of them, `next` and `total`. */
export function listPostsByCategory({ backend: { archive } }: { backend: LocalBackend }): Call {
  return createCall(query, ({ category, limit, cursor: given }) => {
    const after = given === undefined ? null : readCursor(given)
    if (after === undefined)
      return refusal(400, 'The parameter cursor is not one that an answer of this call gave as "next".')
    const known = archive.posts(category)[0]?.category
    return {
      // Anybody can write a cursor; its page is as quickly made as found.
      key: known === undefined || after !== null ? null : callKey(PATH, { category: known, limit: limit?.toString() }),
      async render(depend) {
        depend(() => archive.version(category))
        const posts = archive.posts(category)
        if (limit === undefined && after === null) return jsonAnswer({ posts: posts.map(summaryToWire) }, HOUR)
        const start = after === null ? 0 : firstAfter(posts, after)
        const page = posts.slice(start, start + (limit ?? MOST))
        const last = page.at(-1)
        const more = start + page.length < posts.length
        const next = more && last ? writeCursor(last) : null
        return jsonAnswer({ posts: page.map(summaryToWire), next, total: posts.length }, HOUR)
      },
    }
  })
}

const PATH = '/list-posts-by-category'

// A cursor names the last post of a page by its place in the order, so that new posts do not shift the pages that follow.
const cursor = z.object({ date: z.string(), id: z.string() })

function writeCursor({ date, id }: z.infer<typeof cursor>): string {
  return Buffer.from(JSON.stringify({ date, id })).toString('base64url')
}

function readCursor(text: string): z.infer<typeof cursor> | undefined {
  try {
    return cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return undefined
  }
}

function firstAfter(posts: readonly ArchivedPost[], after: z.infer<typeof cursor>): number {
  const found = posts.findIndex((post) => post.id === after.id)
  if (found >= 0) return found + 1
  // The post was retracted meanwhile: go on with what is older.
  const older = posts.findIndex((post) => timeOf(post.date) < timeOf(after.date))
  return older === -1 ? posts.length : older
}
