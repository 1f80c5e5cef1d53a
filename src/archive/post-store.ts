import * as z from 'zod'
import { contentKey, postPrefix, revisionKey, thumbnailKey } from '#blog/keys.ts'
import { postMarkdown } from '#blog/markdown.ts'
import { readingMinutes } from '#blog/reading-time.ts'
import { parsePost, postToWire } from '#blog/wire.ts'
import { Corrupt } from '#bucket/bucket.ts'
import type { Archive, ArchivedPost } from '#archive/archive.ts'
import type { CoverRecord, PublishedPost } from '#archive/event.ts'
import type { Oversight } from '#blog/disclosure.ts'
import type { Post } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'

/**
 * A post on its way into the bucket: `category` and `id` are slugs, `date` is ISO text, `markdown` is what its `html` was
 * rendered from.
 */
export type PostToPublish = Omit<Post, 'related' | 'thumbnail' | 'date'> & {
  id: string
  date: string
  markdown: string
  /** Absent where a model made its picture. */
  cover?: CoverRecord
}

/**
 * A post as its page shows it; `updated` is the time of its last correction, `markdown` its source where that was kept,
 * `version` the sequence of the event that brought this text.
 */
export type ArchivedText = Post & { updated: string | null; markdown: string | null; version: number }

type Place = { category: string; id: string }

/** Where a post's text is: its first one, or that of a revision. */
type Version = Place & { revision: string | null }

// How often a text may have moved on before it is given up.
const ATTEMPTS = 5

/**
 * A post as its page shows it, with the reviews and corrections of the journal; null when it is not there. Text and marks
 * always belong together. Corrupt when its text cannot be read.
 */
export async function readPost(options: {
  bucket: Bucket
  archive: Archive
  category: string
  id: string
}): Promise<ArchivedText | null> {
  const { bucket, archive, category, id } = options
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const archived = archive.find(category, id)
    if (archived === null) return null
    const stored = await readText(bucket, archived)
    if (stored?.revision === archived.revision) return withMarks(stored.post, stored.markdown, archived)
    // Another process has put a newer text in its place, and said so in the journal before it did.
    const { sequence } = archive
    await archive.refresh()
    if (archive.sequence === sequence) return null
  }
  return null
}

type StoredText = { post: Post; markdown: string | null; revision: string | null; cover?: CoverRecord }

/** The text of a post as it is stored, whatever the journal says of it; null when there is none. */
export async function readText(bucket: Bucket, version: Version): Promise<StoredText | null> {
  const key = textKey(version)
  const stored = await bucket.get(key)
  if (stored === null) return null
  try {
    const answer: unknown = JSON.parse(Buffer.from(stored.body).toString())
    const post = parsePost(answer, version.category)
    return { post, ...z.parse(kept, answer) }
  } catch (cause) {
    throw unreadable(key, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

/** The key of a post's text, the first one or a revision. */
export function textKey({ category, id, revision }: Version): string {
  return revision === null ? contentKey(category, id) : revisionKey({ category, id }, revision)
}

/** Stores a text as the first of its post (`revision` null, create-only) or as a revision. Rejects with PreconditionFailed when there is a first one. */
export async function storeText(bucket: Bucket, post: PostToPublish, revision: string | null): Promise<void> {
  const first = revision === null ? { ifNoneMatch: '*' as const } : {}
  await bucket.put(textKey({ ...post, revision }), bytesOf(post, revision), { ...JSON_OBJECT, ...first })
}

/**
 * Brings what lies beside the journal up to date with it: `content.json` has the newest text and `post.md` its marks. It
 * goes on until nothing has moved meanwhile, so that of any number of people the last word stands. A post that was taken
 * back loses its objects.
 */
export async function reconcile(options: { bucket: Bucket; archive: Archive } & Place): Promise<void> {
  const { bucket, archive, category, id } = options
  for (;;) {
    const { sequence } = archive
    const archived = archive.find(category, id)
    if (archived === null) {
      if (archive.retraction(category, id) !== null) await deleteObjects(bucket, postPrefix(category, id))
      return
    }
    if (archived.revision !== null) await copyToFirst(bucket, archived)
    const stored = await readText(bucket, archived)
    if (stored?.revision === archived.revision && stored.markdown !== null) {
      const { markdown, post } = stored
      await storeMarkdown(bucket, { ...archived, ...post, date: archived.date, markdown }, archived)
    }
    await archive.refresh()
    if (archive.sequence === sequence) return
  }
}

/** Stores the Markdown alternate of a post, with its marks. */
export async function storeMarkdown(bucket: Bucket, post: PostToPublish, oversight: Oversight): Promise<void> {
  const text = postMarkdown({ ...post, sources: post.provenance?.sources ?? [], oversight })
  await bucket.put(`${postPrefix(post.category, post.id)}post.md`, Buffer.from(text), {
    contentType: 'text/markdown; charset=utf-8',
  })
}

/** Makes the newest text of a corrected post its first one, for a journal that knows of no correction. */
export async function forgetRevision(bucket: Bucket, { category, id }: Place): Promise<void> {
  const key = contentKey(category, id)
  const stored = await bucket.get(key)
  if (stored === null) return
  const answer = z.looseObject({}).parse(JSON.parse(Buffer.from(stored.body).toString()))
  await bucket.put(key, Buffer.from(JSON.stringify({ ...answer, revision: null })), JSON_OBJECT)
}

/** Deletes every object below a prefix. */
export async function deleteObjects(bucket: Bucket, prefix: string): Promise<void> {
  for await (const key of bucket.keys(prefix)) await bucket.delete(key)
}

/** A post as the journal lists it; with its text, `html`, also how long it takes to read. */
export function summaryOf(post: Omit<PublishedPost, 'prefix'> & { html?: string }): PublishedPost {
  const { id, category, title, excerpt, date, tags, picture, cover, html } = post
  const minutes = html === undefined ? post.minutes : readingMinutes(html)
  const prefix = postPrefix(category, id)
  return {
    id,
    category,
    title,
    excerpt,
    date,
    tags,
    prefix,
    ...(minutes && { minutes }),
    ...(picture && { picture }),
    ...(cover && { cover }),
  }
}

/** The error for a text that cannot be read. */
export function unreadable(key: string, reason: string, cause?: unknown): Corrupt {
  return new Corrupt(`The object ${key} is not a post: ${reason}. Run "npm run doctor" to see what to do.`, { cause })
}

const JSON_OBJECT = { contentType: 'application/json' }

// What is stored beyond the answer of the call.
const kept = z.object({
  markdown: z.string().nullable().default(null),
  revision: z.string().nullable().default(null),
  cover: z.object({ figure: z.string(), printing: z.string() }).optional().catch(undefined),
})

async function copyToFirst(bucket: Bucket, version: Version): Promise<void> {
  const stored = await bucket.get(textKey(version))
  if (stored !== null) await bucket.put(textKey({ ...version, revision: null }), stored.body, JSON_OBJECT)
}

// Reviews and corrections are only in the journal.
function bytesOf(post: PostToPublish, revision: string | null): Uint8Array {
  const provenance = post.provenance && { ...post.provenance, reviews: [], corrections: [] }
  const thumbnail = thumbnailKey(postPrefix(post.category, post.id))
  const { markdown, cover } = post
  const answer = postToWire({ ...post, thumbnail, provenance })
  return Buffer.from(JSON.stringify({ ...answer, markdown, revision, cover }))
}

function withMarks(post: Post, markdown: string | null, archived: ArchivedPost): ArchivedText {
  const { updated, reviews, text: version } = archived
  const corrections = archived.corrections.map(({ by, date, note }) => ({ by, date, note }))
  const unmarked = post.provenance === null && reviews.length === 0 && corrections.length === 0
  const provenance = post.provenance ?? { writer: null, note: null, sources: [], checks: [] }
  return {
    ...post,
    // The journal may know of more files than there were when the text was stored.
    ...(archived.picture && { picture: archived.picture }),
    provenance: unmarked ? null : { ...provenance, reviews, corrections },
    updated,
    markdown,
    version,
  }
}
