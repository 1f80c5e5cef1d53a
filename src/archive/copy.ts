import pMap from 'p-map'
import { Corrupt, type Bucket } from '#bucket/bucket.ts'

/** How many objects were copied, and how many were there already. */
export type Copied = { copied: number; present: number }

const JOURNAL = 'journal/'
const AT_ONCE = 8
const REPORT_EVERY = 500

/**
 * Copies every object of a bucket into another, each read back and compared; what is there already stays as it is, so a copy
 * that was stopped goes on. The newest event comes first, then the objects, then the journal back to its oldest event: until
 * that is there, the target has a hole for which it is refused, and is never opened as a smaller blog. Rejects with Corrupt when the target has a journal that is
 * not the beginning of this one, or an object that is not as it was copied; what the source has no more is left alone.
 */
export async function copyBucket(options: {
  from: Bucket
  to: Bucket
  report: (sentence: string) => void
}): Promise<Copied> {
  const { from, to, report } = options
  // Listed first: what is published meanwhile has its objects here, and is left to the next copy.
  const events = await Array.fromAsync(from.keys(JOURNAL))
  await refuseOtherJournal(options)
  const others = (await Array.fromAsync(from.keys(''))).filter((key) => !key.startsWith(JOURNAL))
  report(`There are ${others.length} objects and ${events.length} files of the journal to copy.`)
  const present = new Set(await Array.fromAsync(to.keys('')))
  const done: Copied = { copied: 0, present: 0 }

  async function copy(key: string): Promise<void> {
    const outcome = await copyObject({ from, to, key, isPresent: present.has(key) })
    if (outcome === null) return
    done[outcome] += 1
    const sum = done.copied + done.present
    if (sum % REPORT_EVERY === 0) report(`${sum} of ${others.length + events.length} are there.`)
  }

  const [newest, ...older] = journalOrder(events)
  // With a single event that is missing, there is no hole: that one is the commit, and comes last.
  const hasHole = older.some((key) => isEvent(key) && !present.has(key))
  if (newest !== undefined && hasHole) await copy(newest)
  await pMap(others, copy, { concurrency: AT_ONCE })
  if (newest !== undefined && !hasHole) await copy(newest)
  for (const key of older) await copy(key)
  return done
}

// The event that closes the hole comes last; a snapshot only repeats the events before it.
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
        `The target has a journal of its own: its ${key} is not that of the source. Copy into an empty bucket, or the other way round.`,
      )
    },
    { concurrency: AT_ONCE },
  )
}

// Null when the source has it no more.
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
  throw new Corrupt(`The target does not give ${key} as it was copied: see whether something else writes there.`)
}
