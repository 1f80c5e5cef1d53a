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
import type { Archive, ArchivedPost, Retraction } from '#archive/archive.ts'
import type { PublishedPost } from '#archive/event.ts'
import type { Journal } from '#archive/journal.ts'
import type { Correction } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** The storage that a verdict changes. */
type Store = { bucket: Bucket; journal: Journal; archive: Archive }

/** The text that a reviewer read. `baseVersion` is the `text` of the archived post. */
type Judged = { category: string; id: string; baseVersion: number }

/** The sentences of a post that was drawn at random, and how many of them were wrong. */
export type SampledPost = { sentences: number; wrong: number }

/**
 * The outcome of a verdict. `done`: it is in the journal. `gone`: the post was retracted or, if `retraction` is null, never
 * published. `changed`: the post has another text than the reviewer read. In the last two cases nothing was changed.
 */
export type VerdictOutcome =
  { state: 'done' } | { state: 'gone'; retraction: Retraction | null } | { state: 'changed'; post: ArchivedPost }

/** Records that a reviewer has read a text and approves it. `by` must not be empty. */
export async function reviewPost(
  options: Store & { judged: Judged; by: string; note: string; sample?: SampledPost | undefined },
): Promise<VerdictOutcome> {
  const { journal, archive, judged, by, note, sample } = options
  checkWords({ by })
  const standing = await look(archive, judged)
  if (standing.state !== 'standing') return standing
  const { baseVersion } = judged
  const draft = { kind: 'reviewed' as const, post: summaryOf(standing.post), baseVersion, by, note, sample }
  const { time } = await journal.append(draft, archive.sequence)
  return await conclude(options, (post) => post.reviews.some(isOf({ by, note, date: time })))
}

/**
 * Replaces a text, with a note for readers and a record of the new passages. `by` and `note` must not be empty. Stores the
 * new text before the event that makes it visible, so that readers never see it without its note. If two reviewers correct
 * a text at the same time, one of them gets `changed`.
 */
export async function correctPost(
  options: Store & { judged: Judged; post: PostToPublish; by: string; note: string; sample?: SampledPost | undefined },
): Promise<VerdictOutcome> {
  const { bucket, journal, archive, judged, post, by, note, sample } = options
  checkWords({ by, note })
  const standing = await look(archive, judged)
  if (standing.state !== 'standing') return standing
  const { category, id, baseVersion } = judged
  const revision = randomUUID()
  // A correction does not change the picture.
  const { picture, cover } = standing.post
  const text = { ...post, category, id, picture, cover }
  const before = await readText(bucket, standing.post)
  await storeText(bucket, text, revision)
  const passages = before && { passages: changedPassages(before.post.html, text.html) }
  const draft = {
    kind: 'corrected' as const,
    post: summaryOf(text),
    baseVersion,
    by,
    note,
    sample,
    revision,
    ...passages,
  }
  const { time } = await journal.append(draft, archive.sequence)
  const outcome = await conclude(options, (found) => found.corrections.some(isOf({ by, note, date: time })))
  // Delete the text that the journal no longer refers to. The first text stays, because `reconcile` overwrites it.
  const obsolete = outcome.state === 'done' ? standing.post.revision : revision
  if (obsolete !== null) await bucket.delete(textKey({ category, id, revision: obsolete }))
  return outcome
}

/**
 * Retracts a post for good, or blocks one that is not published yet. Commits the event first, so that no list links to the
 * post, and then deletes its objects. `by` and `reason` must not be empty.
 */
export async function retractPost(
  options: Store & {
    post: Omit<PublishedPost, 'prefix'>
    by: string
    reason: string
    sample?: SampledPost | undefined
  },
): Promise<VerdictOutcome> {
  const { bucket, journal, archive, post, by, reason, sample } = options
  checkWords({ by, reason })
  const { category, id } = post
  await archive.refresh()
  const retraction = archive.retraction(category, id)
  if (retraction === null)
    await journal.append({ kind: 'retracted', post: summaryOf(post), by, reason, sample }, archive.sequence)
  await archive.refresh()
  // Also delete them if another process retracted the post, because it may have been interrupted.
  await deleteObjects(bucket, postPrefix(category, id))
  const { by: first = by, reason: given = reason } = archive.retraction(category, id) ?? {}
  const own = retraction === null && first === by && given === reason
  return own ? { state: 'done' } : { state: 'gone', retraction: archive.retraction(category, id) }
}

// Check this before anything is stored, because the journal would only reject it afterwards.
function checkWords(words: { [name: string]: string }): void {
  for (const [name, text] of Object.entries(words))
    if (text.trim() === '') throw new Error(`The "${name}" of a verdict must not be empty.`)
}

type Standing = { state: 'standing'; post: ArchivedPost } | Exclude<VerdictOutcome, { state: 'done' }>

async function look(archive: Archive, { category, id, baseVersion }: Judged): Promise<Standing> {
  await archive.refresh()
  const post = archive.find(category, id)
  if (post === null) return { state: 'gone', retraction: archive.retraction(category, id) }
  return { state: post.text === baseVersion ? 'standing' : 'changed', post }
}

// The event of another reviewer may have come first. Every archive ignores the same events.
async function conclude(
  { bucket, archive, judged }: Store & { judged: Judged },
  counts: (post: ArchivedPost) => boolean,
): Promise<VerdictOutcome> {
  const { category, id } = judged
  await archive.refresh()
  await reconcile({ bucket, archive, category, id })
  const post = archive.find(category, id)
  if (post === null) return { state: 'gone', retraction: archive.retraction(category, id) }
  return counts(post) ? { state: 'done' } : { state: 'changed', post }
}

function isOf(own: Correction): (mark: Correction) => boolean {
  return ({ by, note, date }) => by === own.by && note === own.note && date === own.date
}
