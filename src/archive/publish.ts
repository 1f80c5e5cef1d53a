import { contentKey, postPrefix, variantKey } from '#blog/keys.ts'
import { PreconditionFailed } from '#bucket/bucket.ts'
import { readText, storeMarkdown, storeText, summaryOf, unreadable, type PostToPublish } from '#archive/post-store.ts'
import type { Archive } from '#archive/archive.ts'
import type { JournalEvent, PublishedPost } from '#archive/event.ts'
import type { Journal } from '#archive/journal.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** A file that lies beside a post's text: `thumbnail.png`. */
export type PostFile = { name: string; body: Uint8Array; contentType: string }

const SLUG = /^[a-z0-9][a-z0-9-]{0,99}$/
const FILE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/
const OWN_FILES = /^(?:content\.json|post\.md|revision-.*)$/

/**
 * Publishes a post: its files, then `content.json`, then the event that makes it visible.
 * An id is used once. With `archive`, the answer is null, and nothing is written, when the archive holds the post or has
 * retracted it. Whatever races past that ends in one post all the same: the first `content.json` stands, and every
 * later event of the same id changes nothing. A run that died in between is finished by publishing again.
 */
export async function publishPost(options: {
  bucket: Bucket
  journal: Journal
  archive?: Archive
  post: PostToPublish
  files: PostFile[]
}): Promise<JournalEvent | null> {
  const { bucket, journal, archive, post, files } = options
  checkNames(post, files)
  checkPictures(post, files)
  await archive?.refresh()
  if (archive?.find(post.category, post.id) || archive?.retraction(post.category, post.id)) return null

  const stored = (await storedSummary(bucket, post)) ?? (await storeNew({ bucket, post, files }))
  const event = await journal.append({ kind: 'published', post: stored })
  await archive?.refresh()
  return event
}

function checkNames(post: { category: string; id: string }, files: PostFile[]): void {
  for (const name of [post.category, post.id]) {
    if (!SLUG.test(name)) {
      throw new Error(
        `"${name}" cannot name a post or its category: use 1 to 100 lower-case letters, digits and hyphens.`,
      )
    }
  }
  for (const { name } of files) {
    if (!FILE_NAME.test(name) || OWN_FILES.test(name)) {
      throw new Error(`"${name}" cannot name a file of the post ${post.id}: use lower-case letters, digits, . _ and -.`)
    }
  }
}

// A browser that is led to a picture which is not there shows none.
function checkPictures({ id, picture }: PostToPublish, files: PostFile[]): void {
  const names = new Set(files.map(({ name }) => name))
  for (const format of picture?.formats ?? []) {
    for (const width of picture?.widths ?? []) {
      const name = variantKey('thumbnail.png', { width, format })
      if (!names.has(name)) throw new Error(`The picture record of the post ${id} names ${name}: pass that file too.`)
    }
  }
}

// Files before the text: whoever finds a content.json finds everything that it names.
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

async function storedSummary(bucket: Bucket, place: { category: string; id: string }): Promise<PublishedPost | null> {
  const { category, id } = place
  const stored = await readText(bucket, { category, id, revision: null })
  if (stored === null) return null
  const { post, cover } = stored
  if (post.date === null) throw unreadable(contentKey(category, id), 'it has no date')
  return summaryOf({ ...post, category, id, date: post.date, cover })
}
