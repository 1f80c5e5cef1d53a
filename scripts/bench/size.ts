import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { measured, percentile, type Measure, type Result } from './result.ts'
import { ask } from './save.ts'
import type { Server } from './server.ts'
import { startStet } from './stet.ts'
import { fillBucket } from './synthetic.ts'

const SIZES = [100, 1_000, 10_000, 100_000]
const USUAL = 10_000
const RUNS = 3
// What a post takes on a disk: a text of some 30 KB, an event, a folder.
const BYTES_A_POST = 48 * 1024
const INDEX_PATIENCE = 900_000
const WORDS = ['model', 'security patch', 'javascrpt', 'compi', 'blockchain ledger']

/** What one start of the server over a bucket took: milliseconds, megabytes, kilobytes. */
type Start = Record<
  'boot' | 'memory' | 'home' | 'article' | 'whole' | 'wholeSize' | 'page' | 'index' | 'search' | 'later',
  number
>

const COLUMNS: [key: keyof Start, name: string, unit: Measure['unit']][] = [
  ['boot', 'start', 'ms'],
  ['memory', 'memory at the start', 'MB'],
  ['home', 'first home page', 'ms'],
  ['article', 'first article', 'ms'],
  ['whole', 'list of a category, whole', 'ms'],
  ['wholeSize', 'its size', 'kB'],
  ['page', 'list, a page of 20', 'ms'],
  ['index', 'until all texts are searched', 's'],
  ['search', 'search', 'ms'],
  ['later', 'memory then', 'MB'],
]

/** Measures what archives of 100 to 100,000 posts cost; the largest only with `--full`. */
export async function measureSizes(bench: Bench): Promise<Result> {
  const like = await bench.edition()
  const sizes: { name: string; starts: Start[] }[] = []
  for (const size of SIZES) {
    const name = `${size.toLocaleString('en')} posts`
    const { bavail, bsize } = await statfs(bench.folder)
    if (size > USUAL && !bench.full) {
      bench.note(
        `${name} are left out: they take minutes and some ${gigabytes(size * BYTES_A_POST)} GB; --full measures them.`,
      )
      continue
    }
    if (bavail * bsize < size * BYTES_A_POST * 1.2) {
      bench.note(
        `${name} are left out: the disk has ${gigabytes(bavail * bsize)} GB, they need ${gigabytes(size * BYTES_A_POST)}.`,
      )
      continue
    }
    const bucket = join(bench.folder, `size-${size}`)
    const posts = await fillBucket({ bucket, count: size, like })
    const [post] = posts
    if (!post) throw new Error('A bucket of no posts cannot be measured.')
    const starts: Start[] = []
    for (let run = 0; run < bench.runs(RUNS); run += 1)
      starts.push(await startOnce({ bucket, article: `/post/${post.category}/${post.id}`, category: post.category }))
    sizes.push({ name, starts })
    await rm(bucket, { recursive: true })
  }
  const cells = (starts: Start[]) =>
    COLUMNS.map(([key, , unit]) =>
      measured(
        starts.map((start) => start[key]),
        unit,
      ),
    )
  const plot = (key: keyof Start, { name, title }: { name: string; title: string }) => ({
    ...{ name, title },
    groups: sizes.map(({ name, starts }) => ({
      name,
      bars: [
        {
          series: 'stet',
          measure: measured(
            starts.map((start) => start[key]),
            key === 'later' ? 'MB' : 'ms',
          ),
        },
      ],
    })),
  })
  return {
    section: 'size',
    sentence:
      'Buckets of synthetic posts in a folder, texts after those of the first edition, the journal with its newest snapshot. From the start of the process until it answers; then the first home page and the first article, cold; the list of a category whole and as a page of 20; the median of searches by a word, two words, half a word and a misspelt one, once the index has all texts.',
    tables: [
      {
        title: 'what the size of the archive costs',
        columns: COLUMNS.map(([, name]) => name),
        rows: sizes.map(({ name, starts }) => ({ name, cells: cells(starts) })),
      },
    ],
    plots: [
      plot('boot', { name: 'size-start', title: 'Until a server answers (less is better)' }),
      plot('later', { name: 'size-memory', title: 'Resident memory with every text searched (less is better)' }),
    ],
  }
}

async function startOnce(options: { bucket: string; article: string; category: string }): Promise<Start> {
  const { bucket, article, category } = options
  const began = performance.now()
  const server = await startStet({ bucket, within: 300_000 })
  try {
    const boot = performance.now() - began
    const { process } = server
    if (process === null) throw new Error('The server does not tell its memory.')
    const memory = process.memory()
    const home = await timed(server, '/')
    const first = await timed(server, article)
    const whole = await timed(server, `/list-posts-by-category?category=${category}`)
    const page = await timed(server, `/list-posts-by-category?category=${category}&limit=20`)
    const index = await untilIdle(process, began)
    const searches: number[] = []
    for (const words of [...WORDS, ...WORDS])
      searches.push((await timed(server, `/search?q=${encodeURIComponent(words)}`)).time)
    return {
      ...{ boot, memory, home: home.time, article: first.time, whole: whole.time, wholeSize: whole.kilobytes },
      ...{ page: page.time, index: index / 1000, search: percentile(searches, 50), later: process.memory() },
    }
  } finally {
    await server.stop()
  }
}

// The index is complete when the process has nothing left to do: it uses under a twentieth of a core for two seconds.
async function untilIdle(process: NonNullable<Server['process']>, began: number): Promise<number> {
  for (let quiet = 0, last = process.processor(); ;) {
    await pause(500)
    const now = process.processor()
    quiet = now - last < 0.025 ? quiet + 1 : 0
    last = now
    const passed = performance.now() - began
    if (quiet === 4) return passed - 2_000
    if (passed > INDEX_PATIENCE)
      throw new Error(`A server was still busy ${INDEX_PATIENCE / 60_000} minutes after its start.`)
  }
}

async function timed(server: Server, path: string): Promise<{ time: number; kilobytes: number }> {
  const began = performance.now()
  const { status, body } = await ask(server.url + path, 'br')
  if (status !== 200) throw new Error(`${server.url}${path} answered ${status}, and not 200.`)
  return { time: performance.now() - began, kilobytes: body.length / 1000 }
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}
