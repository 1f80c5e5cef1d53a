import pMap from 'p-map'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'

/** The numbers of copied objects and of objects that the target already had. */
export type Copied = { copied: number; present: number }

const JOURNAL = 'journal/'
const AT_ONCE = 8
const REPORT_EVERY = 500

/**
 * Copies every object of a bucket into another one, and compares each with its copy. Skips objects that the target already
 * has, so that an interrupted copy can be continued. Copies the newest event first, then the objects, then the journal back
 * to its oldest event: until then the journal of the target has a gap, so that no server opens an incomplete blog. Rejects
 * with Corrupt if the target has another journal, or returns another object than was copied. Deletes nothing.
 */
export async function copyBucket(options: {
  from: Bucket
  to: Bucket
  report: (sentence: string) => void
}): Promise<Copied> {
  const { from, to, report } = options
  // List the events first. The events of posts that are published during the copy are left to the next one.
  const events = await Array.fromAsync(from.keys(JOURNAL))
  await refuseOtherJournal(options)
  const others = (await Array.fromAsync(from.keys(''))).filter((key) => !key.startsWith(JOURNAL))
  report(`Copying ${others.length} objects and ${events.length} files of the journal.`)
  const present = new Set(await Array.fromAsync(to.keys('')))
  const done: Copied = { copied: 0, present: 0 }

  async function copy(key: string): Promise<void> {
    const outcome = await copyObject({ from, to, key, isPresent: present.has(key) })
    if (outcome === null) return
    done[outcome] += 1
    const sum = done.copied + done.present
    if (sum % REPORT_EVERY === 0) report(`${sum} of ${others.length + events.length} are in the target.`)
  }

  const [newest, ...older] = journalOrder(events)
  // If only one event is missing, there is no gap. It is the commit, so it comes last.
  const hasHole = older.some((key) => isEvent(key) && !present.has(key))
  if (newest !== undefined && hasHole) await copy(newest)
  await pMap(others, copy, { concurrency: AT_ONCE })
  if (newest !== undefined && !hasHole) await copy(newest)
  for (const key of older) await copy(key)
  return done
}

// The event that closes the gap comes last. A snapshot only repeats the events before it.
function journalOrder(keys: string[]): string[] {
  return [...keys.filter(isEvent).toReversed(), ...keys.filter((key) => !isEvent(key))]
}

function isEvent(key: string): boolean {
  return /^journal\/\d/.test(key)
}

async function refuseOtherJournal({ from, to }: { from: Bucket; to: Bucket }): Promise<void> {
  const keys = await Array.fromAsync(to.keys(JOURNAL))
  await pMap(
    keys,
    async (key) => {
      const [theirs, ours] = await Promise.all([to.get(key), from.get(key)])
      if (theirs === null || theirs.etag === ours?.etag) return
      throw new Corrupt(
        `The target has a journal of its own: its ${key} differs from the source. Copy into an empty bucket, or swap FROM and TO.`,
      )
    },
    { concurrency: AT_ONCE },
  )
}

// Null if the source no longer has the object.
async function copyObject(options: {
  from: Bucket
  to: Bucket
  key: string
  isPresent: boolean
}): Promise<keyof Copied | null> {
  const { from, to, key, isPresent } = options
  const object = await from.get(key)
  if (object === null) return null
  const { body, etag, contentType, cacheControl } = object
  if (isPresent && (await to.get(key))?.etag === etag) return 'present'
  await to.put(key, body, { contentType, ...(cacheControl === null ? {} : { cacheControl }) })
  if ((await to.get(key))?.etag === etag) return 'copied'
  throw new Corrupt(`The target returned another ${key} than was copied. Check that no other program writes to it.`)
}
