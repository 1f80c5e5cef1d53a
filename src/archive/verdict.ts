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

/** Where verdicts are carried out. */
type Store = { bucket: Bucket; journal: Journal; archive: Archive }

/** The text that a person judged: `baseVersion` is the `text` of the archived post that they had before them. */
type Judged = { category: string; id: string; baseVersion: number }

/**
 * What became of a verdict: it stands in the journal; or the post is gone (`retraction` is null when it never was there);
 * or it has another text by now than the one that was judged. In these two cases nothing is changed.
 */
export type VerdictOutcome =
  { state: 'done' } | { state: 'gone'; retraction: Retraction | null } | { state: 'changed'; post: ArchivedPost }

/** Records that a person has read a text and lets it stand. `by` is not empty. */
export async function reviewPost(
  options: Store & { judged: Judged; by: string; note: string },
): Promise<VerdictOutcome> {
  const { journal, archive, judged, by, note } = options
  checkWords({ by })
  const standing = await look(archive, judged)
  if (standing.state !== 'standing') return standing
  const { baseVersion } = judged
  const { time } = await journal.append({ kind: 'reviewed', post: summaryOf(standing.post), baseVersion, by, note })
  return await conclude(options, (post) => post.reviews.some(isOf({ by, note, date: time })))
}

/**
 * Replaces a text and says so, with a note for readers and a record of which passages are new; neither `by` nor `note` is empty. The new text lies ready before
 * the event that makes it the post's, so no reader sees it without its note. Of two people who correct one text at once,
 * one is told that it has changed.
 */
export async function correctPost(
  options: Store & { judged: Judged; post: PostToPublish; by: string; note: string },
): Promise<VerdictOutcome> {
  const { bucket, journal, archive, judged, post, by, note } = options
  checkWords({ by, note })
  const standing = await look(archive, judged)
  if (standing.state !== 'standing') return standing
  const { category, id, baseVersion } = judged
  const revision = randomUUID()
  // A correction is of the text alone.
  const { picture, cover } = standing.post
  const text = { ...post, category, id, picture, cover }
  const before = await readText(bucket, standing.post)
  await storeText(bucket, text, revision)
  const { time } = await journal.append({
    kind: 'corrected',
    post: summaryOf(text),
    baseVersion,
    by,
    note,
    revision,
    ...(before && { passages: changedPassages(before.post.html, text.html) }),
  })
  const outcome = await conclude(options, (found) => found.corrections.some(isOf({ by, note, date: time })))
  // The text that nobody is led to any more; a first one stays, as newer ones take its place.
  const obsolete = outcome.state === 'done' ? standing.post.revision : revision
  if (obsolete !== null) await bucket.delete(textKey({ category, id, revision: obsolete }))
  return outcome
}

/**
 * Takes a post back for good, whatever its text, or keeps one from ever being published: the event first, so that nobody
 * is led to it any more, then its objects. Neither `by` nor `reason` is empty.
 */
export async function retractPost(
  options: Store & { post: Omit<PublishedPost, 'prefix'>; by: string; reason: string },
): Promise<VerdictOutcome> {
  const { bucket, journal, archive, post, by, reason } = options
  checkWords({ by, reason })
  const { category, id } = post
  await archive.refresh()
  const retraction = archive.retraction(category, id)
  if (retraction === null) await journal.append({ kind: 'retracted', post: summaryOf(post), by, reason })
  await archive.refresh()
  // Also when somebody else did it before: they may have died half-way.
  await deleteObjects(bucket, postPrefix(category, id))
  const { by: first = by, reason: given = reason } = archive.retraction(category, id) ?? {}
  const own = retraction === null && first === by && given === reason
  return own ? { state: 'done' } : { state: 'gone', retraction: archive.retraction(category, id) }
}

// Before anything is stored: the journal would refuse it only afterwards.
function checkWords(words: { [name: string]: string }): void {
  for (const [name, text] of Object.entries(words))
    if (text.trim() === '') throw new Error(`A verdict needs its "${name}", and it is empty.`)
}

type Standing = { state: 'standing'; post: ArchivedPost } | Exclude<VerdictOutcome, { state: 'done' }>

async function look(archive: Archive, { category, id, baseVersion }: Judged): Promise<Standing> {
  await archive.refresh()
  const post = archive.find(category, id)
  if (post === null) return { state: 'gone', retraction: archive.retraction(category, id) }
  return { state: post.text === baseVersion ? 'standing' : 'changed', post }
}

// Somebody else's event may have come first: every archive decides alike whose counts.
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
