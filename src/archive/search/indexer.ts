import { setTimeout as pause } from 'node:timers/promises'
import type { Found as FoundPosts, Meant } from '#blog/client.ts'
import type { Mark } from '#blog/post.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import type { JournalEvent } from '#archive/event.ts'
import { openJournal } from '#archive/journal.ts'
import { findPosts, type Asked } from '#archive/search/find-posts.ts'
import {
  addText,
  applyEvent,
  learnWords,
  readSource,
  relearnWords,
  tagsOf,
  textOf,
} from '#archive/search/index-posts.ts'
import type { TextPlace } from '#archive/search/index-posts.ts'
import { questionWords } from '#archive/search/question-words.ts'
import { relatedTexts, type Related } from '#archive/search/related-texts.ts'
import { isDamage, openSearchDatabase } from '#archive/search/search-database.ts'
import { beginningIn, marksIn, passageOf, snippetOf, type Snippet } from '#archive/search/snippet.ts'

/** A post that was found, named by the event that brought its text: whether it has all that was asked for, and where; `snippet` is null where its title says enough. */
export type Found = {
  text: number
  category: string
  id: string
  isWhole: boolean
  marks: Mark[]
  snippet: Snippet | null
}

/** What an index is asked; `sequence` is how far whoever asks has read the journal. */
export type Question =
  | ({ kind: 'search'; sequence: number } & Asked)
  | { kind: 'related'; text: number; source: string; sequence: number }
  | { kind: 'follow'; sequence: number }

type Tag = FoundPosts['tags'][number]

/** The answer to any question; what it was not about is empty. */
export type Answer = { posts: Found[]; total: number; meant: Meant | null; tags: Tag[]; related: Related[] }

/** An index that follows a bucket's journal. */
export type Indexer = { ask(question: Question): Promise<Answer>; close(): Promise<void> }

// Texts that are read at once and taken up in one go, a hundredth of a second's worth; so many turns make a transaction.
const AT_ONCE = 32
const TURNS = 32

// From so many events on, the vocabulary is made anew at the end.
const MANY = 2_000

// A reader waits for the texts of an edition, not for those of an archive: longer for what was asked for than for what comes
// with a page, in milliseconds.
const WORTH_WAITING = 64
const PATIENCE = { search: 2_000, related: 200, follow: 0 }

// How long to wait after the bucket could not be read, in milliseconds.
const RETRY_AFTER = 1_000

const MOST_KEPT = 1_000
const MOST_TAGS = 5

// Of so many of the first hits the text is read for a snippet.
const MOST_SNIPPETS = 10

/** Opens the index of a bucket's posts, in a file or in a database of its own, and follows the journal whenever it is asked. */
export function openIndexer(options: {
  bucket: Bucket
  file: string | null
  onError: (error: unknown) => void
}): Indexer {
  const { bucket, file, onError } = options
  const journal = openJournal({ bucket, onError })
  const kept = new Map<number, Related[]>()
  let db = openSearchDatabase(file, onError)
  let isClosed = false
  // Until the first look at the journal nobody knows whether this index is one of it.
  let isChecked = false
  let wanted = 0
  let work: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let problem = ''

  const sequence = () => Number(db.get('SELECT sequence FROM progress').sequence)

  function startAnew(): void {
    db.destroy()
    db = openSearchDatabase(file, onError)
    isChecked = false
    kept.clear()
  }

  async function ask(question: Question): Promise<Answer> {
    try {
      await reach(question)
      return await answer(question)
    } catch (error) {
      if (!isDamage(error)) throw error
      onError(error)
      startAnew()
      follow()
      return NOTHING
    }
  }

  async function answer(question: Question): Promise<Answer> {
    if (question.kind === 'search') return await search(question)
    if (question.kind === 'related') return { ...NOTHING, related: related(question) }
    return NOTHING
  }

  async function reach({ kind, sequence: target }: Question): Promise<void> {
    wanted = Math.max(wanted, target)
    const missing = wanted - sequence()
    if (missing > 0) follow()
    if (missing > 0 && missing <= WORTH_WAITING)
      await Promise.race([work, pause(PATIENCE[kind], undefined, { ref: false })])
  }

  function follow(): void {
    if (timer !== null) clearTimeout(timer)
    work ??= catchUp().then(
      (isComplete) => finish(isComplete ? '' : 'a text is missing'),
      (error: unknown) => {
        if (isClosed) return
        // What is wrong once a second is said once.
        if (String(error) !== problem) onError(error)
        if (isDamage(error)) startAnew()
        else db.rollBack()
        finish(String(error))
      },
    )
  }

  function finish(trouble: string): void {
    work = null
    problem = trouble
    if (trouble !== '' && !isClosed) timer = setTimeout(follow, RETRY_AFTER).unref()
  }

  // Whether every text could be read.
  async function catchUp(): Promise<boolean> {
    // A process may end before it comes to the vocabulary.
    if (wanted - sequence() > MANY) db.run('UPDATE progress SET is_learned = 0')
    while (await takeUp(newEvents()));
    if (!isClosed && db.get('SELECT is_learned FROM progress').is_learned === 0) {
      for (const _ of relearnWords(db)) {
        await pause(0)
        if (isClosed) return true
      }
      db.run('UPDATE progress SET is_learned = 1')
    }
    return await readMissing()
  }

  async function* newEvents(): AsyncGenerator<JournalEvent> {
    if (isClosed) return
    const { sequence: before, write_id: writeId } = db.get('SELECT sequence, write_id FROM progress')
    if (isChecked || before === 0) return yield* journal.eventsAfter(Number(before))
    const events = journal.eventsAfter(Number(before) - 1)
    const { value: last } = await events.next()
    if (last === undefined && wanted >= Number(before)) throw new Unavailable('The journal is not there now.')
    if (last?.writeId !== writeId) startAnew()
    isChecked = true
    yield* last?.writeId === writeId ? events : journal.eventsAfter(0)
  }

  // Whether there were any. While some texts are taken up, the next ones are being read; whoever asks something comes in
  // between.
  async function takeUp(events: AsyncGenerator<JournalEvent>): Promise<boolean> {
    const isMuch = db.get('SELECT is_learned FROM progress').is_learned === 0
    let some = await take(events, AT_ONCE)
    const isNone = some.length === 0
    let reading = readAll(some)
    for (let turn = 1; some.length > 0 && !isClosed; turn += 1) {
      const texts = await reading
      const next = await take(events, AT_ONCE)
      if (isClosed) break
      reading = readAll(next)
      // A question may have found damage meanwhile.
      if (sequence() + 1 !== some[0]?.sequence) return true
      if (turn % TURNS === 1) db.run('BEGIN')
      for (const event of some) {
        applyEvent(db, event, texts.get(event.sequence) ?? null)
        if (!isMuch && texts.has(event.sequence)) learnWords(db, event.post, texts.get(event.sequence) ?? '')
      }
      const last = some.at(-1)
      db.run('UPDATE progress SET sequence = ?, write_id = ?', last?.sequence ?? 0, last?.writeId ?? '')
      if (turn % TURNS === 0 || next.length === 0) db.run('COMMIT')
      kept.clear()
      some = next
    }
    return !isNone
  }

  async function readAll(events: JournalEvent[]): Promise<Map<number, string>> {
    const places = events.flatMap((event) => textOf(event) ?? [])
    const texts = await Promise.all(places.map(async (place) => [place.text, await readOrReport(place)] as const))
    return new Map(texts.flatMap(([text, source]) => (source === null ? [] : [[text, source]])))
  }

  // One that is no post costs only itself; null for one that may be there another time.
  async function readOrReport(place: TextPlace): Promise<string | null> {
    try {
      return await readSource(bucket, place)
    } catch (error) {
      if (error instanceof Unavailable) return null
      onError(error)
      return ''
    }
  }

  async function readMissing(): Promise<boolean> {
    if (isClosed) return true
    const missing = db.all(`SELECT text, category, id, revision FROM post WHERE unread = 1 LIMIT ${AT_ONCE}`)
    for (const { text, category, id, revision } of missing) {
      const place = {
        category: String(category),
        id: String(id),
        revision: revision === null ? null : String(revision),
      }
      const source = await readOrReport({ text: Number(text), ...place })
      if (isClosed) return true
      // It may have been corrected or taken back while it was read.
      const isThere = db.get('SELECT text FROM post WHERE text = ?', text ?? 0).text !== undefined
      if (source !== null && isThere) addText(db, Number(text), source)
    }
    return db.get('SELECT text FROM post WHERE unread = 1 LIMIT 1').text === undefined
  }

  async function search(question: Asked): Promise<Answer> {
    const asked = questionWords(question.query)
    const { hits, total, meant: intended } = findPosts(db, question)
    const posts = hits.map(async ({ words: meant, ...hit }, place) => {
      const words = new Set(meant)
      const post = db.get('SELECT title, excerpt, tags, revision FROM post WHERE text = ?', hit.text)
      const marks = marksIn(String(post.title), words)
      if (marks.length >= asked.length) return { ...hit, marks, snippet: null }
      const snippet = snippetOf(String(post.excerpt), words)
      if (snippet !== null || place >= MOST_SNIPPETS) return { ...hit, marks, snippet }
      const revision = post.revision === null ? null : String(post.revision)
      const source = await readOrReport({ ...hit, revision })
      const passage = passageOf(source ?? '', words)
      if (passage !== null) return { ...hit, marks, snippet: passage }
      const tag = tagsOf(post.tags).find((name) => marksIn(name, words).length > 0)
      return { ...hit, marks, snippet: tag === undefined ? null : { text: String(post.excerpt), marks: [], tag } }
    })
    const tags = db.all(
      `SELECT name, posts FROM tag WHERE posts > 0 AND ' ' || words LIKE ? ORDER BY posts DESC, name LIMIT ${MOST_TAGS}`,
      `% ${asked.join(' ')}%`,
    )
    return {
      ...NOTHING,
      posts: await Promise.all(posts),
      total,
      meant: intended,
      tags: asked.length === 0 ? [] : tags.map(({ name, posts }) => tagOf(String(name), Number(posts), asked)),
    }
  }

  function related({ text, source }: { text: number; source: string }): Related[] {
    const found = kept.get(text) ?? relatedTexts(db, text, source)
    if (kept.size < MOST_KEPT) kept.set(text, found)
    return found
  }

  return {
    ask,
    async close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      db.close()
    },
  }
}

function tagOf(name: string, posts: number, words: readonly string[]): Tag {
  return { name, posts, marks: beginningIn(name, words) }
}

const NOTHING: Answer = { posts: [], total: 0, meant: null, tags: [], related: [] }

async function take<T>(from: AsyncGenerator<T>, count: number): Promise<T[]> {
  const taken: T[] = []
  while (taken.length < count) {
    const { value, done } = await from.next()
    if (done) break
    taken.push(value)
  }
  return taken
}
