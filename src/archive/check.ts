import { postPrefix, thumbnailKey } from '#blog/keys.ts'
import type { Post } from '#blog/post.ts'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'
import { openJournal } from '#archive/journal.ts'
import { hasJournal, postsAmong, requireJournal } from '#archive/journal-guard.ts'
import { forgetRevision, readText, summaryOf, textKey } from '#archive/post-store.ts'
import { createProjection } from '#archive/projection.ts'

/** The result of comparing a bucket's objects with its journal. */
export type BucketCheck = {
  events: number
  posts: number
  /** Keys of objects that belong to no post, left behind by an interrupted publication, correction or retraction. */
  garbage: string[]
  /** Complete posts (`category/id`) that are missing from the journal. They are never deleted as garbage. */
  unlisted: string[]
  /**
   * One sentence per problem, such as a published post that lacks a picture or readable text, or a copied post folder.
   */
  problems: string[]
}

/** Compares a bucket's objects with its journal. Rejects with Corrupt if the journal cannot be read. */
export async function checkBucket(bucket: Bucket): Promise<BucketCheck> {
  const present = new Set(await Array.fromAsync(bucket.keys('posts/')))
  const problems: string[] = []
  const report = (error: unknown) => problems.push(error instanceof Error ? error.message : String(error))
  const archive = createProjection()
  // Read the journal after listing the objects so that a post published in between does not count as garbage.
  for (const event of await openJournal({ bucket, onError: report }).readAfter(0)) {
    const ignored = archive.apply(event)
    if (ignored !== null) problems.push(ignored)
  }
  if (archive.sequence() === 0) await requireJournal(bucket).catch(report)
  const published = new Map(archive.all().map((post) => [postPrefix(post.category, post.id), post]))
  for (const [prefix, post] of published) {
    const name = `${post.category}/${post.id}`
    for (const key of [`${prefix}content.json`, thumbnailKey(prefix)])
      if (!present.has(key) && !(await bucket.get(key))) problems.push(`The published post ${name} has no ${key}.`)
    if ((await readIfReadable(bucket, post)) === null) problems.push(`The text of ${name} cannot be read.`)
  }
  const unlisted: string[] = []
  // Folders of unlisted posts and copied posts, whose objects are not garbage.
  const spared = new Set<string>()
  for (const place of postsAmong(present)) {
    const { category, id } = place
    const prefix = postPrefix(category, id)
    if (published.has(prefix) || archive.retraction(category, id) !== null) continue
    const text = await readIfReadable(bucket, { ...place, revision: null })
    if (text === null || text.post.date === null) continue
    spared.add(prefix)
    if (isCopy(text, place))
      problems.push(`posts/${category}/${id} is a copy of another post. If you do not need it, delete the folder.`)
    else unlisted.push(`${category}/${id}`)
  }
  const garbage = [...present].filter((key) => {
    const prefix = key.slice(0, key.lastIndexOf('/') + 1)
    const post = published.get(prefix)
    if (post === undefined) return !spared.has(prefix)
    return /[/]revision-[^/]*$/.test(key) && key !== textKey(post)
  })
  return { events: archive.sequence(), posts: published.size, garbage, unlisted, problems }
}

/**
 * Deletes the garbage that `checkBucket` found. Do not call this during a publication, because the new post's files
 * look like garbage until its event is committed.
 */
export async function collectGarbage(bucket: Bucket, garbage: readonly string[]): Promise<void> {
  for (const key of garbage) await bucket.delete(key)
}

/**
 * Writes a new journal, oldest post first, for a bucket that has lost its journal. The posts in `corrected` have their
 * newest text, but the author and note of each correction were lost with the old journal. Skips copied post folders. If
 * the bucket has a journal or a post's text cannot be read, rejects with Corrupt and does not change anything.
 */
export async function rebuildJournal(bucket: Bucket): Promise<{ posts: number; corrected: string[] }> {
  if (await hasJournal(bucket))
    throw new Corrupt('This bucket has a journal. Move journal/ to another folder before you rebuild it.')
  const found = []
  for (const { category, id } of postsAmong(await Array.fromAsync(bucket.keys('posts/')))) {
    const stored = await readText(bucket, { category, id, revision: null })
    if (stored === null || isCopy(stored, { category, id })) continue
    const { date } = stored.post
    if (date === null || Number.isNaN(Date.parse(date)))
      throw new Corrupt(`The post ${category}/${id} has no valid date. Add one to its content.json, then try again.`)
    found.push({ ...stored, post: summaryOf({ ...stored.post, category, id, date, cover: stored.cover }) })
  }
  const journal = openJournal({ bucket })
  const corrected: string[] = []
  for (const { post, revision } of found.toSorted((a, b) => Date.parse(a.post.date) - Date.parse(b.post.date))) {
    if (revision !== null) {
      await forgetRevision(bucket, post)
      corrected.push(`${post.category}/${post.id}`)
    }
    await journal.append({ kind: 'published', post })
  }
  return { posts: found.length, corrected }
}

// If a file manager copies the folder "a" to "a copy", the copied text still refers to the picture in "a".
function isCopy({ post }: { post: Post }, { category, id }: { category: string; id: string }): boolean {
  return post.thumbnail !== null && post.thumbnail !== thumbnailKey(postPrefix(category, id))
}

async function readIfReadable(bucket: Bucket, version: Parameters<typeof readText>[1]) {
  return await readText(bucket, version).catch((error: unknown) => {
    if (error instanceof Corrupt) return null
    throw error
  })
}
