import * as z from 'zod'
import { contentKey, postPrefix, revisionKey, thumbnailKey } from '#blog/keys.ts'
import { postMarkdown } from '#blog/markdown.ts'
import { readingMinutes } from '#blog/reading-time.ts'
import { parsePost, postToWire } from '#blog/wire.ts'
import { Corrupt } from '#bucket/bucket.ts'
import type { Archive } from '#archive/archive.ts'
import type { ArchivedPost } from '#archive/projection.ts'
import { coverRecord, publishedPost, type CoverRecord, type PublishedPost } from '#archive/event.ts'
import type { Oversight } from '#blog/disclosure.ts'
import type { Post } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'

/**
 * A post to publish. `category` and `id` are slugs, `date` is an ISO 8601 date, and `markdown` is the source of its
 * `html`.
 */
export type PostToPublish = Omit<Post, 'related' | 'thumbnail' | 'date'> & {
  id: string
  date: string
  markdown: string
  /** The cover's design. It is absent if a model generated the picture. */
  cover?: CoverRecord
}

/**
 * A post as its page shows it. `updated` is the time of its last correction, `markdown` is its source (null if it was
 * not stored), and `version` is the sequence number of the event that added this text.
 */
export type ArchivedText = Post & { updated: string | null; markdown: string | null; version: number }

type PostName = { category: string; id: string }

/** Identifies one version of a post's text: the first version if `revision` is null, otherwise a correction. */
type Version = PostName & { revision: string | null }

// Maximum number of attempts to read text that another process keeps replacing.
const MAX_ATTEMPTS = 5

/**
 * Reads a post. Its reviews and corrections come from the journal and always belong to the returned text. Resolves to
 * null if the post does not exist. Rejects with Corrupt if its text cannot be read.
 */
export async function readPost(options: {
  bucket: Bucket
  archive: Archive
  category: string
  id: string
}): Promise<ArchivedText | null> {
  const { bucket, archive, category, id } = options
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const archived = archive.find(category, id)
    if (archived === null) return null
    const stored = await readText(bucket, archived)
    if (stored?.revision === archived.revision) return withMarks(stored.post, stored.markdown, archived)
    // Another process has replaced the text. It committed its event first, so read the journal and try again.
    const { sequence } = archive
    await archive.refresh()
    if (archive.sequence === sequence) return null
  }
  return null
}

type StoredText = { post: Post; markdown: string | null; revision: string | null; cover?: CoverRecord }

/** Reads a post's stored text without the journal's reviews and corrections. Resolves to null if it is missing. */
export async function readText(bucket: Bucket, version: Version): Promise<StoredText | null> {
  const key = textKey(version)
  const stored = await bucket.get(key)
  if (stored === null) return null
  try {
    const content: unknown = JSON.parse(Buffer.from(stored.body).toString())
    const post = parsePost(content, version.category)
    return { post, ...z.parse(storedFields, content) }
  } catch (cause) {
    throw unreadable(key, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

/** Returns the key of a post's text. */
export function textKey({ category, id, revision }: Version): string {
  return revision === null ? contentKey(category, id) : revisionKey({ category, id }, revision)
}

/** Stores a correction or a post's first text. Rejects with PreconditionFailed if a first text already exists. */
export async function storeText(bucket: Bucket, post: PostToPublish, revision: string | null): Promise<void> {
  const first = revision === null ? { ifNoneMatch: '*' as const } : {}
  // Leave out reviews and corrections, because they are stored only in the journal.
  const provenance = post.provenance && { ...post.provenance, reviews: [], corrections: [] }
  const thumbnail = thumbnailKey(postPrefix(post.category, post.id))
  const { markdown, cover } = post
  const content = { ...postToWire({ ...post, thumbnail, provenance }), markdown, revision, cover }
  await bucket.put(textKey({ ...post, revision }), Buffer.from(JSON.stringify(content)), { ...JSON_OBJECT, ...first })
}

/**
 * Updates a post's objects from the journal: writes the newest text to `content.json`, and the corrections and reviews
 * to `post.md`. Repeats this if an event is committed in the meantime, so that the last event wins. Deletes a retracted
 * post's objects.
 */
export async function reconcile(options: { bucket: Bucket; archive: Archive } & PostName): Promise<void> {
  const { bucket, archive, category, id } = options
  for (;;) {
    const { sequence } = archive
    const archived = archive.find(category, id)
    if (archived === null) {
      if (archive.retraction(category, id) !== null) await deleteObjects(bucket, postPrefix(category, id))
      return
    }
    const newest = archived.revision === null ? null : await bucket.get(textKey(archived))
    if (newest !== null) await bucket.put(contentKey(category, id), newest.body, JSON_OBJECT)
    const stored = await readText(bucket, archived)
    if (stored?.revision === archived.revision && stored.markdown !== null) {
      const { markdown, post } = stored
      await storeMarkdown(bucket, { ...archived, ...post, date: archived.date, markdown }, archived)
    }
    await archive.refresh()
    if (archive.sequence === sequence) return
  }
}

/** Stores a post as Markdown, with its reviews and corrections. */
export async function storeMarkdown(bucket: Bucket, post: PostToPublish, oversight: Oversight): Promise<void> {
  const text = postMarkdown({ ...post, sources: post.provenance?.sources ?? [], oversight })
  await bucket.put(`${postPrefix(post.category, post.id)}post.md`, Buffer.from(text), {
    contentType: 'text/markdown; charset=utf-8',
  })
}

/** Stores a corrected post's newest text as its first text, because a rebuilt journal does not contain corrections. */
export async function forgetRevision(bucket: Bucket, { category, id }: PostName): Promise<void> {
  const key = contentKey(category, id)
  const stored = await bucket.get(key)
  if (stored === null) return
  const content = z.looseObject({}).parse(JSON.parse(Buffer.from(stored.body).toString()))
  await bucket.put(key, Buffer.from(JSON.stringify({ ...content, revision: null })), JSON_OBJECT)
}

/** Deletes all objects below a prefix. */
export async function deleteObjects(bucket: Bucket, prefix: string): Promise<void> {
  for await (const key of bucket.keys(prefix)) await bucket.delete(key)
}

/** Returns a post's summary for the journal. If `html` is given, computes the reading time from it. */
export function summaryOf(post: Omit<PublishedPost, 'prefix'> & { html?: string }): PublishedPost {
  const { category, id, html } = post
  const minutes = html === undefined ? post.minutes : readingMinutes(html)
  return publishedPost.parse({ ...post, minutes, prefix: postPrefix(category, id) })
}

/** Creates the error for post text that cannot be read. */
export function unreadable(key: string, reason: string, cause?: unknown): Corrupt {
  return new Corrupt(`The object ${key} is not a post: ${reason}. Run "npm run doctor" to see what to do.`, { cause })
}

const JSON_OBJECT = { contentType: 'application/json' }

// Fields of `content.json` that `/get-post-content` does not return.
const storedFields = z.object({
  markdown: z.string().nullable().default(null),
  revision: z.string().nullable().default(null),
  cover: coverRecord.optional().catch(undefined),
})

function withMarks(post: Post, markdown: string | null, archived: ArchivedPost): ArchivedText {
  const { updated, reviews, text: version } = archived
  const corrections = archived.corrections.map(({ by, date, note }) => ({ by, date, note }))
  const unmarked = post.provenance === null && reviews.length === 0 && corrections.length === 0
  const provenance = post.provenance ?? { writer: null, note: null, sources: [], checks: [] }
  return {
    ...post,
    // The journal can list more picture files than existed when the text was stored.
    ...(archived.picture && { picture: archived.picture }),
    provenance: unmarked ? null : { ...provenance, reviews, corrections },
    updated,
    markdown,
    version,
  }
}
