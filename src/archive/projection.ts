import { categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { MarkedCorrection } from '#blog/passages.ts'
import type { Change, Review } from '#blog/post.ts'
import type { Sample } from '#blog/sample.ts'
import type { JournalEvent, PublishedPost } from '#archive/event.ts'

/**
 * A published post with its reviews and corrections. `sequence` is the number of the last event that changed it, and
 * `updated` is the time of its last correction. `text` is the number of the event that added its current text.
 * `revision` is null until the post is corrected.
 */
export type ArchivedPost = PublishedPost & {
  sequence: number
  updated: string | null
  text: number
  revision: string | null
  reviews: readonly Review[]
  corrections: readonly MarkedCorrection[]
}

// Posts by key. `sorted` caches them newest first. A change resets it to null until the next request.
type List = { posts: Map<string, ArchivedPost>; sorted: readonly ArchivedPost[] | null }

/** Creates an empty list of posts. Apply a journal's events to it in order. */
export function createProjection() {
  const everything = emptyList()
  const categories = new Map<string, List>()
  const retracted = new Map<string, Change>()
  const changes: Change[] = []
  const samples = new Map<string, { sentences: number; wrong: number }>()
  let sampled = ''
  let sequence = 0

  /** Applies the next event. Returns the reason if the event is ignored, otherwise null. */
  function apply(event: JournalEvent): string | null {
    sequence = event.sequence
    const slug = categorySlug(event.post.category)
    const key = keyOf(event.post.category, event.post.id)
    const before = everything.posts.get(key)
    const ignored = `Event ${event.sequence} (${event.kind}) is ignored, because the post ${key}`

    if (event.kind === 'published') {
      // A retraction is final, so a newsroom that publishes late must not undo it.
      if (retracted.has(key)) return `${ignored} was already retracted.`
      // A second publication can contain text that has since been corrected, so update only the picture, which may have
      // gained files.
      if (before !== undefined) {
        const { picture } = event.post
        if (picture !== undefined && JSON.stringify(picture) !== JSON.stringify(before.picture))
          place(slug, key, { ...before, picture, sequence })
        return null
      }
      const fresh = { sequence, updated: null, text: sequence, revision: null, reviews: NONE, corrections: NONE }
      place(slug, key, { ...event.post, ...fresh })
      return null
    }
    if (event.kind === 'retracted') {
      addSample(key, event)
      // A retraction also prevents a post from being published later.
      if (!retracted.has(key)) {
        const { by, time: date, reason: note } = event
        const change = changeOf('retraction', before ?? event.post, { by, date, note })
        retracted.set(key, change)
        // List only retractions of posts that readers could see.
        if (before !== undefined) changes.push(change)
      }
      place(slug, key, null)
      return null
    }
    if (before === undefined) return `${ignored} is not published.`
    if (event.seen !== before.text) return `${ignored} had already been changed.`
    addSample(key, event)
    const { by, note, time: date } = event
    if (event.kind === 'reviewed') {
      place(slug, key, { ...before, sequence, reviews: [...before.reviews, { by, date, note }] })
      return null
    }
    const { revision, passages } = event
    const corrections = [...before.corrections, { by, date, note, ...(passages && { passages }) }]
    const { reviews } = before
    place(slug, key, { ...event.post, sequence, updated: date, text: sequence, revision, reviews, corrections })
    const mark = passages?.length ? { mark: corrections.length } : {}
    changes.push(changeOf('correction', event.post, { by, date, note, ...mark }))
    return null
  }

  // Counts the wrong sentences across all corrections to a post.
  function addSample(key: string, { sample, time }: Exclude<JournalEvent, { kind: 'published' }>): void {
    if (sample === undefined) return
    const before = samples.get(key) ?? { sentences: sample.sentences, wrong: 0 }
    samples.set(key, { ...before, wrong: Math.min(before.sentences, before.wrong + sample.wrong) })
    sampled = time
  }

  // Only the last correction keeps its mark, because a later correction may have changed the same passages.
  function withSureMark({ mark, ...change }: Change): Change {
    const corrections = everything.posts.get(keyOf(change.category, change.id))?.corrections
    return mark !== undefined && mark === corrections?.length ? { ...change, mark } : change
  }

  // Stores a post in its lists, or removes it if `post` is null.
  function place(slug: string, key: string, post: ArchivedPost | null): void {
    const category = categories.get(slug) ?? emptyList()
    categories.set(slug, category)
    for (const list of [category, everything]) {
      if (post === null) list.posts.delete(key)
      else list.posts.set(key, post)
      list.sorted = null
    }
  }

  return {
    apply,
    sequence: () => sequence,
    categories: () => [...categories.values()].flatMap((list) => sortedPosts(list)[0]?.category ?? []).sort(),
    posts(slug: string): readonly ArchivedPost[] {
      const list = categories.get(slug)
      return list === undefined ? [] : sortedPosts(list)
    },
    find: (category: string, id: string) => everything.posts.get(keyOf(category, id)) ?? null,
    all: () => sortedPosts(everything),
    changes: (limit: number) => changes.slice(-limit).toReversed().map(withSureMark),
    sample(): Sample | null {
      const sum = (of: 'sentences' | 'wrong') => samples.values().reduce((total, sample) => total + sample[of], 0)
      const sentences = sum('sentences')
      return sentences === 0 ? null : { articles: samples.size, sentences, wrong: sum('wrong'), date: sampled }
    },
    retraction: (category: string, id: string) => retracted.get(keyOf(category, id)) ?? null,
  }
}

const NONE: readonly never[] = Object.freeze([])

function emptyList(): List {
  return { posts: new Map(), sorted: null }
}

function sortedPosts(list: List): readonly ArchivedPost[] {
  if (list.sorted === null) {
    // Parse each date once instead of in every comparison.
    const timed = [...list.posts.values()].map((post) => ({ post, time: timeOf(post.date) }))
    list.sorted = Object.freeze(
      timed.sort((a, b) => b.time - a.time || compareNames(a.post, b.post)).map(({ post }) => post),
    )
  }
  return list.sorted
}

function changeOf(
  kind: Change['kind'],
  { category, id, title, date: published }: PublishedPost,
  what: Pick<Change, 'by' | 'date' | 'note' | 'mark'>,
): Change {
  return { kind, category, id, title, published, ...what }
}

function compareNames(a: ArchivedPost, b: ArchivedPost): number {
  const [left, right] = a.id === b.id ? [a.category, b.category] : [a.id, b.id]
  return left < right ? -1 : left > right ? 1 : 0
}

function keyOf(category: string, id: string): string {
  return `${categorySlug(category)}/${id}`
}
