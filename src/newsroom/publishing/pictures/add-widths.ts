import type { Archive, ArchivedPost } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import { summaryOf } from '#archive/post-store.ts'
import { thumbnailKey } from '#blog/keys.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { smallerPictures } from '#newsroom/publishing/illustrate.ts'
import { readPicture } from '#newsroom/publishing/pictures/read-picture.ts'
import { scaled, WIDTHS } from '#newsroom/publishing/pictures/variants.ts'
import { sourceTypeOf } from '#newsroom/publishing/pictures/xmp.ts'

/**
 * Gives every post whose picture is not there in all of today's widths the files that it lacks, made from its
 * `thumbnail.png`, and then the record that names them: an event `published` that repeats the post, of which every
 * archive takes the picture alone. What was there stays. One that was stopped goes on. Resolves to how many posts got
 * files; a post whose picture cannot be read is told to `onError` and left as it is.
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
    // As it is now: somebody may have corrected or retracted it meanwhile.
    await archive.refresh()
    const post = archive.find(category, id)
    if (post === null || !lacksWidths(post)) continue
    try {
      await addTo(bucket, journal, post)
      changed += 1
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      onError(new Error(`The post ${category}/${id} gets no further widths: ${reason}`, { cause }))
    }
  }
  await archive.refresh()
  return changed
}

function lacksWidths({ picture }: ArchivedPost): boolean {
  return WIDTHS.some((width) => !picture?.widths.includes(width))
}

async function addTo(bucket: Bucket, journal: Journal, post: ArchivedPost): Promise<void> {
  const key = thumbnailKey(post.prefix)
  const stored = await bucket.get(key)
  if (stored === null) throw new Error(`there is no ${key}.`)
  const sourceType = await sourceTypeOf(stored.body)
  const pixels = await readPicture(stored.body)
  const { files, picture } = await smallerPictures({ pixels, draw: (width) => scaled(pixels, width), sourceType })
  // Files before the record: whoever is told of a picture finds it.
  for (const { name, body, contentType } of files) await bucket.put(`${post.prefix}${name}`, body, { contentType })
  const kept = post.picture && { placeholder: post.picture.placeholder, alt: post.picture.alt }
  await journal.append({ kind: 'published', post: summaryOf({ ...post, picture: { ...picture, ...kept } }) })
}
