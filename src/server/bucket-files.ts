import { contentKey } from '#blog/keys.ts'
import { dependOnPost, missingText } from '#server/archive-client.ts'
import type { LocalBackend } from '#server/backend.ts'
import { createResponse, OPEN, textResponse } from '#server/http.ts'
import type { Resource } from '#server/response-cache.ts'
import { always, HOUR } from '#server/routes/call.ts'
import { FILE_POLICY } from '#server/security.ts'

// Pictures never change. Texts beside the journal follow it by a moment: nobody is shown an old one for longer than a second.
const KEPT = {
  picture: { cacheControl: 'public, max-age=86400', keepFor: HOUR },
  text: { cacheControl: 'public, max-age=0, must-revalidate', keepFor: 1_000 },
}

/** What stands at `/bucket/{name}/{key}`: a file of a post that is published. Everything else is not there. */
export function bucketFile(options: { backend: LocalBackend; bucketName: string; path: string }): Resource {
  const { backend, bucketName, path } = options
  const { archive, bucket } = backend
  const [, , name, ...segments] = path.split('/')
  const [folder, category, id, file, ...rest] = segments
  const key = segments.join('/')
  const isPublic = name === bucketName && folder === 'posts' && category && id && file && rest.length === 0
  // A post whose event is not committed yet, or that was retracted, has no public files.
  if (!isPublic || archive.find(category, id)?.prefix !== `posts/${category}/${id}/`) return NOT_FOUND
  return {
    key: path,
    async render(depend) {
      dependOnPost({ backend, depend, category, id })
      const stored = await bucket.get(key)
      if (stored !== null) {
        const { cacheControl, keepFor } = KEPT[stored.contentType.startsWith('image/') ? 'picture' : 'text']
        const headers = {
          'cache-control': stored.cacheControl ?? cacheControl,
          'content-security-policy': FILE_POLICY,
          ...OPEN,
          'content-type': stored.contentType,
        }
        return { response: createResponse({ headers, etag: stored.etag, body: stored.body }), keepFor }
      }
      // Every post has a text: where that is missing too, the bucket is away, or the post was retracted a moment ago.
      if ((await bucket.get(contentKey(category, id))) === null) {
        await archive.refresh()
        if (archive.find(category, id) !== null) throw missingText(category, id)
      }
      return await NOT_FOUND.render(depend)
    },
  }
}

/** What is not there, in a plain sentence. */
export const NOT_FOUND: Resource = always(textResponse(404, 'Not found'))
