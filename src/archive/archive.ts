import { categorySlug } from '#blog/category.ts'
import { followJournal } from '#archive/follow-journal.ts'
import { openJournal, requireEvent } from '#archive/journal.ts'
import { requireJournal } from '#archive/journal-guard.ts'
import { createProjection } from '#archive/projection.ts'
import type { ArchivedPost, Retraction } from '#archive/projection.ts'
import type { Change } from '#blog/post.ts'
import type { Sample } from '#blog/sample.ts'
import type { Bucket } from '#bucket/bucket.ts'

export type { ArchivedPost, Retraction } from '#archive/projection.ts'

/** The published posts, in memory. Returned arrays are frozen, and later events do not change them. */
export type Archive = {
  /** The sequence of the last event that was read. */
  readonly sequence: number
  /** The names of the categories that have a post, sorted. */
  categories(): string[]
  /** The posts of a category, newest first. Names are compared by `categorySlug`. */
  posts(category: string): readonly ArchivedPost[]
  find(category: string, id: string): ArchivedPost | null
  /** Every post, newest first. */
  all(): readonly ArchivedPost[]
  /** The retraction of a post, or null. A retracted post is never published again. */
  retraction(category: string, id: string): Retraction | null
  /** The newest corrections and retractions of published posts, newest first, at most `most`. */
  changes(most: number): Change[]
  /** The sentences that were checked in posts drawn at random, or null if there are none. */
  sample(): Sample | null
  /**
   * Reads the events after `sequence`. Rejects with Unavailable or Corrupt, and then keeps the events that were read before. It
   * is also Unavailable if the last of these is missing now.
   */
  refresh(): Promise<void>
  /** Calls the listener each time `sequence` has changed. Returns a function that unsubscribes it. */
  onChange(listener: () => void): () => void
  /** The reason why the journal cannot be read now, in a sentence, or null. */
  problem(): string | null
  /** Stops following. */
  close(): void
}

/**
 * Opens an archive from the newest snapshot and the events after it, then follows the journal unless `pollEvery` is 0. Rejects
 * with Corrupt if the bucket has posts but no journal.
 */
export async function openArchive(options: {
  bucket: Bucket
  pollEvery?: number
  onError?: (error: unknown) => void
}): Promise<Archive> {
  const { bucket, pollEvery, onError = console.error } = options
  const journal = openJournal({ bucket, onError })
  const projection = createProjection()
  const listeners = new Set<() => void>()
  let reading: Promise<void> = Promise.resolve()

  // One at a time, so that each call reads the events that were committed before it.
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(read)
    return reading
  }

  async function read(): Promise<void> {
    const before = projection.sequence()
    for (const event of await journal.readAfter(before)) {
      const ignored = projection.apply(event)
      if (ignored !== null) onError(new Error(ignored))
    }
    if (projection.sequence() > before) notify()
    else await requireEvent(bucket, before)
  }

  function notify(): void {
    for (const listener of listeners) {
      try {
        listener()
      } catch (error) {
        onError(error)
      }
    }
  }

  await refresh()
  if (projection.sequence() === 0) await requireJournal(bucket)
  // Sort the posts before the first request.
  projection.all()
  projection.categories()
  const following =
    pollEvery === 0 ? null : followJournal({ refresh, sequence: projection.sequence, pollEvery, onError })

  return {
    get sequence() {
      return projection.sequence()
    },
    categories: projection.categories,
    posts: (category) => projection.posts(categorySlug(category)),
    find: projection.find,
    all: projection.all,
    retraction: projection.retraction,
    changes: projection.changes,
    sample: projection.sample,
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    problem: () => following?.problem() ?? null,
    close: () => following?.close(),
  }
}
