import { categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { Correction, Review } from '#blog/post.ts'
import type { JournalEvent, PublishedPost } from '#archive/event.ts'

/**
 * A published post with what people did to it since. `sequence` is that of the event that last changed it, `updated` the
 * time of its last correction. Its text is that of the `revision`, null for the first one, which the event `text` brought.
 */
export type ArchivedPost = PublishedPost & {
  sequence: number
  updated: string | null
  text: number
  revision: string | null
  reviews: Review[]
  corrections: Correction[]
}

/** Who took a post back, when and why. */
export type Retraction = { by: string; date: string; reason: string }

type Entry = { post: ArchivedPost; time: number }

// The list is sorted when it is asked for; that is cheap, as what was sorted before nearly is again.
type Row = { entries: Map<string, Entry>; sorted: ArchivedPost[] | null }

/** The posts that follow from a journal's events, applied one by one. */
export function postShelf() {
  const everything: Row = { entries: new Map(), sorted: null }
  const rows = new Map<string, Row>()
  const retracted = new Map<string, Retraction>()
  let sequence = 0

  /** Applies the next event; the answer says why it changed nothing, or is null. */
  function apply(event: JournalEvent): string | null {
    sequence = event.sequence
    const slug = categorySlug(event.post.category)
    const key = keyOf(event.post.category, event.post.id)
    const before = everything.entries.get(key)?.post
    const ignored = `Event ${event.sequence} (${event.kind}) is ignored: the post ${key}`

    if (event.kind === 'published') {
      // A retraction is a person's last word: a slower newsroom must not undo it.
      if (retracted.has(key)) return `${ignored} was retracted before.`
      // One that is there already says nothing new, and perhaps what was corrected since.
      if (before !== undefined) return null
      const fresh = { sequence, updated: null, text: sequence, revision: null, reviews: [], corrections: [] }
      place(slug, key, { ...event.post, ...fresh })
      return null
    }
    if (event.kind === 'retracted') {
      // Also one that was never published: it shall not be.
      if (!retracted.has(key)) retracted.set(key, { by: event.by, date: event.time, reason: event.reason })
      remove(slug, key)
      return null
    }
    if (before === undefined) return `${ignored} is not published.`
    if (event.seen !== before.text) return `${ignored} had another text by then.`
    const { by, note, time: date } = event
    if (event.kind === 'reviewed') {
      place(slug, key, { ...before, sequence, reviews: [...before.reviews, { by, date, note }] })
    } else {
      const corrections = [...before.corrections, { by, date, note }]
      const { revision } = event
      place(slug, key, {
        ...event.post,
        sequence,
        updated: date,
        text: sequence,
        revision,
        reviews: before.reviews,
        corrections,
      })
    }
    return null
  }

  function place(slug: string, key: string, post: ArchivedPost): void {
    const row = rows.get(slug) ?? { entries: new Map(), sorted: null }
    rows.set(slug, row)
    const entry = { post, time: timeOf(post.date) }
    for (const target of [row, everything]) {
      target.entries.set(key, entry)
      target.sorted = null
    }
  }

  function remove(slug: string, key: string): void {
    const row = rows.get(slug)
    for (const target of row === undefined ? [everything] : [row, everything]) {
      target.entries.delete(key)
      target.sorted = null
    }
  }

  return {
    apply,
    sequence: () => sequence,
    categories: () => [...rows.values()].flatMap((row) => sortedPosts(row)[0]?.category ?? []).sort(),
    posts(slug: string) {
      const row = rows.get(slug)
      return row === undefined ? [] : sortedPosts(row)
    },
    find: (category: string, id: string) => everything.entries.get(keyOf(category, id))?.post ?? null,
    all: () => sortedPosts(everything),
    retraction: (category: string, id: string) => retracted.get(keyOf(category, id)) ?? null,
  }
}

function sortedPosts(row: Row): ArchivedPost[] {
  if (row.sorted === null) {
    row.sorted = [...row.entries.values()].sort(newestThenId).map((entry) => entry.post)
    // Once: freezing goes over every post, frozen or not.
    Object.freeze(row.sorted)
  }
  return row.sorted
}

function newestThenId(a: Entry, b: Entry): number {
  if (a.time !== b.time) return b.time - a.time
  return a.post.id < b.post.id ? -1 : a.post.id > b.post.id ? 1 : 0
}

function keyOf(category: string, id: string): string {
  return `${categorySlug(category)}/${id}`
}
