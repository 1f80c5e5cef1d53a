import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import type { PublishedPost } from '#archive/event.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { inTurn, type Bench } from './bench.ts'
import { startCheckout, type Checkout, type Server } from './checkout.ts'
import { ask } from './load.ts'
import { fillBucket, RARE_WORD } from './synthetic.ts'
import { collectSamples, percentile, type Result } from './table.ts'

const SIZES = [24, 100, 1_000, 10_000, 100_000]
const USUAL = 10_000
const RUNS = 3
// What a post takes on a disk: a text of some 30 KB, an event, a folder.
const BYTES_A_POST = 50_000
const REST = 5_000
const INDEX_PATIENCE = 900_000
const SEARCHES = 200

/** Measures what archives of 24 to 100,000 posts cost; the largest only with `--full`. */
export async function measureSizes(bench: Bench): Promise<Result> {
  const samples = collectSamples('what the size of the archive costs', {
    start: 'ms',
    'first home page': 'ms',
    'first category page': 'ms',
    'first article': 'ms',
    'until all texts are searched': 's',
    'memory at most': 'MB',
    'memory at rest': 'MB',
    'until a post of another process is shown': 'ms',
    'search, median': 'ms',
    'search, 95 %': 'ms',
    'longest wait of a hot page meanwhile': 'ms',
  })
  const like = await bench.edition()
  for (const size of SIZES) {
    const row = `${size.toLocaleString('en')} posts`
    if (size > USUAL && !bench.full)
      console.log(`${row} are left out: they take minutes, and ${(size * BYTES_A_POST) / 1e9} GB. See --full.`)
    else {
      for (const { name } of bench.checkouts) await rm(join(bench.folder, `size-cache-${name}`), GONE)
      const bucket = join(bench.folder, 'size')
      const posts = await fillBucket({ bucket, count: size, like })
      for (let run = 0; run < bench.runs(RUNS); run += 1)
        for (const checkout of inTurn(bench.checkouts, run)) {
          await rm(join(bench.folder, `size-cache-${checkout.name}`), GONE)
          for (const start of ['first start', 'later start'])
            samples.add({ row: `${row}, ${start}`, build: checkout.name }, await startOnce(checkout, { bucket, posts }))
        }
      await rm(bucket, GONE)
    }
  }
  return {
    section: 'size',
    sentence: `Buckets of synthetic posts in a folder, texts after those of the first edition, the journal with its newest snapshot. From the start of the process until it answers; then the first home page and the first article, cold; until a word is found that only the newest text has, which is the last to be indexed; ${REST / 1000} s of rest; ${PUBLISHED} posts published by another process, from the commit until the home page shows it (median); ${SEARCHES} searches one after the other, by a word, two words, half a word and a misspelt one, while the home page is asked for every few milliseconds. A later start finds what the first one left.`,
    tables: [samples.table()],
  }
}

const GONE = { recursive: true, force: true }

// In the order of the columns.
async function startOnce(
  checkout: Checkout,
  { bucket, posts }: { bucket: string; posts: PublishedPost[] },
): Promise<number[]> {
  const began = performance.now()
  const server = await startCheckout(checkout, { bucket })
  try {
    const boot = performance.now() - began
    const { category = '', id = '' } = posts.at(-1) ?? {}
    const home = await ask(`${server.url}/`)
    const first = await ask(`${server.url}/category/${category}`)
    const article = await ask(`${server.url}/post/${category}/${id}`)
    const searchable = await untilFound(server, { newest: id, began })
    await pause(REST)
    const [most, memory] = [server.mostMemory(), server.memory()]
    const seen = await untilShown(server, bucket)
    const { times, longestWait } = await searchOften(server, posts)
    return [
      boot,
      home.time,
      first.time,
      article.time,
      searchable / 1000,
      most,
      memory,
      seen,
      percentile(times, 50),
      percentile(times, 95),
      longestWait,
    ]
  } finally {
    await server.stop()
  }
}

const hits = z.object({ posts: z.array(z.object({ PostId: z.string() })) })

async function untilFound(
  { name, url }: Server,
  { newest, began }: { newest: string; began: number },
): Promise<number> {
  for (let number = 0; ; number += 1) {
    const { body } = await ask(`${url}/search-posts?q=${RARE_WORD}&limit=${limitOf(number)}`, { coding: 'identity' })
    const passed = performance.now() - began
    if (hits.parse(JSON.parse(body.toString())).posts.some(({ PostId }) => PostId === newest)) return passed
    if (passed > INDEX_PATIENCE)
      throw new Error(`${name} has not read its newest text after ${passed / 60_000} minutes.`)
    await pause(100)
  }
}

const PUBLISHED = 5

// The median of several, each published by this process.
async function untilShown({ url }: Server, folder: string): Promise<number> {
  const bucket = directoryBucket(folder)
  const journal = openJournal({ bucket })
  const times: number[] = []
  for (let number = 0; number < PUBLISHED; number += 1) {
    const id = `published-${randomUUID()}`
    const about = { title: `Published ${id}`, category: 'technology', excerpt: 'An excerpt.', author: 'A', tags: [] }
    const text = { html: '<p>A text.</p>', markdown: 'A text.', provenance: null }
    await publishPost({ bucket, journal, post: { id, ...about, ...text, date: new Date().toISOString() }, files: [] })
    const began = performance.now()
    while (!(await ask(`${url}/`, { coding: 'identity' })).body.includes(id)) await pause(2)
    times.push(performance.now() - began)
  }
  return percentile(times, 50)
}

// A page that is ready waits only for the thread that answers it: how long at most is the longest stall of that thread.
async function searchOften({ url }: Server, posts: PublishedPost[]): Promise<{ times: number[]; longestWait: number }> {
  const waits: number[] = []
  let searching = true
  const watch = async () => {
    for (; searching; await pause(2)) waits.push((await ask(`${url}/`)).time)
  }
  const watching = watch()
  const times: number[] = []
  for (let number = 0; number < SEARCHES; number += 1)
    times.push((await ask(`${url}/search-posts?q=${questionOf(posts, number)}&limit=${limitOf(number)}`)).time)
  searching = false
  await watching
  return { times, longestWait: Math.max(...waits) }
}

// A word of a title, two of them, the beginning of one, or one with a letter left out.
function questionOf(posts: PublishedPost[], number: number): string {
  const { title = '' } = posts[(number * 7) % posts.length] ?? {}
  const words = title.split(/[^\p{L}]+/u).filter((word) => word.length > 4)
  const word = (index: number) => words[index % Math.max(1, words.length)] ?? 'model'
  const [one, other] = [word(number), word(number + 1)]
  return encodeURIComponent(
    [one, `${one} ${other}`, one.slice(0, 4), one.slice(0, 3) + one.slice(4)][number % 4] ?? one,
  )
}

// Another one each time, so that no answer is an earlier one that was kept.
function limitOf(number: number): number {
  return 1 + (number % 50)
}
