import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { Corrupt } from '#bucket/bucket.ts'
import { corrupt, eventJson, snapshotEvents } from '#archive/event.ts'
import type { JournalEvent } from '#archive/event.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** After how many events a snapshot is taken. */
export const SNAPSHOT_EVERY = 1_000

const PREFIX = 'journal/snapshot-'
const compress = promisify(gzip)

// In bytes.
const PIECE = 256 * 1024

/**
 * The events of the newest snapshot that can be read; none when there is no snapshot. Damaged ones are reported and passed
 * over; one that breaks off in its midst gives what stands before.
 */
export async function* newestSnapshot(options: {
  bucket: Bucket
  onError: (error: unknown) => void
}): AsyncGenerator<JournalEvent> {
  const { bucket, onError } = options
  const sequences = await snapshotSequences(bucket)
  for (const sequence of sequences.toReversed()) {
    const key = snapshotKey(sequence)
    const stored = await bucket.get(key)
    if (stored === null) continue
    let isBegun = false
    try {
      // Its checksum stands at its end: nothing of it is believed before.
      for await (const _ of unpack(stored.body, key));
      for await (const event of snapshotEvents(unpack(stored.body, key), { key, sequence })) {
        isBegun = true
        yield event
      }
      return
    } catch (error) {
      // A snapshot only repeats what the events say, so the archive can do without it.
      if (!(error instanceof Corrupt)) throw error
      onError(error)
      if (isBegun) return
    }
  }
}

/** The last event that the newest snapshot holds, by its name alone; 0 when there is no snapshot. */
export async function newestSnapshotSequence(bucket: Bucket): Promise<number> {
  return (await snapshotSequences(bucket)).at(-1) ?? 0
}

/** Stores the events 1 to n as the snapshot n. PreconditionFailed when it is there already. */
export async function writeSnapshot(options: { bucket: Bucket; events: JournalEvent[] }): Promise<void> {
  const { bucket, events } = options
  const body = await compress(eventJson(events))
  await bucket.put(snapshotKey(events.length), body, { contentType: 'application/gzip', ifNoneMatch: '*' })
}

/** The key of a snapshot: `journal/snapshot-{sequence, ten digits}.json.gz`. */
export function snapshotKey(sequence: number): string {
  return `${PREFIX}${String(sequence).padStart(10, '0')}.json.gz`
}

async function snapshotSequences(bucket: Bucket): Promise<number[]> {
  const keys = await Array.fromAsync(bucket.keys(PREFIX))
  return keys.flatMap((key) => {
    const digits = /^journal\/snapshot-(\d{10})\.json\.gz$/.exec(key)?.[1]
    return digits === undefined ? [] : [Number(digits)]
  })
}

async function* unpack(body: Uint8Array, key: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    for await (const piece of Readable.from([body]).pipe(createGunzip({ chunkSize: PIECE })))
      yield decoder.decode(piece, { stream: true })
  } catch (cause) {
    // What went wrong with a piece that was given is its reader's.
    throw cause instanceof Corrupt ? cause : corrupt(key, 'it is not gzip', cause)
  }
}
