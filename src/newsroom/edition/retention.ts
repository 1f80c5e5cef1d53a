import pMap from 'p-map'
import type { Archive } from '#archive/archive.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { readPendingPosts, type PendingPost } from '#newsroom/publishing/pending-post.ts'
import { expiredReports } from '#newsroom/edition/report.ts'

const WIDTH = 8
const DAY = 'YYYY-MM-DD'.length

/**
 * Deletes the data of the desk that neither a post nor a later edition needs (`expiredKeys`), and resolves to its keys. It
 * can be stopped at any point; the next call deletes the rest.
 */
export async function pruneDesk(options: Parameters<typeof expiredKeys>[0]): Promise<string[]> {
  const { desk } = options
  const keys = await expiredKeys(options)
  // One kind after the other: delete a text before the record that refers to it.
  for (const kind of new Set(keys.map(kindOf)))
    await pMap(
      keys.filter((key) => kindOf(key) === kind),
      (key) => desk.delete(key),
      { concurrency: WIDTH },
    )
  return keys
}

/**
 * The keys of editions before a day (`YYYY-MM-DD`) that are no longer needed: answers of models and pages, plans, claims,
 * reports except the newest, and the records of posts with their texts and pictures. A record stays if its post is held, has
 * no verdict or has one from that day on, or if the record cannot be read. Reserved ids and records of sources always stay.
 */
export async function expiredKeys(options: {
  desk: Bucket
  archive: Archive
  before: string
  onError: (error: unknown) => void
}): Promise<string[]> {
  const { desk, archive, before, onError } = options
  const slots = await readPendingPosts(desk, '', { onError })
  const expired = slots.filter(
    ({ folder, pending }) => folder < `editions/${before}` && isDone(archive, pending.post, before),
  )
  const gone = new Set(expired.map(({ folder }) => folder))
  const kept = slots.filter(({ folder }) => !gone.has(folder))
  const needed = new Set(kept.flatMap(({ pending }) => hashesOf(pending)))
  const texts = new Set(expired.flatMap(({ pending }) => hashesOf(pending)).filter((hash) => !needed.has(hash)))
  const old = await keysBefore(desk, { folder: 'editions/', before })
  // If the record of a slot stays, readable or not, keep the whole slot.
  const staying = new Set(old.filter((key) => key.endsWith('/post.json') && !gone.has(slotOf(key))).map(slotOf))
  const isEveryRecordRead = staying.isSubsetOf(new Set(slots.map(({ folder }) => folder)))
  return [
    ...(await keysBefore(desk, { folder: 'notebook/', before })),
    // An unreadable record may name any text, so keep them all.
    ...(isEveryRecordRead ? [...texts].map((hash) => `texts/${hash}.txt`) : []),
    ...old.filter((key) => !staying.has(slotOf(key))),
    ...(await expiredReports(desk, before)),
  ]
}

// `editions/{date}/slots/{slot}` of any key in the slot.
function slotOf(key: string): string {
  return key.split('/').slice(0, 4).join('/')
}

function kindOf(key: string): string {
  return key.slice(0, key.indexOf('/'))
}

// True if all verdicts on a post, or its retraction, are from before the day. A held post has no verdict.
function isDone(archive: Archive, post: PendingPost['post'], before: string): boolean {
  const { category, id } = post
  const { reviews = [], corrections = [] } = archive.find(category, id) ?? {}
  const retraction = archive.retraction(category, id)
  const verdicts = [...reviews, ...corrections, ...(retraction === null ? [] : [retraction])]
  return verdicts.length > 0 && verdicts.every(({ date }) => date.slice(0, DAY) < before)
}

function hashesOf({ references }: PendingPost): string[] {
  return references.map(({ hash }) => hash)
}

// The keys of a folder begin with their day, so the keys before a day come first.
async function keysBefore(desk: Bucket, { folder, before }: { folder: string; before: string }): Promise<string[]> {
  const keys: string[] = []
  for await (const key of desk.keys(folder)) {
    if (key >= `${folder}${before}`) break
    keys.push(key)
  }
  return keys
}
