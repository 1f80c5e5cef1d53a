import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openJournal } from '#archive/journal.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import { publishPost } from '#archive/publish.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { starterPosts } from '../starter-posts.ts'
import { get, inTurn, percentile, startServer, type Bench, type Checkout } from './servers.ts'

const SIZES = [100, 1_000, 10_000]
const FULL_SIZE = 100_000
const SEARCHES = 100
const FIRST_DATE = Date.parse('2026-01-01T09:00:00Z')
const MINUTE_MS = 60_000
// A word that occurs only in the newest post, which is indexed last. Once a search finds it, indexing is complete.
const RARE_WORD = 'quokkaberry'

/** Measures startup, first pages, indexing, memory and searches for archives of different sizes. */
export async function measureSizes(bench: Bench): Promise<void> {
  for (const count of bench.full ? [...SIZES, FULL_SIZE] : SIZES) {
    const bucket = join(bench.folder, `size-${count}`)
    const posts = await fillBucket(bucket, count)
    for (const { item: checkout } of inTurn(bench.checkouts, bench.runs)) {
      await rm(`${bucket}-cache-${checkout.name}`, { recursive: true, force: true })
      for (const start of ['first start', 'later start'])
        bench.add(`${count} posts, ${start}, ${checkout.name}`, await startOnce(checkout, bucket, posts))
    }
    await rm(bucket, { recursive: true })
  }
}

async function startOnce(checkout: Checkout, bucket: string, posts: PostToPublish[]): Promise<Record<string, number>> {
  const start = performance.now()
  const { url, peakMemoryMB, stop } = await startServer(checkout, bucket)
  const startMs = performance.now() - start
  const newest = posts.at(-1)
  if (newest === undefined) throw new Error('The archive has no posts, so nothing can be measured.')
  const home = await get(url)
  const article = await get(`${url}/post/${newest.category}/${newest.id}`)
  while (!(await get(`${url}/search-posts?q=${RARE_WORD}`)).body.includes(newest.id)) await pause(100)
  const indexedS = (performance.now() - start) / 1_000
  const searches: number[] = []
  for (let number = 0; number < SEARCHES; number += 1) {
    // Change the limit with each search so that every response is computed instead of cached.
    const word = newest.title.split(' ')[number % 3] ?? ''
    searches.push((await get(`${url}/search-posts?q=${encodeURIComponent(word)}&limit=${1 + (number % 50)}`)).ms)
  }
  const samples = {
    'start ms': startMs,
    'home ms': home.ms,
    'article ms': article.ms,
    'indexed s': indexedS,
    'peak MB': peakMemoryMB(),
    'search ms': percentile(searches, 50),
    'search 95% ms': percentile(searches, 95),
  }
  await stop()
  return samples
}

// Fills a bucket folder with copies of the first edition's articles, without images.
async function fillBucket(folder: string, count: number): Promise<PostToPublish[]> {
  const articles = await starterPosts()
  const bucket = fastBucket(folder)
  const journal = openJournal({ bucket })
  const posts: PostToPublish[] = []
  for (let number = 0; number < count; number += 1) {
    const article = articles[number % articles.length]
    if (article === undefined) throw new Error('The first edition has no posts to copy.')
    const end = number === count - 1 ? ` ${RARE_WORD}` : ''
    const post = {
      ...article,
      id: `${article.id.slice(0, 80)}-${number}`,
      title: `${article.title}, ${number}`,
      markdown: `${article.markdown}\n\nThis is number ${number}.${end}\n`,
      date: new Date(FIRST_DATE + number * MINUTE_MS).toISOString(),
    }
    await publishPost({ bucket, journal, post, files: [] })
    posts.push(post)
  }
  return posts
}

// Writes the same files as a directory bucket, but faster, because it does not wait until they are synced to disk.
function fastBucket(folder: string): Bucket {
  return {
    ...directoryBucket(folder),
    async put(key, body) {
      const file = join(folder, key)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, body)
      return { etag: '' }
    },
  }
}
