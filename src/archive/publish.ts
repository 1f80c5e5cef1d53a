import { contentKey, postPrefix, thumbnailKey } from '#blog/keys.ts'
import { postToWire, readPost as readWirePost } from '#blog/wire.ts'
import { Corrupt, PreconditionFailed } from '#bucket/bucket.ts'
import type { Post } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { Archive } from '#archive/archive.ts'
import type { JournalEvent, PublishedPost } from '#archive/event.ts'
import type { Journal } from '#archive/journal.ts'

/** A post on its way into the bucket: `category` and `id` are slugs, `date` is ISO text. */
export type PostToPublish = Omit<Post, 'related' | 'thumbnail' | 'date'> & { id: string; date: string }

/** A file that lies beside a post's `content.json`: `thumbnail.png`, `post.md`. */
export type PostFile = { name: string; body: Uint8Array; contentType: string }

const SLUG = /^[a-z0-9][a-z0-9-]{0,99}$/
const FILE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/

/**
 * Publishes a post: its files, then `content.json`, then the event that makes it visible.
 * An id is used once. With `archive`, the answer is null, and nothing is written, when the archive holds the post or has
 * retracted it. Whatever races past that ends in one post all the same: the first `content.json` stands, and every
 * later event of the same id repeats what that one says. A run that died in between is finished by publishing again.
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
  await archive?.refresh()
  if (archive?.find(post.category, post.id) || archive?.wasRetracted(post.category, post.id)) return null

  const stored = (await storedSummary(bucket, post)) ?? (await storeNew({ bucket, post, files }))
  const event = await journal.append({ kind: 'published', post: stored })
  await archive?.refresh()
  return event
}

/** Replaces the text of a published post, and any files given, then says so in the journal. */
export async function correctPost(options: {
  bucket: Bucket
  journal: Journal
  archive?: Archive
  post: PostToPublish
  files?: PostFile[]
  by: string
  note: string
}): Promise<JournalEvent> {
  const { bucket, journal, archive, post, files = [], by, note } = options
  checkNames(post, files)
  await storeFiles(bucket, post, files)
  await bucket.put(contentKey(post.category, post.id), contentOf(post), JSON_OBJECT)
  const event = await journal.append({ kind: 'corrected', post: summaryOf(post), by, note })
  await archive?.refresh()
  return event
}

/** Records a person's verdict that a post may stand. */
export async function reviewPost(options: {
  journal: Journal
  archive?: Archive
  post: PublishedPost
  by: string
  note: string
}): Promise<JournalEvent> {
  const { journal, archive, post, by, note } = options
  const event = await journal.append({ kind: 'reviewed', post, by, note })
  await archive?.refresh()
  return event
}

/** Takes a post back for good: the event first, so that nobody is led to it any more, then its objects. */
export async function retractPost(options: {
  bucket: Bucket
  journal: Journal
  archive?: Archive
  post: PublishedPost
  by: string
  reason: string
}): Promise<JournalEvent> {
  const { bucket, journal, archive, post, by, reason } = options
  checkNames(post, [])
  const event = await journal.append({ kind: 'retracted', post, by, reason })
  await archive?.refresh()
  await deleteObjects(bucket, postPrefix(post.category, post.id))
  return event
}

/** A post as its page shows it, with the reviews and corrections of the journal; null when it is not there. Corrupt when its text cannot be read. */
export async function readPost(options: {
  bucket: Bucket
  archive: Archive
  category: string
  id: string
}): Promise<(Post & { updated: string | null }) | null> {
  const { bucket, archive, category, id } = options
  const archived = archive.find(category, id)
  if (archived === null) return null
  const post = await storedPost(bucket, archived)
  if (post === null) return null
  const { updated, reviews, corrections } = archived
  const unchanged = post.provenance === null && reviews.length === 0 && corrections.length === 0
  const provenance = post.provenance ?? { writer: null, note: null, sources: [], checks: [] }
  return { ...post, provenance: unchanged ? null : { ...provenance, reviews, corrections }, updated }
}

const JSON_OBJECT = { contentType: 'application/json' }

function checkNames(post: { category: string; id: string }, files: PostFile[]): void {
  for (const name of [post.category, post.id]) {
    if (!SLUG.test(name)) {
      throw new Error(
        `"${name}" cannot name a post or its category: use 1 to 100 lower-case letters, digits and hyphens.`,
      )
    }
  }
  for (const { name } of files) {
    if (!FILE_NAME.test(name) || name === 'content.json') {
      throw new Error(`"${name}" cannot name a file of the post ${post.id}: use lower-case letters, digits, . _ and -.`)
    }
  }
}

// Files before the text: whoever finds a content.json finds everything that it names.
async function storeNew(options: { bucket: Bucket; post: PostToPublish; files: PostFile[] }): Promise<PublishedPost> {
  const { bucket, post, files } = options
  await storeFiles(bucket, post, files)
  try {
    await bucket.put(contentKey(post.category, post.id), contentOf(post), { ...JSON_OBJECT, ifNoneMatch: '*' })
    return summaryOf(post)
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error
    return (await storedSummary(bucket, post)) ?? summaryOf(post)
  }
}

async function storeFiles(bucket: Bucket, post: { category: string; id: string }, files: PostFile[]): Promise<void> {
  for (const { name, body, contentType } of files) {
    await bucket.put(`${postPrefix(post.category, post.id)}${name}`, body, { contentType })
  }
}

// Reviews and corrections live in the journal alone.
function contentOf(post: PostToPublish): Uint8Array {
  const provenance = post.provenance && { ...post.provenance, reviews: [], corrections: [] }
  const thumbnail = thumbnailKey(postPrefix(post.category, post.id))
  return Buffer.from(JSON.stringify(postToWire({ ...post, thumbnail, provenance })))
}

function summaryOf(post: PostToPublish): PublishedPost {
  const { id, category, title, excerpt, date, tags } = post
  return { id, category, title, excerpt, date, tags, prefix: postPrefix(category, id) }
}

async function storedSummary(bucket: Bucket, place: { category: string; id: string }): Promise<PublishedPost | null> {
  const { category, id } = place
  const stored = await storedPost(bucket, place)
  if (stored === null) return null
  if (stored.date === null) throw unreadable(contentKey(category, id), 'it has no date')
  return summaryOf({ ...stored, category, id, date: stored.date })
}

async function storedPost(bucket: Bucket, place: { category: string; id: string }): Promise<Post | null> {
  const key = contentKey(place.category, place.id)
  const stored = await bucket.get(key)
  if (stored === null) return null
  try {
    return readWirePost(JSON.parse(Buffer.from(stored.body).toString()), place.category)
  } catch (cause) {
    throw unreadable(key, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

function unreadable(key: string, reason: string, cause?: unknown): Corrupt {
  return new Corrupt(`The object ${key} is not a post: ${reason}. Run "npm run doctor" to see what to do.`, { cause })
}

async function deleteObjects(bucket: Bucket, prefix: string): Promise<void> {
  for (;;) {
    const { keys } = await bucket.list({ prefix })
    if (keys.length === 0) return
    for (const key of keys) await bucket.delete(key)
  }
}
