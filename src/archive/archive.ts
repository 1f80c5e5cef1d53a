import { categorySlug } from '#blog/category.ts'
import { requireJournal } from '#archive/check.ts'
import { eventKey, openJournal } from '#archive/journal.ts'
import { createProjection } from '#archive/projection.ts'
import type { ArchivedPost, Retraction } from '#archive/projection.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'

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
 * Boots from the newest snapshot and the events after it, then follows: every `pollEvery` milliseconds, 0 for never. Rejects
 * with Corrupt when the bucket has posts but no journal.
 */
export async function openArchive(options: {
  bucket: Bucket
  pollEvery?: number
  onError?: (error: unknown) => void
}): Promise<Archive> {
  const { bucket, pollEvery = 1_000, onError = console.error } = options
  const journal = openJournal({ bucket, onError })
  const projection = createProjection()
  const listeners = new Set<() => void>()
  let reading: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let problem: string | null = null

  // One after the other, so that each call sees what was committed before it.
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(read)
    return reading
  }

  async function read(): Promise<void> {
    const events = await journal.readAfter(projection.sequence())
    for (const event of events) {
      const ignored = projection.apply(event)
      if (ignored !== null) onError(new Error(ignored))
    }
    if (events.length > 0) notify()
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

  // The timer keeps no process alive, and the next poll waits for the one before.
  function follow(): void {
    timer = setTimeout(async () => {
      try {
        const before = projection.sequence()
        await refresh()
        if (projection.sequence() === before) await checkPresence(before)
        problem = null
      } catch (error) {
        // What is wrong once a second is said once.
        if (String(error) !== problem) onError(error)
        problem = String(error)
      }
      if (timer !== null) follow()
    }, pollEvery).unref()
  }

  // A folder that was moved away has no next event either: what was read last must still be there.
  async function checkPresence(sequence: number): Promise<void> {
    if (sequence === 0 || (await bucket.get(eventKey(sequence))) !== null) return
    throw new Unavailable(
      `The journal file ${eventKey(sequence)}, which was read before, is not there now: see whether the bucket was moved or lost.`,
    )
  }

  await refresh()
  if (projection.sequence() === 0) await requireJournal(bucket)
  // In order before the first reader asks.
  projection.all()
  projection.categories()
  if (pollEvery > 0) follow()

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
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    problem: () => problem,
    close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
