import pMap from 'p-map'
import type { Archive } from '#archive/archive.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { readPendingPosts, type PendingPost, type PendingSlot } from '#newsroom/publishing/pending-post.ts'

const MAX_DELETES = 8
const DAY = 'YYYY-MM-DD'.length

/**
 * Deletes the desk objects listed by `expiredKeys`, and resolves to their keys. If it is interrupted, the next call
 * deletes the rest.
 */
export async function pruneDesk(options: Parameters<typeof expiredKeys>[0]): Promise<string[]> {
  const { desk } = options
  const keys = await expiredKeys(options)
  // Delete one kind of object at a time, because a text must be deleted before the record that refers to it.
  for (const own of Map.groupBy(keys, kindOf).values())
    await pMap(own, (key) => desk.delete(key), { concurrency: MAX_DELETES })
  return keys
}

/**
 * Returns the keys of objects that belong to editions before a day (`YYYY-MM-DD`) and are no longer needed: model
 * responses, pages, plans, claims, all reports except the newest, and post records with their texts and images. Keeps a
 * record if its post is held or unreviewed, or has a verdict from that day or later. Always keeps reserved ids and
 * source records. Calls `onError` for each unreadable record.
 */
export async function expiredKeys(options: {
  desk: Bucket
  archive: Archive
  before: string
  onError: (error: unknown) => void
}): Promise<string[]> {
  const { desk, archive, before, onError } = options
  const unreadable: unknown[] = []
  const slots = await readPendingPosts(desk, '', { onError: (error) => unreadable.push(error) })
  unreadable.forEach(onError)
  const isExpired = ({ folder, pending }: PendingSlot) =>
    folder < `editions/${before}` && isDone(archive, pending.post, before)
  // An unreadable record may refer to any text, so keep all texts and the records that list them.
  const expired = unreadable.length > 0 ? [] : slots.filter(isExpired)
  const kept = slots.filter((slot) => !expired.includes(slot))
  const texts = new Set(expired.flatMap(hashesOf)).difference(new Set(kept.flatMap(hashesOf)))
  const editions = await keysBefore(desk, { folder: 'editions/', before })
  const keptFolders = new Set(editions.filter((key) => key.endsWith('/post.json')).map(slotOf)).difference(
    new Set(expired.map(({ folder }) => folder)),
  )
  const reports = await Array.fromAsync(desk.keys('reports/'))
  return [
    ...(await keysBefore(desk, { folder: 'notebook/', before })),
    ...[...texts].map((hash) => `texts/${hash}.txt`),
    ...editions.filter((key) => !keptFolders.has(slotOf(key))),
    // The newest report shows when the newsroom last ran.
    ...reports.slice(0, -1).filter((key) => key < `reports/${before}`),
  ]
}

// Returns the slot's folder (`editions/{date}/slots/{slot}`) for a key in it.
function slotOf(key: string): string {
  return key.split('/').slice(0, 4).join('/')
}

function kindOf(key: string): string {
  return key.slice(0, key.indexOf('/'))
}

// Returns true if the post has verdicts and all of them are older than the given day. A held post has no verdicts.
function isDone(archive: Archive, post: PendingPost['post'], before: string): boolean {
  const { category, id } = post
  const { reviews = [], corrections = [] } = archive.find(category, id) ?? {}
  const retraction = archive.retraction(category, id)
  const verdicts = [...reviews, ...corrections, ...(retraction === null ? [] : [retraction])]
  return verdicts.length > 0 && verdicts.every(({ date }) => date.slice(0, DAY) < before)
}

function hashesOf({ pending }: PendingSlot): string[] {
  return pending.references.map(({ hash }) => hash)
}

// Keys start with their day and are listed in order, so stop at the first key that is not older.
async function keysBefore(desk: Bucket, { folder, before }: { folder: string; before: string }): Promise<string[]> {
  const keys: string[] = []
  for await (const key of desk.keys(folder)) {
    if (key >= `${folder}${before}`) break
    keys.push(key)
  }
  return keys
}
