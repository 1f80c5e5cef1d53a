import type { Archive, ArchivedPost } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import { summaryOf } from '#archive/post-store.ts'
import { thumbnailKey } from '#blog/keys.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { readPicture, smallerPictures, sourceTypeOf, WIDTHS } from '#newsroom/publishing/pictures/variants.ts'

/**
 * Adds the missing image files to every post that lacks one of the current widths, using its `thumbnail.png`. Then
 * publishes the post again as a `published` event, from which every archive updates only the image. Existing files are
 * kept, and a call after an interruption continues the work. Resolves to the number of changed posts. If an image
 * cannot be read, calls `onError` and leaves that post unchanged.
 */
export async function addWidths(options: {
  bucket: Bucket
  journal: Journal
  archive: Archive
  onError: (error: Error) => void
}): Promise<number> {
  const { bucket, journal, archive, onError } = options
  let changed = 0
  for (const { category, id } of archive.all()) {
    // Read the current state, because the post may have been corrected or retracted in the meantime.
    await archive.refresh()
    const post = archive.find(category, id)
    if (post === null || WIDTHS.every((width) => post.picture?.widths.includes(width))) continue
    try {
      await addTo(bucket, journal, post)
      changed += 1
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      onError(new Error(`No smaller images were created for the post ${category}/${id}: ${reason}`, { cause }))
    }
  }
  await archive.refresh()
  return changed
}

async function addTo(bucket: Bucket, journal: Journal, post: ArchivedPost): Promise<void> {
  const key = thumbnailKey(post.prefix)
  const stored = await bucket.get(key)
  if (stored === null) throw new Error(`its image ${key} is missing.`)
  const sourceType = await sourceTypeOf(stored.body)
  const { files, picture } = await smallerPictures({ image: await readPicture(stored.body), sourceType })
  // Store the files before the record that lists them.
  for (const { name, body, contentType } of files) await bucket.put(`${post.prefix}${name}`, body, { contentType })
  const kept = post.picture && { placeholder: post.picture.placeholder, alt: post.picture.alt }
  const changed = summaryOf({ ...post, picture: { ...picture, ...kept } })
  await journal.append({ kind: 'published', post: changed }, post.sequence)
}
