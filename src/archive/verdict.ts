import { randomUUID } from 'node:crypto'
import { postPrefix } from '#blog/keys.ts'
import { changedPassages } from '#blog/passages.ts'
import {
  deleteObjects,
  readText,
  reconcile,
  storeText,
  summaryOf,
  textKey,
  type PostToPublish,
} from '#archive/post-store.ts'
import type { Archive, ArchivedPost } from '#archive/archive.ts'
import type { PublishedPost } from '#archive/event.ts'
import type { Journal } from '#archive/journal.ts'
import type { Change, Correction } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** The bucket, journal and archive that a verdict updates. */
type Store = { bucket: Bucket; journal: Journal; archive: Archive }

/**
 * The options for every verdict. `by` is the reviewer's name. If the post was chosen at random, `sample` contains its
 * number of sentences and how many of them were wrong.
 */
type Verdict = Store & { by: string; sample?: { sentences: number; wrong: number } | undefined }

/** Identifies the version of the text that a reviewer read. `baseVersion` is the `text` of the archived post. */
type Judged = { category: string; id: string; baseVersion: number }

/**
 * The outcome of a verdict. `done`: the verdict is in the journal. `gone`: the post was retracted or, if `retraction`
 * is null, never published. `changed`: the post no longer has the text that the reviewer read. `gone` and `changed`
 * leave the post as it is.
 */
export type VerdictOutcome =
  | { state: 'done' }
  | { state: 'gone'; retraction: Change | null }
  | { state: 'changed'; post: ArchivedPost }

/** Records that a reviewer has read and approved a post's text. `by` must not be empty. */
export async function reviewPost(options: Verdict & { judged: Judged; note: string }): Promise<VerdictOutcome> {
  const { journal, archive, judged, by, note, sample } = options
  const current = await readCurrent(archive, judged)
  if (current.state !== 'unchanged') return current
  const verdict = { post: summaryOf(current.post), seen: judged.baseVersion, by, note, sample }
  const { time } = await journal.append({ kind: 'reviewed', ...verdict }, archive.sequence)
  return await readOutcome(options, (post) => post.reviews.some(isSame({ by, note, date: time })))
}

/**
 * Replaces a post's text, and records a note for readers and the ids of the changed passages. `by` and `note` must not
 * be empty. Stores the new text before the event that makes it visible, so that readers never see the text without its
 * note. If two reviewers correct the same text at the same time, one of them gets `changed`.
 */
export async function correctPost(
  options: Verdict & { judged: Judged; post: PostToPublish; note: string },
): Promise<VerdictOutcome> {
  const { bucket, journal, archive, judged, post, by, note, sample } = options
  const current = await readCurrent(archive, judged)
  if (current.state !== 'unchanged') return current
  const { category, id, baseVersion } = judged
  const revision = randomUUID()
  const before = await readText(bucket, current.post)
  // Copy the fields that a correction does not contain, such as the image. Leave out related posts, because they are
  // not stored.
  const { picture, cover } = current.post
  const { related: _, ...stored } = before?.post ?? { related: [] }
  const text = { ...stored, ...post, category, id, picture, cover }
  await storeText(bucket, text, revision)
  const passages = before && { passages: changedPassages(before.post.html, text.html) }
  const verdict = { post: summaryOf(text), seen: baseVersion, by, note, sample }
  const { time } = await journal.append({ kind: 'corrected', ...verdict, revision, ...passages }, archive.sequence)
  const outcome = await readOutcome(options, (found) => found.corrections.some(isSame({ by, note, date: time })))
  // Delete the text that the journal no longer refers to. Never delete the first text, because `reconcile` overwrites
  // it.
  const obsolete = outcome.state === 'done' ? current.post.revision : revision
  if (obsolete !== null) await bucket.delete(textKey({ category, id, revision: obsolete }))
  return outcome
}

/**
 * Retracts a post permanently, or blocks a post that is not published yet. Commits the event first so that no list
 * links to the post, then deletes the post's objects. `by` and `reason` must not be empty.
 */
export async function retractPost(
  options: Verdict & { post: Omit<PublishedPost, 'prefix'>; reason: string },
): Promise<VerdictOutcome> {
  const { bucket, journal, archive, post, by, reason, sample } = options
  const { category, id } = post
  await archive.refresh()
  const retraction = archive.retraction(category, id)
  if (retraction === null)
    await journal.append({ kind: 'retracted', post: summaryOf(post), by, reason, sample }, archive.sequence)
  await archive.refresh()
  // Delete the objects even if another process retracted the post, because that process may have been interrupted.
  await deleteObjects(bucket, postPrefix(category, id))
  const stored = archive.retraction(category, id)
  const isOwn = retraction === null && stored?.by === by && stored.note === reason
  return isOwn ? { state: 'done' } : { state: 'gone', retraction: stored }
}

type Current = { state: 'unchanged'; post: ArchivedPost } | Exclude<VerdictOutcome, { state: 'done' }>

async function readCurrent(archive: Archive, { category, id, baseVersion }: Judged): Promise<Current> {
  await archive.refresh()
  const post = archive.find(category, id)
  if (post === null) return { state: 'gone', retraction: archive.retraction(category, id) }
  return { state: post.text === baseVersion ? 'unchanged' : 'changed', post }
}

// Reads the outcome from the archive, because another reviewer's event may have been committed first.
async function readOutcome(
  { bucket, archive, judged }: Store & { judged: Judged },
  hasVerdict: (post: ArchivedPost) => boolean,
): Promise<VerdictOutcome> {
  const { category, id } = judged
  await archive.refresh()
  await reconcile({ bucket, archive, category, id })
  const post = archive.find(category, id)
  if (post === null) return { state: 'gone', retraction: archive.retraction(category, id) }
  return hasVerdict(post) ? { state: 'done' } : { state: 'changed', post }
}

function isSame(own: Correction): (mark: Correction) => boolean {
  return ({ by, note, date }) => by === own.by && note === own.note && date === own.date
}
