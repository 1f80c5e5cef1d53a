import * as z from 'zod'
import type { Post } from '#blog/post.ts'
import { postToWire } from '#blog/wire.ts'
import type { ReadNext } from '#archive/read-next.ts'
import { plainText } from '#archive/words.ts'
import { answer, refuse } from '#api/answer.ts'
import { name, readQuery, refuseOtherBucket } from '#api/query.ts'

const query = z.object({ bucket_name: name.optional(), category: name, post_id: name })

/** `GET /get-post-content?bucket_name&category&post_id`: the text of a post, its picture's key, its record and what to read next. */
export function getPostContent(options: {
  readPost: (place: { category: string; id: string }) => Promise<Post | null>
  bucketName: string
  readNext: ReadNext
}) {
  const { readPost, bucketName, readNext } = options
  return async (request: Request): Promise<Response> => {
    const asked = readQuery(request, query)
    if (asked instanceof Response) return asked
    const refusal = refuseOtherBucket(asked.bucket_name, bucketName)
    if (refusal) return refusal
    const { category, post_id: id } = asked
    const post = await readPost({ category, id })
    if (post === null) return refuse(404, `There is no post ${id} in the category ${category}.`)
    const related = await readNext({ category, id }, () => plainText(post.html))
    return answer(request, postToWire({ ...post, related }))
  }
}
