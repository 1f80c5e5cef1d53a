import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Corrupt } from '#bucket/bucket.ts'
import { corrupt, eventJson, readSnapshot } from '#archive/event.ts'
import type { JournalEvent } from '#archive/event.ts'
import type { Bucket } from '#bucket/bucket.ts'

/** The number of events between two snapshots. */
export const SNAPSHOT_EVERY = 1_000

const PREFIX = 'journal/snapshot-'
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Reads the events of the newest readable snapshot, if there is one. Reports and skips damaged snapshots. */
export async function newestSnapshot(options: {
  bucket: Bucket
  onError: (error: unknown) => void
}): Promise<JournalEvent[]> {
  const { bucket, onError } = options
  const sequences = await snapshotSequences(bucket)
  for (const sequence of sequences.toReversed()) {
    const key = snapshotKey(sequence)
    const stored = await bucket.get(key)
    if (stored === null) continue
    try {
      return readSnapshot(await unpack(stored.body, key), { key, sequence })
    } catch (error) {
      // The archive does not need a snapshot, because it only repeats the events.
      if (!(error instanceof Corrupt)) throw error
      onError(error)
    }
  }
  return []
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

async function unpack(body: Uint8Array, key: string): Promise<string> {
  try {
    return (await decompress(body)).toString()
  } catch (cause) {
    throw corrupt(key, 'it is not gzip', cause)
  }
}
