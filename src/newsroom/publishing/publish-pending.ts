import { publishPost } from '#archive/publish.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import { PICTURE, type PendingSlot, type Storage } from '#newsroom/publishing/pending-post.ts'
import { faceOf, illustrate } from '#newsroom/publishing/illustrate.ts'

/**
 * Publishes a pending post with its images, either as written or as edited by a person (`post`). Any process can call
 * it again at any time. Only the call that publishes the post resolves to true.
 */
export async function publishPending(options: Storage & { slot: PendingSlot; post?: PostToPublish }): Promise<boolean> {
  const { bucket, desk, journal, archive, slot } = options
  const { folder, pending } = slot
  const { post = { ...pending.post, markdown: pending.markdown } } = options
  const { id, category } = pending.post
  const stored = await desk.get(`${folder}${PICTURE}`)
  // Choose the cover only now, because the neighbouring posts were not known before.
  await archive.refresh()
  const { face, numbers } = faceOf(archive, { ...post, id, category })
  const { files, picture } = await illustrate({ id, category, face, numbers, picture: stored?.body })
  const cover = stored === null ? face : undefined
  return (await publishPost({ bucket, journal, archive, post: { ...post, picture, cover }, files })) !== null
}
