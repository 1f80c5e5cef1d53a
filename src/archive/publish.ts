import { contentKey, postPrefix } from '#blog/keys.ts'
import { PreconditionFailed } from '#bucket/bucket.ts'
import { readText, storeMarkdown, storeText, summaryOf, unreadable, type PostToPublish } from '#archive/post-store.ts'
import type { Archive } from '#archive/archive.ts'
import type { JournalEvent, PublishedPost } from '#archive/event.ts'
import type { Journal } from '#archive/journal.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** A file in a post's folder, such as `thumbnail.png`. */
export type PostFile = { name: string; body: Uint8Array; contentType: string }

const SLUG = /^[a-z0-9][a-z0-9-]{0,99}$/

/**
 * Publishes a post: stores its files, then `content.json`, then the event that makes it visible. If `archive` is set
 * and contains the post or its retraction, returns null without storing anything. If two processes publish the same id
 * at the same time, the first `content.json` wins and the second event is ignored. Publishing again completes an
 * interrupted publication.
 */
export async function publishPost(options: {
  bucket: Bucket
  journal: Journal
  archive?: Archive
  post: PostToPublish
  files: PostFile[]
}): Promise<JournalEvent | null> {
  const { bucket, journal, archive, post, files } = options
  const wrong = [post.category, post.id].find((name) => !SLUG.test(name))
  if (wrong !== undefined)
    throw new Error(
      `"${wrong}" is not a valid post id or category. Use 1 to 100 lowercase letters, digits and hyphens.`,
    )
  await archive?.refresh()
  if (archive?.find(post.category, post.id) || archive?.retraction(post.category, post.id)) return null

  const stored = (await storedSummary(bucket, post)) ?? (await storeNew({ bucket, post, files }))
  const event = await journal.append({ kind: 'published', post: stored }, archive?.sequence)
  await archive?.refresh()
  return event
}

// Stores the files before the text so that `content.json` never lists missing files.
async function storeNew(options: { bucket: Bucket; post: PostToPublish; files: PostFile[] }): Promise<PublishedPost> {
  const { bucket, post, files } = options
  for (const { name, body, contentType } of files) {
    await bucket.put(`${postPrefix(post.category, post.id)}${name}`, body, { contentType })
  }
  await storeMarkdown(bucket, post, { reviews: [], corrections: [] })
  try {
    await storeText(bucket, post, null)
    return summaryOf(post)
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error
    return (await storedSummary(bucket, post)) ?? summaryOf(post)
  }
}

async function storedSummary(bucket: Bucket, { category, id }: PostToPublish): Promise<PublishedPost | null> {
  const stored = await readText(bucket, { category, id, revision: null })
  if (stored === null) return null
  const { post, cover } = stored
  if (post.date === null) throw unreadable(contentKey(category, id), 'it has no date')
  return summaryOf({ ...post, category, id, date: post.date, cover })
}
