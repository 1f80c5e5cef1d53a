import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { PreconditionFailed, Unavailable } from '#bucket/bucket.ts'
import { checkEvent, corrupt, eventJson, readEvent } from '#archive/event.ts'
import { newestSnapshot, newestSnapshotSequence, SNAPSHOT_EVERY, writeSnapshot } from '#archive/snapshot.ts'
import type { EventDraft, JournalEvent } from '#archive/event.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** The one order of everything that was ever published, corrected, reviewed and retracted. */
export type Journal = {
  /** Commits an event under the next free number. Unavailable when the storage stayed away: the event may then stand or not. */
  append(draft: EventDraft): Promise<JournalEvent>
  /** The committed events after `sequence`, in order and without gaps. Corrupt when one of them cannot be read. */
  readAfter(sequence: number): Promise<JournalEvent[]>
  /** The same one by one, for who need not hold them all: a large archive's take a hundred megabytes. */
  eventsAfter(sequence: number): AsyncGenerator<JournalEvent>
}

// How often in a row a commit may fail without anyone getting on, and the first pause in milliseconds.
const ATTEMPTS = 6
const FIRST_PAUSE = 100
const WIDEST_READ = 32

/** The journal of a bucket. It keeps no state but a hint of where the end is, so any number of them may be open at once. */
export function openJournal(options: {
  bucket: Bucket
  now?: () => Date
  writeId?: () => string
  pause?: (milliseconds: number) => Promise<unknown>
  /** Told of what keeps no event from being committed or read: a snapshot that failed. */
  onError?: (error: unknown) => void
}): Journal {
  const { bucket, now = () => new Date(), writeId = randomUUID, pause = wait, onError = console.error } = options
  let end = 0

  async function append(draft: EventDraft): Promise<JournalEvent> {
    const own = { writeId: writeId(), time: now().toISOString() }
    let after: number | null = null
    for (let failures = 0; ;) {
      try {
        after ??= end || (await newestSnapshotSequence(bucket))
        // What others committed comes first, and so does our own write whose answer was lost.
        const events = await readAfter(after)
        const committed = events.find((event) => event.writeId === own.writeId)
        if (committed !== undefined) return committed
        if (events.length > 0) failures = 0
        after += events.length
        return await create(checkEvent({ ...draft, ...own, sequence: after + 1 }))
      } catch (error) {
        if (!(error instanceof Unavailable) && !(error instanceof PreconditionFailed)) throw error
        failures += 1
        // Losing a race needs no pause: the winner is there to be read, also after the last attempt.
        if (failures > ATTEMPTS || (failures === ATTEMPTS && error instanceof Unavailable)) throw error
        if (error instanceof Unavailable) await pause(FIRST_PAUSE * 2 ** (failures - 1))
      }
    }
  }

  async function create(event: JournalEvent): Promise<JournalEvent> {
    const body = Buffer.from(eventJson(event))
    await bucket.put(eventKey(event.sequence), body, { contentType: 'application/json', ifNoneMatch: '*' })
    end = Math.max(end, event.sequence)
    if (event.sequence % SNAPSHOT_EVERY === 0) await takeSnapshot(event.sequence)
    return event
  }

  // The event stands whether or not its snapshot does: the next thousand makes up for one that is missing.
  async function takeSnapshot(sequence: number): Promise<void> {
    try {
      await writeSnapshot({ bucket, events: (await readAfter(0)).slice(0, sequence) })
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) onError(error)
    }
  }

  async function readAfter(sequence: number): Promise<JournalEvent[]> {
    return await Array.fromAsync(eventsAfter(sequence))
  }

  async function* eventsAfter(sequence: number): AsyncGenerator<JournalEvent> {
    let last = sequence
    async function* counted(events: AsyncIterable<JournalEvent>): AsyncGenerator<JournalEvent> {
      for await (const event of events) {
        last = event.sequence
        yield event
      }
    }
    if (sequence === 0) yield* counted(newestSnapshot({ bucket, onError }))
    yield* counted(readOn(last))
    if (sequence === 0) yield* counted(readBehindHole(last))
    end = Math.max(end, last)
  }

  // One read when nothing is new, ever wider ones when there is much to catch up with.
  async function* readOn(sequence: number): AsyncGenerator<JournalEvent> {
    for (let [width, first] = [1, sequence + 1]; ; first += width, width = Math.min(width * 2, WIDEST_READ)) {
      const read = await Promise.all(Array.from({ length: width }, (_, index) => readOne(first + index)))
      for (const event of read) {
        if (event === null) return
        yield event
      }
    }
  }

  async function readOne(sequence: number): Promise<JournalEvent | null> {
    const key = eventKey(sequence)
    const stored = await bucket.get(key)
    return stored === null ? null : readEvent(stored.body, { key, sequence })
  }

  // An event after a missing one means that a file was lost, unless both were committed just now.
  async function* readBehindHole(sequence: number): AsyncGenerator<JournalEvent> {
    const { keys } = await bucket.list({ prefix: 'journal/0', after: eventKey(sequence + 1), limit: 1 })
    if (keys.length === 0) return
    let isHole = true
    for await (const event of readOn(sequence)) {
      isHole = false
      yield event
    }
    if (isHole) throw corrupt(eventKey(sequence + 1), `it is missing, but ${keys[0]} is there`)
  }

  return { append, readAfter, eventsAfter }
}

/** The key of an event: `journal/{sequence, ten digits}.json`. */
export function eventKey(sequence: number): string {
  return `journal/${String(sequence).padStart(10, '0')}.json`
}
