import { categorySlug } from '#blog/category.ts'
import { openJournal } from '#archive/journal.ts'
import { postShelf } from '#archive/shelf.ts'
import type { ArchivedPost, Retraction } from '#archive/shelf.ts'
import type { Bucket } from '#bucket/bucket.ts'

export type { ArchivedPost, Retraction } from '#archive/shelf.ts'

/** What is published, in memory; the arrays it gives are frozen and stay as they were when the archive moves on. */
export type Archive = {
  /** The number of the last event that it has read. */
  readonly sequence: number
  /** The names of the categories that have a post, sorted. */
  categories(): string[]
  /** The posts of a category, newest first; its name is compared by `categorySlug`. */
  posts(category: string): ArchivedPost[]
  find(category: string, id: string): ArchivedPost | null
  /** Every post, newest first. */
  all(): ArchivedPost[]
  /** Who took a post back, or null: such a post never comes again. */
  retraction(category: string, id: string): Retraction | null
  /** Reads the events after `sequence` now. Rejects with Unavailable or Corrupt; what was read before stays. */
  refresh(): Promise<void>
  /** Calls the listener each time `sequence` has moved; the answer unsubscribes it. */
  onChange(listener: () => void): () => void
  /** Stops following. */
  close(): void
}

/** Boots from the newest snapshot and the events after it, then follows: every `pollEvery` milliseconds, 0 for never. */
export async function openArchive(options: {
  bucket: Bucket
  pollEvery?: number
  onError?: (error: unknown) => void
}): Promise<Archive> {
  const { bucket, pollEvery = 1_000, onError = console.error } = options
  const journal = openJournal({ bucket, onError })
  const shelf = postShelf()
  const listeners = new Set<() => void>()
  let reading: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let lastProblem = ''

  // One after the other, so that each call sees what was committed before it.
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(read)
    return reading
  }

  async function read(): Promise<void> {
    const events = await journal.readAfter(shelf.sequence())
    for (const event of events) {
      const problem = shelf.apply(event)
      if (problem !== null) onError(new Error(problem))
    }
    if (events.length > 0) tell()
  }

  function tell(): void {
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
      await refresh().then(() => (lastProblem = ''), report)
      if (timer !== null) follow()
    }, pollEvery).unref()
  }

  // What is wrong once a second is said once.
  function report(error: unknown): void {
    if (String(error) !== lastProblem) onError(error)
    lastProblem = String(error)
  }

  await refresh()
  if (pollEvery > 0) follow()

  return {
    get sequence() {
      return shelf.sequence()
    },
    categories: shelf.categories,
    posts: (category) => shelf.posts(categorySlug(category)),
    find: shelf.find,
    all: shelf.all,
    retraction: shelf.retraction,
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
