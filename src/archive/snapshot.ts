import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Corrupt } from '#bucket/bucket.ts'
import { corrupt, readSnapshot } from '#archive/event.ts'
import type { JournalEvent } from '#archive/event.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** Number of events after which a new snapshot is written. */
export const SNAPSHOT_EVERY = 1_000

const PREFIX = 'journal/snapshot-'
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/**
 * Reads the events in the newest readable snapshot, or returns [] if there is none. Reports damaged snapshots to
 * `onError`.
 */
export async function newestSnapshot(bucket: Bucket, onError: (error: unknown) => void): Promise<JournalEvent[]> {
  const sequences = await snapshotSequences(bucket)
  for (const sequence of sequences.toReversed()) {
    const key = snapshotKey(sequence)
    const stored = await bucket.get(key)
    if (stored === null) continue
    try {
      return readSnapshot((await decompress(stored.body)).toString(), { key, sequence })
    } catch (error) {
      // Continue without this snapshot, because the journal contains the same events.
      onError(error instanceof Corrupt ? error : corrupt(key, 'it is not gzip', error))
    }
  }
  return []
}

/** Returns the number of the last event in the newest snapshot, or 0 if there is no snapshot. */
export async function newestSnapshotSequence(bucket: Bucket): Promise<number> {
  return (await snapshotSequences(bucket)).at(-1) ?? 0
}

/** Stores the events 1 to n as snapshot n. Rejects with PreconditionFailed if that snapshot exists. */
export async function writeSnapshot(bucket: Bucket, events: JournalEvent[]): Promise<void> {
  const body = await compress(JSON.stringify(events))
  await bucket.put(snapshotKey(events.length), body, { contentType: 'application/gzip', ifNoneMatch: '*' })
}

/** Returns a snapshot's key, `journal/snapshot-{sequence}.json.gz`, with the sequence number padded to ten digits. */
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
