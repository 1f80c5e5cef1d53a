import type { Archive } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { PendingSlot } from '#newsroom/publishing/pending-post.ts'
import { faceOf } from '#newsroom/publishing/face-of.ts'
import { illustrate } from '#newsroom/publishing/illustrate.ts'

/**
 * Publishes a pending post with its pictures, as it was written or as a person edited it (`post`). Any number of times,
 * by anyone: the answer says whether this was the time that published it.
 */
export async function publishPending(options: {
  bucket: Bucket
  desk: Bucket
  journal: Journal
  archive: Archive
  slot: PendingSlot
  post?: PostToPublish
}): Promise<boolean> {
  const { bucket, desk, journal, archive, slot } = options
  const { folder, pending } = slot
  const { post = { ...pending.post, markdown: pending.markdown } } = options
  const { id, category } = pending.post
  const stored = pending.pictured ? await desk.get(`${folder}/picture`) : null
  // Chosen now, not when it was written: only now is it known which posts it will stand beside.
  await archive.refresh()
  const { face, numbers } = faceOf(archive, { ...post, id, category })
  const { files, picture } = await illustrate({ id, category, face, numbers, picture: stored?.body })
  const cover = stored === null ? face : undefined
  return (await publishPost({ bucket, journal, archive, post: { ...post, picture, cover }, files })) !== null
}
