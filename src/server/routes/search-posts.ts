import * as z from 'zod'
import { summaryToWire } from '#blog/wire.ts'
import type { SearchIndex } from '#archive/search-index.ts'
import { summaryOf } from '#server/archive-client.ts'
import { callKey, createCall, jsonAnswer, wholeNumber, type Call } from '#server/routes/call.ts'

// A field that is still empty finds nothing, and is no mistake.
const words = z.string('is missing').trim().max(200, 'is longer than 200 characters')

const query = z.object({ q: words, limit: wholeNumber(50).default(8) })

/** `GET /search-posts?q&limit`: the posts that match, the best first, how many match, what may have been meant, and the categories and tags of that name. */
export function searchPosts({ index }: { index: SearchIndex }): Call {
  return createCall(query, ({ q, limit }) => ({
    key: callKey('/search-posts', { q, limit: String(limit) }),
    async render() {
      const { posts, ...rest } = await index.search(q, limit)
      // Anybody can think of another question: none of them is kept.
      const found = posts.map((post) => ({ ...summaryOf(post), marks: post.marks, snippet: post.snippet }))
      return jsonAnswer({ posts: found.map(summaryToWire), ...rest }, 0)
    },
  }))
}
