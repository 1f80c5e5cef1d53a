import { contentKey } from '#blog/keys.ts'
import { missingText } from '#server/archive-client.ts'
import type { LocalBackend } from '#server/backend.ts'
import { createResponse, OPEN, textResponse } from '#server/http.ts'
import { HOUR_MS, readyResource, type Resource } from '#server/response-cache.ts'
import { FILE_POLICY } from '#server/security.ts'

// Pictures never change. Texts are updated shortly after the event is committed, so cache them for only one second.
const CACHING = {
  picture: { cacheControl: 'public, max-age=86400', keepFor: HOUR_MS },
  text: { cacheControl: 'public, max-age=0, must-revalidate', keepFor: 1_000 },
}

/** Finds the file at `/bucket/{name}/{key}`. Only files of published posts are public. All other keys get a 404. */
export function bucketFile(options: { backend: LocalBackend; bucketName: string; path: string }): Resource {
  const { backend, bucketName, path } = options
  const { archive, bucket } = backend
  const [, , name, ...segments] = path.split('/')
  const [folder, category, id, file, ...rest] = segments
  const key = segments.join('/')
  const isPublic = name === bucketName && folder === 'posts' && category && id && file && rest.length === 0
  // A post's files are not public before its event is committed or after its retraction.
  if (!isPublic || archive.find(category, id)?.prefix !== `posts/${category}/${id}/`) return NOT_FOUND
  return {
    key: path,
    async render() {
      const stored = await bucket.get(key)
      if (stored !== null) {
        const { cacheControl, keepFor } = CACHING[stored.contentType.startsWith('image/') ? 'picture' : 'text']
        const headers = {
          'cache-control': stored.cacheControl ?? cacheControl,
          'content-security-policy': FILE_POLICY,
          ...OPEN,
          'content-type': stored.contentType,
        }
        return { response: createResponse({ headers, etag: stored.etag, body: stored.body }), keepFor }
      }
      // Every post has a `content.json`. If that is missing too, the bucket is unreachable or the post has just been
      // retracted.
      if ((await bucket.get(contentKey(category, id))) === null) {
        await archive.refresh()
        if (archive.find(category, id) !== null) throw missingText(category, id)
      }
      return await NOT_FOUND.render()
    },
  }
}

/** A plain-text 404 response. */
export const NOT_FOUND: Resource = readyResource(textResponse(404, 'Not found'))
