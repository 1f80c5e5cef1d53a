import { categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { MarkedCorrection } from '#blog/passages.ts'
import type { Change, Review } from '#blog/post.ts'
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
  reviews: readonly Review[]
  corrections: readonly MarkedCorrection[]
}

/** Who took a post back, when and why, and what it was. */
export type Retraction = { by: string; date: string; reason: string; title: string; published: string }

// Posts newest first: sorted once when they are first asked for, kept in order from then on. `version` is the number of the
// last event that changed the list.
type List = { posts: Map<string, ArchivedPost>; sorted: readonly ArchivedPost[] | null; version: number }

/** The posts that follow from a journal's events, applied one by one. */
export function createProjection() {
  const everything = emptyList(null)
  const categories = new Map<string, List>()
  const retracted = new Map<string, Retraction>()
  const changes: Change[] = []
  const words = new Map<string, string>()
  let sequence = 0
  let categoriesVersion = 0

  /** Applies the next event; the answer says why it changed nothing, or is null. */
  function apply(event: JournalEvent): string | null {
    sequence = event.sequence
    const slug = categorySlug(event.post.category)
    const key = keyOf(event.post.category, event.post.id)
    const before = everything.posts.get(key)
    const ignored = `Event ${event.sequence} (${event.kind}) is ignored: the post ${key}`

    if (event.kind === 'published') {
      // A retraction is a person's last word: a slower newsroom must not undo it.
      if (retracted.has(key)) return `${ignored} was retracted before.`
      // Of one that is there already it says nothing new, and perhaps what was corrected since, but for its picture, which
      // may have got more files.
      if (before !== undefined) {
        const { picture } = event.post
        if (picture !== undefined && JSON.stringify(picture) !== JSON.stringify(before.picture))
          place(slug, key, { ...before, picture, sequence })
        return null
      }
      const tags = event.post.tags.map(shared)
      const fresh = { sequence, updated: null, text: sequence, revision: null, reviews: NONE, corrections: NONE }
      place(slug, key, { ...event.post, tags, ...fresh })
      return null
    }
    if (event.kind === 'retracted') {
      // Also one that was never published: it shall not be.
      if (!retracted.has(key)) {
        const { by, time: date, reason } = event
        const { title, date: published } = before ?? event.post
        retracted.set(key, { by, date, reason, title, published })
        // Of what nobody has seen, nobody needs to be told.
        if (before !== undefined) keepChange('retraction', before, { by, date, note: reason })
      }
      remove(slug, key)
      return null
    }
    if (before === undefined) return `${ignored} is not published.`
    if (event.baseVersion !== before.text) return `${ignored} had another text by then.`
    const { by, note, time: date } = event
    if (event.kind === 'reviewed') {
      place(slug, key, { ...before, sequence, reviews: [...before.reviews, { by, date, note }] })
    } else {
      const { revision, passages } = event
      const corrections = [...before.corrections, { by, date, note, ...(passages && { passages }) }]
      place(slug, key, {
        ...event.post,
        sequence,
        updated: date,
        text: sequence,
        revision,
        reviews: before.reviews,
        corrections,
      })
      keepChange('correction', event.post, { by, date, note, ...(passages?.length && { mark: corrections.length }) })
    }
    return null
  }

  // One string for all posts that have a tag: a fifth of the memory of a large archive would be repetitions.
  function shared(word: string): string {
    const known = words.get(word)
    if (known === undefined) words.set(word, word)
    return known ?? word
  }

  function keepChange(
    kind: Change['kind'],
    post: PublishedPost,
    what: Pick<Change, 'by' | 'date' | 'note' | 'mark'>,
  ): void {
    const { category, id, title, date: published } = post
    changes.push({ kind, category, id, title, published, ...what })
  }

  // Where a post was corrected again, nobody knows without its text whether the passages of before are still there.
  function withSureMark({ mark, ...change }: Change): Change {
    const corrections = everything.posts.get(keyOf(change.category, change.id))?.corrections
    return mark !== undefined && mark === corrections?.length ? { ...change, mark } : change
  }

  function place(slug: string, key: string, post: ArchivedPost): void {
    change(slug, (list) => {
      const before = list.posts.get(key)
      list.posts.set(key, post)
      if (list.sorted === null) return
      const rest = before === undefined ? list.sorted : list.sorted.toSpliced(list.sorted.indexOf(before), 1)
      list.sorted = Object.freeze(rest.toSpliced(placeOf(rest, post), 0, post))
    })
  }

  function remove(slug: string, key: string): void {
    change(slug, (list) => {
      const before = list.posts.get(key)
      if (before === undefined) return
      list.posts.delete(key)
      if (list.sorted !== null) list.sorted = Object.freeze(list.sorted.toSpliced(list.sorted.indexOf(before), 1))
    })
  }

  function change(slug: string, edit: (list: List) => void): void {
    const category = categories.get(slug) ?? emptyList(everything.sorted === null ? null : [])
    categories.set(slug, category)
    const name = category.sorted?.[0]?.category
    for (const list of [category, everything]) {
      edit(list)
      list.version = sequence
    }
    // The name is as the newest post spells it.
    if (category.sorted === null || category.sorted[0]?.category !== name) categoriesVersion = sequence
  }

  return {
    apply,
    sequence: () => sequence,
    categories: () => [...categories.values()].flatMap((list) => sortedPosts(list)[0]?.category ?? []).sort(),
    categoriesVersion: () => categoriesVersion,
    posts(slug: string): readonly ArchivedPost[] {
      const list = categories.get(slug)
      return list === undefined ? [] : sortedPosts(list)
    },
    version: (slug: string) => categories.get(slug)?.version ?? 0,
    find: (category: string, id: string) => everything.posts.get(keyOf(category, id)) ?? null,
    all: () => sortedPosts(everything),
    changes: (most: number) => changes.slice(-most).toReversed().map(withSureMark),
    retraction: (category: string, id: string) => retracted.get(keyOf(category, id)) ?? null,
  }
}

const NONE: readonly never[] = Object.freeze([])

function emptyList(sorted: List['sorted']): List {
  return { posts: new Map(), sorted, version: 0 }
}

function sortedPosts(list: List): readonly ArchivedPost[] {
  if (list.sorted === null) {
    // Each date is read once, not once for each comparison.
    const timed = [...list.posts.values()].map((post) => ({ post, time: timeOf(post.date) }))
    list.sorted = Object.freeze(
      timed.sort((a, b) => b.time - a.time || compareNames(a.post, b.post)).map(({ post }) => post),
    )
  }
  return list.sorted
}

// By halving: where a post belongs among those that are sorted.
function placeOf(sorted: readonly ArchivedPost[], post: ArchivedPost): number {
  const time = timeOf(post.date)
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = sorted[middle]
    if (other !== undefined && (timeOf(other.date) - time || compareNames(post, other)) > 0) low = middle + 1
    else high = middle
  }
  return low
}

function compareNames(a: ArchivedPost, b: ArchivedPost): number {
  const [left, right] = a.id === b.id ? [a.category, b.category] : [a.id, b.id]
  return left < right ? -1 : left > right ? 1 : 0
}

function keyOf(category: string, id: string): string {
  return `${categorySlug(category)}/${id}`
}
