import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pMap from 'p-map'
import { openArchive } from '#archive/archive.ts'
import { checkEvent, type PublishedPost } from '#archive/event.ts'
import { eventKey } from '#archive/journal.ts'
import { SNAPSHOT_EVERY, writeSnapshot } from '#archive/snapshot.ts'
import { readText, storeText, summaryOf, type PostToPublish } from '#archive/post-store.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { directoryBucket } from '#bucket/directory.ts'

const WIDE = 32
const MINUTE = 60_000
const NEWEST = Date.parse('2026-11-01T09:00:00Z')

/** A word that stands in the text of the newest post, and nowhere else: the index takes texts up in the order of the journal. */
export const RARE_WORD = 'quokkaberry'

/**
 * Fills a folder with posts as an archive of many years has them: texts and titles after those of the bucket `like`,
 * a journal with its newest snapshot, no pictures. Nothing waits for the disk, which is all that it has over publishing.
 */
export async function fillBucket(options: { bucket: string; count: number; like: string }): Promise<PublishedPost[]> {
  const { count, like } = options
  const bucket = hastyBucket(options.bucket)
  const models = await readModels(like)
  const posts = await pMap(
    Array.from({ length: count }, (_, number) => number),
    async (number) => {
      const post = postLike(models, { number, count })
      const event = eventOf(summaryOf(post), number + 1)
      await storeText(bucket, post, null)
      const body = Buffer.from(JSON.stringify(event))
      await bucket.put(eventKey(event.sequence), body, { contentType: 'application/json' })
      return event.post
    },
    { concurrency: WIDE },
  )
  const snapshot = Math.floor(count / SNAPSHOT_EVERY) * SNAPSHOT_EVERY
  if (snapshot > 0)
    await writeSnapshot({ bucket, events: posts.slice(0, snapshot).map((post, index) => eventOf(post, index + 1)) })
  return posts
}

async function readModels(folder: string): Promise<PostToPublish[]> {
  const bucket = directoryBucket(folder)
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const models: PostToPublish[] = []
  for (const { category, id } of archive.all()) {
    const stored = await readText(bucket, { category, id, revision: null })
    if (stored === null) throw new Error(`The post ${category}/${id} in ${folder} has no text.`)
    models.push({ ...stored.post, category, id, date: stored.post.date ?? '', markdown: stored.markdown ?? '' })
  }
  archive.close()
  return models
}

function postLike(models: PostToPublish[], { number, count }: { number: number; count: number }): PostToPublish {
  const model = models[number % models.length]
  if (!model) throw new Error('A bucket of many posts is made after one that has some, and that one is empty.')
  const { picture: _, ...rest } = model
  const marked = ` This is number ${number} of ${count}.`
  const end = `${marked}${number === count - 1 ? ` ${RARE_WORD}` : ''}`
  return {
    ...rest,
    id: `${model.id.slice(0, 80)}-${number}`,
    title: `${model.title}, ${number}`,
    excerpt: model.excerpt + marked,
    html: `${model.html}<p>${end}</p>`,
    // What is searched.
    markdown: `${model.markdown}\n\n${end}\n`,
    date: new Date(NEWEST - (count - number) * 5 * MINUTE).toISOString(),
  }
}

function eventOf(post: PublishedPost, sequence: number) {
  return checkEvent({ kind: 'published', sequence, writeId: `synthetic-${sequence}`, time: post.date, post })
}

// The same files as a real bucket's, without the waiting for the disk: a hundred thousand posts in a minute.
function hastyBucket(folder: string): Bucket {
  const real = directoryBucket(folder)
  return {
    ...real,
    async put(key, body) {
      const file = join(folder, key)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, body)
      return { etag: '' }
    },
  }
}
