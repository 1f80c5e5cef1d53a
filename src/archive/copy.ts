import pMap from 'p-map'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'

/** The number of objects copied, and the number that the target already had (`present`). */
export type Copied = { copied: number; present: number }

const JOURNAL = 'journal/'
const AT_ONCE = 8
const REPORT_EVERY = 500

const isEvent = (key: string) => /^journal\/\d/.test(key)

/**
 * Copies every object from one bucket to another and compares each copy with its original. Skips objects that the
 * target already has so that an interrupted copy can continue. Copies the newest event first, then the objects, then
 * the rest of the journal in reverse order. The target's journal therefore has a gap until the copy is complete, which
 * prevents servers from opening an incomplete blog. Resolves to zeros if the source is empty. Rejects with Corrupt if
 * the target has a different journal or if a copy differs from its original. Does not delete anything.
 */
export async function copyBucket(options: {
  from: Bucket
  to: Bucket
  report: (sentence: string) => void
}): Promise<Copied> {
  const { from, to, report } = options
  // List the events first so that the copy leaves out posts published while it runs.
  const events = await Array.fromAsync(from.keys(JOURNAL))
  const others = (await Array.fromAsync(from.keys(''))).filter((key) => !key.startsWith(JOURNAL))
  // Return before checking the target, because that check would blame the target's journal for an empty source.
  if (events.length + others.length === 0) return { copied: 0, present: 0 }
  await refuseOtherJournal(options)
  report(`Copying ${others.length} objects and ${events.length} journal files.`)
  const present = new Set(await Array.fromAsync(to.keys('')))
  const done: Copied = { copied: 0, present: 0 }

  async function copy(key: string): Promise<void> {
    const object = await from.get(key)
    // The object has been deleted from the source in the meantime.
    if (object === null) return
    const { body, etag, contentType, cacheControl } = object
    const isCopied = async () => (await to.get(key))?.etag === etag
    if (present.has(key) && (await isCopied())) done.present += 1
    else {
      await to.put(key, body, { contentType, ...(cacheControl === null ? {} : { cacheControl }) })
      if (!(await isCopied()))
        throw new Corrupt(
          `The target's copy of ${key} differs from the original. Check that no other program writes to the target.`,
        )
      done.copied += 1
    }
    const sum = done.copied + done.present
    if (sum % REPORT_EVERY === 0) report(`${sum} of ${others.length + events.length} files are in the target.`)
  }

  // Copy snapshots last, because they contain only copies of events.
  const [newest, ...older] = [...events.filter(isEvent).toReversed(), ...events.filter((key) => !isEvent(key))]
  // If the newest event is the only missing one, copying it makes its post visible, so copy it after the objects.
  const hasHole = older.some((key) => isEvent(key) && !present.has(key))
  if (newest !== undefined && hasHole) await copy(newest)
  await pMap(others, copy, { concurrency: AT_ONCE })
  if (newest !== undefined && !hasHole) await copy(newest)
  for (const key of older) await copy(key)
  return done
}

async function refuseOtherJournal({ from, to }: { from: Bucket; to: Bucket }): Promise<void> {
  async function compare(key: string): Promise<void> {
    const [theirs, ours] = await Promise.all([to.get(key), from.get(key)])
    if (theirs === null || theirs.etag === ours?.etag) return
    throw new Corrupt(
      `The target has a different journal: its ${key} is not the same as in the source. Copy to an empty bucket, or swap FROM and TO.`,
    )
  }
  await pMap(await Array.fromAsync(to.keys(JOURNAL)), compare, { concurrency: AT_ONCE })
}
