import * as z from 'zod'
import { postToWire, summaryToWire } from '#blog/wire.ts'
import { createArchiveClient, isCursor } from '#server/archive-client.ts'
import type { LocalBackend } from '#server/backend.ts'
import { createResponse, errorResponse, OPEN } from '#server/http.ts'
import { HOUR_MS, readyResource, type Render, type Resource } from '#server/response-cache.ts'

// Converts an API call's query to a resource.
type Call = (query: URLSearchParams) => Resource

const MAX_PAGE_SIZE = 100

const name = z.string('is missing').trim().min(1, 'is empty').max(200, 'is longer than 200 characters')

const categoriesQuery = z.object({
  bucket_name: name.optional(),
  prefix: z.literal('posts', 'must be "posts"').optional(),
})

const postsQuery = z.object({
  category: name,
  limit: wholeNumber(MAX_PAGE_SIZE).optional(),
  page: wholeNumber(99_999).optional(),
  cursor: z.string().refine(isCursor, 'is not a "next" of a response to this call').optional(),
})

const contentQuery = z.object({ bucket_name: name.optional(), category: name, post_id: name })

const searchQuery = z.object({
  // An empty query is valid and finds nothing.
  q: z.string('is missing').trim().max(200, 'is longer than 200 characters'),
  limit: wholeNumber(50).default(8),
})

/** Creates the API calls for our own archive, keyed by path. */
export function createCalls(options: {
  backend: LocalBackend
  bucketName: string
  report: (error: unknown) => void
}): Map<string, Call> {
  const { backend, bucketName } = options
  const { archive } = backend
  const client = createArchiveClient(backend, options.report)

  // Lists the names of the categories that have a post, in editorial order.
  const listCategories = createCall(categoriesQuery, ({ bucket_name }) => {
    const render = async () => jsonResponse(await client.listCategories())
    return refuseOther(bucket_name) ?? { key: '/list-categories', render }
  })

  // Lists the posts in a category, newest first: all of them, or one page with `next` and `total`.
  const listPosts = createCall(postsQuery, ({ category, limit, page, cursor }) => {
    const known = archive.posts(category)[0]?.category
    const isNumbered = page !== undefined || cursor !== undefined
    // Do not cache numbered pages, because clients could fill the cache with invented page numbers and cursors.
    const isCached = known !== undefined && !isNumbered
    return {
      key: isCached ? `/list-posts-by-category ${known} ${limit}` : null,
      async render() {
        if (limit === undefined && !isNumbered)
          return jsonResponse({ posts: (await client.listPosts(category)).map(summaryToWire) })
        const part = { limit: limit ?? MAX_PAGE_SIZE, ...(page && { page }), ...(cursor && { cursor }) }
        const { posts, next, total } = await client.listPage(category, part)
        return jsonResponse({ posts: posts.map(summaryToWire), next, total })
      },
    }
  })

  // Returns a post with its text, picture, record and related posts.
  const getPostContent = createCall(contentQuery, ({ bucket_name, category, post_id: id }) => {
    const listed = archive.find(category, id)
    return (
      refuseOther(bucket_name) ?? {
        key: listed && `/get-post-content ${listed.prefix}`,
        async render() {
          const post = await client.getPost(category, id)
          if (post !== null && !('kind' in post)) return jsonResponse(postToWire(post))
          const { kind: _, ...retraction } = post ?? {}
          const message = `There is no post ${id} in the category ${category}.`
          return { response: errorResponse(404, message, post && { retraction }), keepFor: 0 }
        },
      }
    )
  })

  // Returns the matching posts (best first) and their number, a suggested spelling, and the matching categories and
  // tags.
  const searchPosts = createCall(searchQuery, ({ q, limit }) => ({
    // Do not cache results, because clients could fill the cache with invented queries.
    key: null,
    async render() {
      const { posts, ...rest } = await client.search(q, limit)
      return jsonResponse({ posts: posts.map(summaryToWire), ...rest })
    },
  }))

  function refuseOther(bucket = bucketName): Resource | null {
    return bucket === bucketName ? null : refusal(404, `There is no bucket ${bucket} here.`)
  }

  return new Map([
    ['/list-categories', listCategories],
    ['/list-posts-by-category', listPosts],
    ['/get-post-content', getPostContent],
    ['/search-posts', searchPosts],
  ])
}

function wholeNumber(max: number) {
  const rule = `must be a whole number from 1 to ${max}`
  return z.coerce.number(rule).int(rule).min(1, rule).max(max, rule)
}

// Creates a call that validates its query with a schema. If the query is invalid, the call responds with 400 and the
// reason. It ignores unknown parameters.
function createCall<T>(schema: z.ZodType<T>, respond: (asked: T) => Resource): Call {
  return (query) => {
    const given: Record<string, string> = {}
    for (const [key, value] of query) {
      if (Object.hasOwn(given, key)) return refusal(400, `The parameter ${key.slice(0, 100)} is given more than once.`)
      given[key] = value
    }
    const { success, data, error } = schema.safeParse(given)
    if (success) return respond(data)
    const { path, message } = error.issues[0] ?? { path: [], message: 'cannot be read' }
    return refusal(400, `The parameter ${path.join('.')} ${message}.`)
  }
}

// Pages from any origin may read the response.
function jsonResponse(body: unknown): Awaited<ReturnType<Render>> {
  const headers = {
    ...OPEN,
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': 'application/json; charset=utf-8',
  }
  return { response: createResponse({ headers, body: JSON.stringify(body) }), keepFor: HOUR_MS }
}

function refusal(status: 400 | 404, error: string): Resource {
  return readyResource(errorResponse(status, error))
}
