import { categorySlug } from '#blog/category.ts'
import { followJournal } from '#archive/follow-journal.ts'
import { openJournal } from '#archive/journal.ts'
import { requireJournal } from '#archive/journal-guard.ts'
import type { JournalEvent } from '#archive/event.ts'
import { createProjection } from '#archive/projection.ts'
import type { ArchivedPost, Retraction } from '#archive/projection.ts'
import type { Change } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'

export type { ArchivedPost, Retraction } from '#archive/projection.ts'

/** What is published, in memory; the arrays it gives are frozen and stay as they were when the archive moves on. */
export type Archive = {
  /** The number of the last event that it has read. */
  readonly sequence: number
  /** The names of the categories that have a post, sorted. */
  categories(): string[]
  /** The number of the last event that changed what `categories` says. */
  readonly categoriesVersion: number
  /** The posts of a category, newest first; its name is compared by `categorySlug`. */
  posts(category: string): readonly ArchivedPost[]
  /** The number of the last event about a post of a category; 0 when there was none. */
  version(category: string): number
  find(category: string, id: string): ArchivedPost | null
  /** Every post, newest first. */
  all(): readonly ArchivedPost[]
  /** Who took a post back, or null: such a post never comes again. */
  retraction(category: string, id: string): Retraction | null
  /** The newest corrections and retractions of what was published, at most so many, newest first. */
  changes(most: number): Change[]
  /** Reads the events after `sequence` now. Rejects with Unavailable or Corrupt; what was read before stays. */
  refresh(): Promise<void>
  /** Calls the listener each time `sequence` has moved; the answer unsubscribes it. */
  onChange(listener: () => void): () => void
  /** Why the journal cannot be followed now, in a sentence; null while it can. */
  problem(): string | null
  /** Stops following. */
  close(): void
}

/**
 * Boots from the newest snapshot and the events after it, then follows (`followJournal`), where `pollEvery` is not 0.
 * `isBusy` tells whether events are to be expected. Rejects with Corrupt when the bucket has posts but no journal.
 */
export async function openArchive(options: {
  bucket: Bucket
  pollEvery?: number
  isBusy?: () => boolean
  onError?: (error: unknown) => void
}): Promise<Archive> {
  const { bucket, pollEvery, isBusy = () => false, onError = console.error } = options
  const journal = openJournal({ bucket, onError })
  const projection = createProjection()
  const listeners = new Set<() => void>()
  let reading: Promise<void> = Promise.resolve()

  // One after the other, so that each call sees what was committed before it.
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(read)
    return reading
  }

  async function read(): Promise<void> {
    const before = projection.sequence()
    // What is read at a start is more than memory shall hold twice, and nobody looks on yet.
    if (before === 0) for await (const event of journal.eventsAfter(0)) apply(event)
    else for (const event of await journal.readAfter(before)) apply(event)
    if (projection.sequence() > before) notify()
  }

  function apply(event: JournalEvent): void {
    const ignored = projection.apply(event)
    if (ignored !== null) onError(new Error(ignored))
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
  // In order before the first reader asks.
  projection.all()
  projection.categories()
  const following =
    pollEvery === 0
      ? null
      : followJournal({ bucket, refresh, sequence: projection.sequence, isBusy, pollEvery, onError })

  return {
    get sequence() {
      return projection.sequence()
    },
    categories: projection.categories,
    get categoriesVersion() {
      return projection.categoriesVersion()
    },
    posts: (category) => projection.posts(categorySlug(category)),
    version: (category) => projection.version(categorySlug(category)),
    find: projection.find,
    all: projection.all,
    retraction: projection.retraction,
    changes: projection.changes,
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    problem: () => following?.problem() ?? null,
    close: () => following?.close(),
  }
}
