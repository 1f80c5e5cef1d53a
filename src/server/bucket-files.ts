import { hasAlready } from '#api/etag.ts'
import type { Archive } from '#archive/archive.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { FILE_POLICY } from '#server/security.ts'

/** Serves a public key of the bucket: a file of a post that is published. Everything else is not there. */
export async function bucketFile(options: {
  bucket: Bucket
  archive: Archive
  key: string
  ifNoneMatch: string | null
}): Promise<Response> {
  const { bucket, archive, key, ifNoneMatch } = options
  const [folder, category, id, file, ...rest] = key.split('/')
  const isPublic = folder === 'posts' && category && id && file && rest.length === 0
  // A post whose event is not committed yet, or that was retracted, has no public files.
  const post = isPublic ? archive.find(category, id) : null
  const stored = post?.prefix === `posts/${category}/${id}/` ? await bucket.get(key) : null
  if (stored === null) return new Response('Not found\n', { status: 404, headers: { 'cache-control': 'no-store' } })
  const headers = {
    etag: stored.etag,
    'cache-control': stored.cacheControl ?? cacheControl(stored.contentType),
    'content-security-policy': FILE_POLICY,
    'access-control-allow-origin': '*',
  }
  if (hasAlready(ifNoneMatch, stored.etag)) return new Response(null, { status: 304, headers })
  return new Response(Uint8Array.from(stored.body), { headers: { ...headers, 'content-type': stored.contentType } })
}

// Pictures never change; texts can be corrected.
function cacheControl(contentType: string): string {
  return contentType.startsWith('image/') ? 'public, max-age=86400' : 'public, max-age=0, must-revalidate'
}
