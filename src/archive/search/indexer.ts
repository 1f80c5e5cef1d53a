import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import type { JournalEvent } from '#archive/event.ts'
import { openJournal } from '#archive/journal.ts'
import { findPosts, type Asked, type Findings } from '#archive/search/find-posts.ts'
import { addText, applyEvent, readSource, textOf, type TextLocation } from '#archive/search/index-posts.ts'
import { relatedTexts, type Related } from '#archive/search/related-texts.ts'
import { isDamage, openSearchDatabase } from '#archive/search/search-database.ts'

/** A request to the index. `sequence` is the number of the last event that the caller has read. */
export type Request =
  | ({ kind: 'search'; sequence: number } & Asked)
  | { kind: 'related'; text: number; source: string; sequence: number }
  | { kind: 'follow'; sequence: number }

/** The response to any kind of request. Fields for other kinds of requests are empty. */
export type Response = Findings & { related: Related[] }

/** An index that keeps up with a bucket's journal. */
export type Indexer = { ask(request: Request): Promise<Response>; close(): Promise<void> }

const NOTHING: Response = { hits: [], total: 0, meant: null, tags: [], related: [] }

// Number of texts to read and index per batch. A batch takes about 10 ms, and a transaction contains several batches.
const BATCH = 32
const BATCHES_PER_TRANSACTION = 32

// If the index lacks more events than this, requests do not wait for them. An edition has fewer events than this, and a
// whole archive has more.
const MAX_AWAITED_EVENTS = 64
const WAIT_MS = { search: 2_000, related: 200, follow: 0 }

const RETRY_MS = 1_000

/**
 * Opens an index in a file, or in a private database if `file` is null. Each request reads new events before it is
 * processed.
 */
export function openIndexer(options: {
  bucket: Bucket
  file: string | null
  onError: (error: unknown) => void
}): Indexer {
  const { bucket, file, onError } = options
  const journal = openJournal({ bucket, onError })
  let db = openSearchDatabase(file, onError)
  let isClosed = false
  // True if the last indexed event was found in the journal, which proves that the file belongs to this journal.
  let isVerified = false
  let wanted = 0
  let work: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let lastProblem: string | null = null

  const sequence = () => Number(db.get('SELECT sequence FROM progress').sequence)

  function rebuild(): void {
    db.destroy()
    db = openSearchDatabase(file, onError)
    isVerified = false
  }

  async function ask(request: Request): Promise<Response> {
    try {
      await catchUpTo(request)
      if (request.kind === 'search') return { ...NOTHING, ...findPosts(db, request) }
      if (request.kind === 'follow') return NOTHING
      return { ...NOTHING, related: relatedTexts(db, request.text, request.source) }
    } catch (error) {
      if (!isDamage(error)) throw error
      onError(error)
      rebuild()
      follow()
      return NOTHING
    }
  }

  async function catchUpTo({ kind, sequence: target }: Request): Promise<void> {
    wanted = Math.max(wanted, target)
    const missing = wanted - sequence()
    if (missing > 0) follow()
    if (missing > 0 && missing <= MAX_AWAITED_EVENTS)
      await Promise.race([work, pause(WAIT_MS[kind], undefined, { ref: false })])
  }

  function follow(): void {
    if (timer !== null) clearTimeout(timer)
    work ??= readJournalOrRetry()
  }

  async function readJournalOrRetry(): Promise<void> {
    const problem = await readJournal().catch((error: unknown) => {
      if (isClosed) return null
      // If every retry fails with the same error, report it only once.
      if (String(error) !== lastProblem) onError(error)
      if (isDamage(error)) rebuild()
      else db.rollBack()
      return String(error)
    })
    work = null
    lastProblem = problem
    if (problem !== null && !isClosed) timer = setTimeout(follow, RETRY_MS).unref()
  }

  // Resolves to the reason for a retry, or to null if the index contains all texts.
  async function readJournal(): Promise<string | null> {
    for (let events = await newEvents(); events.length > 0; events = await newEvents()) await indexEvents(events)
    return (await readMissingTexts()) ? null : "a post's text is unavailable"
  }

  async function newEvents(): Promise<JournalEvent[]> {
    if (isClosed) return []
    const { sequence: before, write_id: writeId } = db.get('SELECT sequence, write_id FROM progress')
    if (isVerified || before === 0) return await journal.readAfter(Number(before))
    const [last, ...events] = await journal.readAfter(Number(before) - 1)
    if (isClosed) return []
    if (last === undefined && wanted >= Number(before)) throw new Unavailable('The journal is unavailable.')
    if (last?.writeId !== writeId) rebuild()
    isVerified = true
    return last?.writeId === writeId ? events : await journal.readAfter(0)
  }

  // Reads the next batch's texts while it indexes a batch. Between batches, the index responds to requests.
  async function indexEvents(events: JournalEvent[]): Promise<void> {
    let reading = readTexts(events.slice(0, BATCH))
    for (let start = 0; start < events.length; start += BATCH) {
      const batch = events.slice(start, start + BATCH)
      const [texts, isLast] = [await reading, start + BATCH >= events.length]
      // In the meantime, a request may have found damage and started a rebuild.
      if (isClosed || sequence() + 1 !== batch[0]?.sequence) return
      reading = readTexts(events.slice(start + BATCH, start + 2 * BATCH))
      const turn = start / BATCH
      if (turn % BATCHES_PER_TRANSACTION === 0) db.run('BEGIN')
      for (const event of batch) applyEvent(db, event, texts.get(event.sequence) ?? null)
      const last = batch.at(-1)
      db.run('UPDATE progress SET sequence = ?, write_id = ?', last?.sequence ?? 0, last?.writeId ?? '')
      if (isLast || (turn + 1) % BATCHES_PER_TRANSACTION === 0) db.run('COMMIT')
    }
  }

  async function readTexts(events: JournalEvent[]): Promise<Map<number, string | null>> {
    const locations = events.flatMap((event) => textOf(event) ?? [])
    return new Map(
      await Promise.all(locations.map(async (location) => [location.text, await readText(location)] as const)),
    )
  }

  // Resolves to null if the text is currently unavailable. If it cannot be parsed, reports the error and indexes the
  // post without its text.
  async function readText(location: TextLocation): Promise<string | null> {
    try {
      return await readSource(bucket, location)
    } catch (error) {
      if (error instanceof Unavailable) return null
      onError(error)
      return ''
    }
  }

  async function readMissingTexts(): Promise<boolean> {
    if (isClosed) return true
    for (const row of db.all(`SELECT text, category, id, revision FROM post WHERE unread LIMIT ${BATCH}`)) {
      const revision = row.revision === null ? null : String(row.revision)
      const location = { text: Number(row.text), category: String(row.category), id: String(row.id), revision }
      const source = await readText(location)
      if (isClosed) return true
      if (source !== null) addText(db, location.text, source)
    }
    return !('text' in db.get('SELECT text FROM post WHERE unread LIMIT 1'))
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
