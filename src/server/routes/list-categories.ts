import * as z from 'zod'
import { createArchiveClient } from '#server/archive-client.ts'
import type { LocalBackend } from '#server/backend.ts'
import { callKey, createCall, HOUR, jsonAnswer, name, refuseOtherBucket, type Call } from '#server/routes/call.ts'

const query = z.object({ bucket_name: name.optional(), prefix: z.literal('posts', 'must be "posts"').optional() })

/** `GET /list-categories?bucket_name&prefix`: the names of the categories that have a post, in editorial order. */
export function listCategories(options: {
  backend: LocalBackend
  bucketName: string
  report: (error: unknown) => void
}): Call {
  const { bucketName } = options
  return createCall(
    query,
    ({ bucket_name }) =>
      refuseOtherBucket(bucket_name, bucketName) ?? {
        key: callKey('/list-categories', { bucket_name: bucketName, prefix: 'posts' }),
        render: async (depend) => jsonAnswer(await createArchiveClient({ ...options, depend }).listCategories(), HOUR),
      },
  )
}
