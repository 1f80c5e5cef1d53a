import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { firstKey, PreconditionFailed, Unavailable } from '#bucket/bucket.ts'
import { corrupt, journalEvent, readEvent } from '#archive/event.ts'
import { newestSnapshot, newestSnapshotSequence, SNAPSHOT_EVERY, writeSnapshot } from '#archive/snapshot.ts'
import type { EventDraft, JournalEvent } from '#archive/event.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** The ordered log of all publications, corrections, reviews and retractions. */
export type Journal = {
  /**
   * Commits an event under the next free sequence number. `known` is the number of the last event that the caller has
   * read. If that event is missing, the bucket was moved or emptied, so the call rejects with Unavailable. After any
   * Unavailable error, the event may or may not have been committed.
   */
  append(draft: EventDraft, known?: number): Promise<JournalEvent>
  /** Reads the events after `sequence` in order, without gaps. Rejects with Corrupt if one cannot be read. */
  readAfter(sequence: number): Promise<JournalEvent[]>
}

// Maximum number of attempts to commit an event. The delay doubles with each attempt. The count restarts when another
// process commits an event.
const MAX_ATTEMPTS = 6
const FIRST_DELAY_MS = 100
const MAX_PARALLEL_READS = 32

/**
 * Opens a bucket's journal. A journal can be opened several times, because its only in-memory state is a hint about its
 * length.
 */
export function openJournal(options: {
  bucket: Bucket
  now?: () => Date
  writeId?: () => string
  pause?: (milliseconds: number) => Promise<unknown>
  /** Called if a snapshot cannot be written or read. Events can still be committed and read. */
  onError?: (error: unknown) => void
}): Journal {
  const { bucket, now = () => new Date(), writeId = randomUUID, pause = wait, onError = console.error } = options
  let end = 0

  async function append(draft: EventDraft, known = 0): Promise<JournalEvent> {
    const own = { writeId: writeId(), time: now().toISOString() }
    let after: number | null = null
    for (let failures = 0; ;) {
      try {
        after ??= Math.max(end, known) || (await newestSnapshotSequence(bucket))
        await requireEvent(bucket, after)
        // Read events from other processes, and our own event if the response to its write was lost.
        const events = await readAfter(after)
        const committed = events.find((event) => event.writeId === own.writeId)
        if (committed !== undefined) return committed
        if (events.length > 0) failures = 0
        after += events.length
        // Parsing the event also removes unknown fields.
        return await create(journalEvent.parse({ ...draft, ...own, sequence: after + 1 }))
      } catch (error) {
        if (!(error instanceof Unavailable) && !(error instanceof PreconditionFailed)) throw error
        failures += 1
        // After a lost race, retry without a delay, because the winner's event can be read immediately.
        if (failures > MAX_ATTEMPTS || (failures === MAX_ATTEMPTS && error instanceof Unavailable)) throw error
        if (error instanceof Unavailable) await pause(FIRST_DELAY_MS * 2 ** (failures - 1))
      }
    }
  }

  async function create(event: JournalEvent): Promise<JournalEvent> {
    const body = Buffer.from(JSON.stringify(event))
    await bucket.put(eventKey(event.sequence), body, { contentType: 'application/json', ifNoneMatch: '*' })
    end = Math.max(end, event.sequence)
    if (event.sequence % SNAPSHOT_EVERY === 0) await takeSnapshot(event.sequence)
    return event
  }

  // The event is committed even if its snapshot fails, because the next snapshot contains the same events.
  async function takeSnapshot(sequence: number): Promise<void> {
    try {
      await writeSnapshot(bucket, (await readAfter(0)).slice(0, sequence))
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) onError(error)
    }
  }

  async function readAfter(sequence: number): Promise<JournalEvent[]> {
    const events = sequence === 0 ? await newestSnapshot(bucket, onError) : []
    events.push(...(await readOn(sequence + events.length)))
    if (sequence === 0) events.push(...(await readBehindHole(events.length)))
    end = Math.max(end, sequence + events.length)
    return events
  }

  // Reads one event first. If it exists, reads more in parallel until there are no further events.
  async function readOn(sequence: number): Promise<JournalEvent[]> {
    const events: JournalEvent[] = []
    for (let width = 1; ; width = Math.min(width * 2, MAX_PARALLEL_READS)) {
      const first = sequence + events.length + 1
      const read = await Promise.all(Array.from({ length: width }, (_, index) => readOne(first + index)))
      for (const event of read) {
        if (event === null) return events
        events.push(event)
      }
    }
  }

  async function readOne(sequence: number): Promise<JournalEvent | null> {
    const key = eventKey(sequence)
    const stored = await bucket.get(key)
    return stored === null ? null : readEvent(stored.body, { key, sequence })
  }

  // If a later event exists, a file was lost, unless another process committed both events after the first read.
  async function readBehindHole(sequence: number): Promise<JournalEvent[]> {
    const later = await firstKey(bucket, 'journal/0', eventKey(sequence + 1))
    const events = later === null ? [] : await readOn(sequence)
    if (later !== null && events.length === 0)
      throw corrupt(eventKey(sequence + 1), `it is missing, but ${later} exists`)
    return events
  }

  return { append, readAfter }
}

/**
 * Rejects with Unavailable if an event that was read before no longer exists and no snapshot contains it. Without this
 * check, a bucket that was moved or emptied would look like a journal without new events.
 */
export async function requireEvent(bucket: Bucket, sequence: number): Promise<void> {
  if (sequence === 0 || (await bucket.get(eventKey(sequence))) !== null) return
  if ((await newestSnapshotSequence(bucket)) >= sequence) return
  throw new Unavailable(
    `The journal file ${eventKey(sequence)} was read before, but is now missing. Check whether the bucket was moved or emptied.`,
  )
}

/** Returns the key of an event, `journal/{sequence}.json`, with the sequence number padded to ten digits. */
export function eventKey(sequence: number): string {
  return `journal/${String(sequence).padStart(10, '0')}.json`
}
