import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { Corrupt } from '#bucket/bucket.ts'
import { corrupt, eventJson, snapshotEvents } from '#archive/event.ts'
import type { JournalEvent } from '#archive/event.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** The number of events between two snapshots. */
export const SNAPSHOT_EVERY = 1_000

const PREFIX = 'journal/snapshot-'
const compress = promisify(gzip)

const CHUNK_BYTES = 256 * 1024

/**
 * Reads the events of the newest readable snapshot, if there is one. Reports and skips damaged snapshots. If a snapshot turns
 * out to be invalid in the middle, only its first events are returned.
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
      // Verify the checksum, which is at the end, before the first event is used.
      for await (const _ of unpack(stored.body, key));
      for await (const event of snapshotEvents(unpack(stored.body, key), { key, sequence })) {
        isBegun = true
        yield event
      }
      return
    } catch (error) {
      // The archive does not need a snapshot, because it only repeats the events.
      if (!(error instanceof Corrupt)) throw error
      onError(error)
      if (isBegun) return
    }
  }
}

/** The last event in the newest snapshot, according to its name. 0 if there are no snapshots. */
export async function newestSnapshotSequence(bucket: Bucket): Promise<number> {
  return (await snapshotSequences(bucket)).at(-1) ?? 0
}

/** Stores the events 1 to n as the snapshot n. Rejects with PreconditionFailed if it exists. */
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
    for await (const piece of Readable.from([body]).pipe(createGunzip({ chunkSize: CHUNK_BYTES })))
      yield decoder.decode(piece, { stream: true })
  } catch (cause) {
    // The consumer of a chunk may also throw Corrupt, which is not an error of the compression.
    throw cause instanceof Corrupt ? cause : corrupt(key, 'it is not gzip', cause)
  }
}
