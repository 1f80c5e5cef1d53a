import { categorySlug } from '#blog/category.ts'
import { followJournal } from '#archive/follow-journal.ts'
import { openJournal, requireEvent } from '#archive/journal.ts'
import { requireJournal } from '#archive/journal-guard.ts'
import { createProjection } from '#archive/projection.ts'
import type { ArchivedPost } from '#archive/projection.ts'
import type { Change } from '#blog/post.ts'
import type { Sample } from '#blog/sample.ts'
import type { Bucket } from '#bucket/bucket.ts'

export type { ArchivedPost } from '#archive/projection.ts'

/** The published posts, in memory. The returned arrays are frozen and do not change when later events are read. */
export type Archive = {
  /** The sequence number of the last event read. */
  readonly sequence: number
  /** Returns the sorted names of the categories that have a post. */
  categories(): string[]
  /** Returns the posts in a category, newest first. Category names are compared by their slug (`categorySlug`). */
  posts(category: string): readonly ArchivedPost[]
  find(category: string, id: string): ArchivedPost | null
  /** Returns all posts, newest first. */
  all(): readonly ArchivedPost[]
  /** Returns the post's retraction, or null. A retracted post is never published again. */
  retraction(category: string, id: string): Change | null
  /** Returns the last `limit` corrections and retractions of published posts, newest first. */
  changes(limit: number): Change[]
  /** Returns the error rate in randomly chosen posts, or null if none of them has been checked. */
  sample(): Sample | null
  /**
   * Reads the events after `sequence`. If that fails, rejects with Unavailable or Corrupt. Also rejects with
   * Unavailable if the last event read no longer exists. Events that were already applied remain applied.
   */
  refresh(): Promise<void>
  /** Calls the listener each time `sequence` changes. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void
  /** Returns the reason why the journal currently cannot be read, or null. */
  problem(): string | null
  /** Stops polling the journal. */
  close(): void
}

/**
 * Opens an archive from the newest snapshot and the events after it. Then polls the journal for new events, unless
 * `pollEvery` is 0. Rejects with Corrupt if the bucket has posts but no journal.
 */
export async function openArchive(options: {
  bucket: Bucket
  pollEvery?: number
  onError?: (error: unknown) => void
}): Promise<Archive> {
  const { bucket, pollEvery, onError = console.error } = options
  const journal = openJournal({ bucket, onError })
  const { apply, sequence, ...lists } = createProjection()
  const listeners = new Set<() => void>()
  let reading: Promise<void> = Promise.resolve()

  // Runs one read at a time so that each call also reads the events committed before it.
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(read)
    return reading
  }

  async function read(): Promise<void> {
    const before = sequence()
    for (const event of await journal.readAfter(before)) {
      const ignored = apply(event)
      if (ignored !== null) onError(new Error(ignored))
    }
    if (sequence() === before) return await requireEvent(bucket, before)
    for (const listener of listeners) {
      try {
        listener()
      } catch (error) {
        onError(error)
      }
    }
  }

  await refresh()
  if (sequence() === 0) await requireJournal(bucket)
  // Sort the posts now so that the first request does not have to wait for it.
  lists.all()
  lists.categories()
  const following = pollEvery === 0 ? null : followJournal({ refresh, sequence, pollEvery, onError })

  return {
    get sequence() {
      return sequence()
    },
    ...lists,
    posts: (category) => lists.posts(categorySlug(category)),
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    problem: () => following?.problem() ?? null,
    close: () => following?.close(),
  }
}
