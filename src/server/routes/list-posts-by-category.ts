import * as z from 'zod'
import { summaryToWire } from '#blog/wire.ts'
import type { ArchivedPost } from '#archive/archive.ts'
import { summaryOf } from '#server/archive-client.ts'
import type { LocalBackend } from '#server/backend.ts'
import { isCursor, pageOf } from '#server/post-page.ts'
import { callKey, createCall, HOUR, jsonAnswer, name, wholeNumber, type Call } from '#server/routes/call.ts'

const MOST = 100

const query = z.object({
  category: name,
  limit: wholeNumber(MOST).optional(),
  page: wholeNumber(99_999).optional(),
  cursor: z.string().refine(isCursor, 'is not one that an answer of this call gave as "next"').optional(),
})

/**
 * `GET /list-posts-by-category?category`: its posts, newest first; with `limit`, `page` or `cursor` a page of them, `next`
 * and `total`.
 */
export function listPostsByCategory({ backend: { archive } }: { backend: LocalBackend }): Call {
  return createCall(query, ({ category, limit, page, cursor }) => {
    const known = archive.posts(category)[0]?.category
    const isWhole = limit === undefined && page === undefined && cursor === undefined
    return {
      // Anybody can write a cursor or a number; its page is as quickly made as found.
      key:
        known === undefined || cursor !== undefined || page !== undefined
          ? null
          : callKey(PATH, { category: known, limit: limit?.toString() }),
      async render(depend) {
        depend(() => archive.version(category))
        const posts = archive.posts(category)
        if (isWhole) return jsonAnswer({ posts: posts.map(toWire) }, HOUR)
        const { posts: part, next, total } = pageOf(posts, { limit: limit ?? MOST, page, cursor })
        return jsonAnswer({ posts: part.map(toWire), next, total }, HOUR)
      },
    }
  })
}

const PATH = '/list-posts-by-category'

const toWire = (post: ArchivedPost) => summaryToWire(summaryOf(post))
