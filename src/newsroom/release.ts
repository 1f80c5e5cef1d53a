import type { Archive } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import type { PostToPublish } from '#archive/text.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { FinishedSlot } from '#newsroom/edition/finished.ts'
import { illustrate } from '#newsroom/illustrate.ts'

/**
 * Publishes a finished post with its pictures, as it was written or as a person edited it (`post`). Any number of times,
 * by anyone: the answer says whether this was the time that published it.
 */
export async function releasePost(options: {
  bucket: Bucket
  desk: Bucket
  journal: Journal
  archive: Archive
  slot: FinishedSlot
  post?: PostToPublish
}): Promise<boolean> {
  const { bucket, desk, journal, archive, slot } = options
  const { folder, done } = slot
  const { post = { ...done.post, markdown: done.markdown } } = options
  const { id, category } = done.post
  const stored = done.pictured ? await desk.get(`${folder}/picture`) : null
  const { files, picture } = await illustrate({ id, category, ordinal: done.ordinal, picture: stored?.body })
  return (await publishPost({ bucket, journal, archive, post: { ...post, picture }, files })) !== null
}
