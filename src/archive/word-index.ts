import { setTimeout as pause } from 'node:timers/promises'
import { categorySlug } from '#blog/category.ts'
import { timeOf } from '#blog/date.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { Archive, ArchivedPost } from '#archive/archive.ts'
import { createPostings } from '#archive/postings.ts'
import { readWords } from '#archive/read-words.ts'
import { createVocabulary } from '#archive/vocabulary.ts'
import type { Vocabulary } from '#archive/vocabulary.ts'
import { bagOf, fieldsOf } from '#archive/word-bag.ts'
import type { WordBag } from '#archive/word-bag.ts'
import { countWords } from '#archive/words.ts'

/** The words of an archive's posts: of their titles, tags, categories and excerpts, and of their texts once these are read. */
export type WordIndex = {
  readonly archive: Archive
  readonly vocabulary: Vocabulary
  /** Moves whenever a post has come or gone, and with the texts that are read: with every few while there are many. */
  readonly version: number
  /** One more than the highest number that a post has here. */
  readonly size: number
  /** The post of a number, null when it has gone. */
  post(number: number): ArchivedPost | null
  /** The time of a post, in milliseconds since 1970. */
  time(number: number): number
  /** In how many summaries and texts a word is; those of posts that have gone are counted. */
  count(word: number): number
  /** Visits every summary and text that has a word: `fields` are bits of a summary, `times` is for a text; the other is 0. */
  each(word: number, visit: (number: number, fields: number, times: number) => void): void
  /** The words of a post with those of its text, if it is among the newest and its text was read; if not, of the one given. */
  words(post: ArchivedPost, text?: () => string): WordBag
  /** Takes up what the archive has learned: what has gone at once, what has come as far as one question may take. */
  follow(): void
  /** Resolves when everything is taken up; at once when so much is left that nobody should wait for it. */
  settled(): Promise<void>
}

/** So many of the newest posts keep the words of their texts one by one, to be compared with each other. */
export const NEWEST = 2_000

// The newest texts that are searched; older posts are found by their summaries.
const MOST_TEXTS = 100_000

// Summaries that one question takes up, and one turn of the event loop: at most 50 ms, some 3 ms.
const AT_A_QUESTION = 500
const AT_A_TURN = 100

// A reader may wait for the texts of an edition, not for those of an archive.
const WORTH_WAITING = 64

// Whoever keeps what follows from all texts shall not make it anew for each of an archive that is being read.
const TEXTS_A_VERSION = 100

// A mark tells a text by this bit; the bits below count its word, up to 15 times.
const IN_TEXT = 16

/**
 * An index that follows an archive from now on, in the background; with `bucket`, the posts' texts are read from there. A
 * text that cannot be read is told to `onError` and costs only itself. What it takes is in decision 006.
 */
export function openWordIndex(options: {
  archive: Archive
  bucket?: Bucket
  onError?: (error: unknown) => void
  /** How long to wait, in milliseconds, before a text is asked for again that the bucket could not give. */
  retryAfter?: number
}): WordIndex {
  const { archive, bucket, onError = console.error, retryAfter = 1_000 } = options
  const vocabulary = createVocabulary()
  const postings = createPostings()
  const posts: (ArchivedPost | null)[] = []
  const times: number[] = []
  const numbers = new Map<string, number>()
  // A part is a summary or a text: which post it is of. One that comes later has a higher number, whatever its post's age.
  const parts: number[] = []
  const read = new Set<number>()
  const bags = new Map<number, WordBag>()
  const slugs = new Map<string, string>()
  // Stacks: the newest is on top and taken first.
  const waiting: ArchivedPost[] = []
  const unread: ArchivedPost[] = []
  let newest = new Set<string>()
  let [sequence, version] = [0, 0]
  let work: Promise<void> | null = null

  // Goes over every post, but does something only about those that an event has touched since.
  function look(): void {
    if (archive.sequence === sequence) return
    const all = archive.all()
    newest = new Set(all.slice(0, NEWEST).map(keyOf))
    const touched = all.filter((post) => post.sequence > sequence).toReversed()
    for (const [place, post] of touched.entries()) {
      if (numbers.size > 0 && !isNews(post)) continue
      waiting.push(post)
      if (bucket !== undefined && touched.length - place <= MOST_TEXTS) unread.push(post)
    }
    // Events say what has come; what has gone is missed.
    if (numbers.size + waiting.length !== all.length) {
      for (const [key, number] of numbers) if (archivedNow(posts[number]) === null) drop(key)
    }
    for (const number of bags.keys()) {
      const post = posts[number]
      if (!post || !newest.has(keyOf(post))) bags.delete(number)
    }
    ;({ sequence } = archive)
    version += 1
  }

  // One that was only reviewed has the same words as before.
  function isNews(post: ArchivedPost): boolean {
    const key = keyOf(post)
    const number = numbers.get(key)
    if (number === undefined) return true
    if (posts[number]?.text === post.text) {
      posts[number] = post
      return false
    }
    drop(key)
    return true
  }

  function drop(key: string): void {
    const number = numbers.get(key)
    if (number === undefined) return
    numbers.delete(key)
    posts[number] = null
  }

  function archivedNow(post: ArchivedPost | null | undefined): ArchivedPost | null {
    return post ? archive.find(post.category, post.id) : null
  }

  // Whether a post is still what the archive shows: it may have been corrected or retracted while it waited.
  function stands(post: ArchivedPost): boolean {
    return archivedNow(post)?.text === post.text
  }

  function take(most: number): void {
    for (let taken = 0; taken < most; taken += 1) {
      const post = waiting.pop()
      if (post === undefined) return
      if (stands(post)) addSummary(post)
    }
  }

  function addSummary(post: ArchivedPost): number {
    const known = numbers.get(keyOf(post))
    if (known !== undefined) return known
    const number = posts.push(archivedNow(post)) - 1
    times.push(timeOf(post.date))
    numbers.set(keyOf(post), number)
    const part = parts.push(number) - 1
    const fields = fieldsOf(post)
    for (const [word, field] of fields) postings.add(vocabulary.add(word), part, field)
    if (newest.has(keyOf(post))) bags.set(number, bagOf({ fields, counts: new Map(), find: vocabulary.find }))
    version += 1
    return number
  }

  function addText(post: ArchivedPost, counts: ReadonlyMap<string, number>): void {
    if (!stands(post)) return
    const number = addSummary(post)
    if (read.has(number)) return
    read.add(number)
    const part = parts.push(number) - 1
    for (const [word, count] of counts) postings.add(vocabulary.add(word), part, IN_TEXT + Math.min(count, IN_TEXT - 1))
    if (newest.has(keyOf(post))) bags.set(number, bagOf({ fields: fieldsOf(post), counts, find: vocabulary.find }))
    if (read.size % TEXTS_A_VERSION === 0) version += 1
  }

  function keyOf({ category, id }: ArchivedPost): string {
    let slug = slugs.get(category)
    if (slug === undefined) slugs.set(category, (slug = categorySlug(category)))
    return `${slug}/${id}`
  }

  function wake(): void {
    work ??= keepUp()
  }

  async function keepUp(): Promise<void> {
    try {
      do await catchUp()
      while (archive.sequence !== sequence)
    } catch (error) {
      onError(error)
    } finally {
      work = null
    }
  }

  // A little at a time, so that requests are answered in between.
  async function catchUp(): Promise<void> {
    do {
      await pause(1, undefined, { ref: false })
      look()
      take(AT_A_TURN)
    } while (waiting.length > 0)
    if (bucket === undefined) return
    await readWords({ bucket, next, stands, addText, onError, retryAfter })
    version += 1
  }

  // What is published while an archive is read comes first.
  function next(): ArchivedPost | null {
    look()
    take(AT_A_TURN)
    return unread.pop() ?? null
  }

  archive.onChange(wake)
  wake()

  return {
    archive,
    vocabulary,
    get version() {
      return version
    },
    get size() {
      return posts.length
    },
    post: (number) => posts[number] ?? null,
    time: (number) => times[number] ?? Number.NEGATIVE_INFINITY,
    count: postings.count,
    each(word, visit) {
      postings.each(word, (part, mark) => {
        const number = parts[part] ?? 0
        if (posts[number] === null) return
        if (mark < IN_TEXT) visit(number, mark, 0)
        else visit(number, 0, mark - IN_TEXT)
      })
    },
    words(post, text) {
      const number = numbers.get(keyOf(post)) ?? -1
      const kept = text === undefined || read.has(number) ? bags.get(number) : undefined
      return kept ?? bagOf({ fields: fieldsOf(post), counts: countWords(text?.() ?? ''), find: vocabulary.find })
    },
    follow() {
      look()
      take(AT_A_QUESTION)
    },
    async settled() {
      look()
      if (waiting.length + unread.length <= WORTH_WAITING) await work
    },
  }
}
