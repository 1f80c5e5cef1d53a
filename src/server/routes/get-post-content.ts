import * as z from 'zod'
import { postToWire } from '#blog/wire.ts'
import { createArchiveClient } from '#server/archive-client.ts'
import type { LocalBackend } from '#server/backend.ts'
import { errorResponse } from '#server/http.ts'
import { callKey, createCall, HOUR, jsonAnswer, name, refuseOtherBucket, type Call } from '#server/routes/call.ts'

const query = z.object({ bucket_name: name.optional(), category: name, post_id: name })

/** `GET /get-post-content?bucket_name&category&post_id`: the text of a post, its picture's key, its record and what to read next. */
export function getPostContent(options: {
  backend: LocalBackend
  bucketName: string
  report: (error: unknown) => void
}): Call {
  const { backend, bucketName } = options
  return createCall(query, ({ bucket_name, category, post_id: id }) => {
    const listed = backend.archive.find(category, id)
    const place = listed && { category: listed.category, post_id: listed.id }
    return (
      refuseOtherBucket(bucket_name, bucketName) ?? {
        key: place && callKey('/get-post-content', { bucket_name: bucketName, ...place }),
        async render(depend) {
          const post = await createArchiveClient({ ...options, depend }).getPost(category, id)
          if (post !== null && !('kind' in post)) return jsonAnswer(postToWire(post), HOUR)
          const { kind: _, ...retraction } = post ?? {}
          const more = post === null ? {} : { retraction }
          return {
            response: errorResponse(404, `There is no post ${id} in the category ${category}.`, { more }),
            keepFor: 0,
          }
        },
      }
    )
  })
}
