import * as z from 'zod'
import { summaryToWire } from '#blog/wire.ts'
import type { Search } from '#archive/search.ts'
import { answer } from '#api/answer.ts'
import { readQuery } from '#api/query.ts'

const MOST = 50
const RULE = `must be a whole number from 1 to ${MOST}`

// A field that is still empty finds nothing, and is no mistake.
const words = z.string('is missing').trim().max(200, 'is longer than 200 characters')

const query = z.object({ q: words, limit: z.coerce.number(RULE).int(RULE).min(1, RULE).max(MOST, RULE).default(8) })

/** `GET /search?q&limit`: the posts that match, the best first. */
export function searchPosts({ search }: { search: Search }) {
  return async (request: Request): Promise<Response> => {
    const asked = readQuery(request, query)
    return asked instanceof Response
      ? asked
      : answer(request, { posts: search(asked.q, asked.limit).map(summaryToWire) })
  }
}
