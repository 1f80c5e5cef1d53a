import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { readPost } from '#archive/post-store.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { commandOf } from '../scripts/bench/checkout.ts'
import { readLoad } from '../scripts/bench/load.ts'
import { readOptions, SECTIONS } from '../scripts/bench/options.ts'
import { blockingTime } from '../scripts/bench/pages.ts'
import { fillBucket, RARE_WORD } from '../scripts/bench/synthetic.ts'
import { cellText, collectSamples, markdownOf, measured, percentile } from '../scripts/bench/table.ts'
import { place, writeResults } from '../scripts/bench/write.ts'

// What `npm run bench` makes of what it measured; what it measures is no test.

test('without a name every section runs, in their order; with names, these', () => {
  expect(readOptions([]).sections).toEqual(SECTIONS)
  expect(readOptions(['serving', 'pages', '--runs', '3'])).toMatchObject({ sections: ['pages', 'serving'], runs: 3 })
})

test('arguments that cannot be used are refused with a sentence', () => {
  expect(() => readOptions(['speed'])).toThrow('no section "speed"')
  expect(() => readOptions(['--runs', '0'])).toThrow('a whole number')
})

test('a measure is the median of its samples and their ends, and needs a sample', () => {
  expect(measured([9, 1, 4], 'ms')).toEqual({ unit: 'ms', median: 4, min: 1, max: 9, samples: [9, 1, 4] })
  expect(measured([4, 1, 2, 9], 'ms').median).toBe(3)
  expect(() => measured([], 'ms')).toThrow('has none')
  expect(() => measured([1, Number.NaN], 'ms')).toThrow('needs numbers')
})

test('a percentile is a sample that the given share is not above', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(percentile(hundred, 99)).toBe(99)
  expect(percentile([5], 99)).toBe(5)
})

test('of two builds the table has a row each, and their ratio, made sample by sample', () => {
  const samples = collectSamples('T', { time: 'ms', skeletons: '%' })
  for (const [own, other] of [
    [10, 20],
    [30, 30],
  ]) {
    samples.add({ row: 'home', build: 'this' }, [own ?? null, 0])
    samples.add({ row: 'home', build: 'old' }, [other ?? null, 0])
  }
  const { columns, rows } = samples.table()
  expect(columns).toEqual(['time', 'skeletons'])
  expect(rows.map(({ name }) => name)).toEqual(['home, this', 'home, old', 'home, ratio'])
  expect(rows.map(({ cells }) => cells.map((cell) => cell?.samples ?? null))).toEqual([
    [
      [10, 30],
      [0, 0],
    ],
    [
      [20, 30],
      [0, 0],
    ],
    [[0.5, 1], null],
  ])
})

test('a checkout is started by the command of its package.json, whatever that is', () => {
  expect(commandOf('node src/server.ts')).toEqual(['env', process.execPath, 'src/server.ts'])
  expect(commandOf('A=b node --max-old-space-size=9 dist/start.js')).toEqual([
    'env',
    'A=b',
    process.execPath,
    '--max-old-space-size=9',
    'dist/start.js',
  ])
})

test('a long task blocks beyond 50 ms, and only after the first paint', () => {
  const tasks = [
    [0, 90],
    [100, 300],
    [400, 440],
    [500, 560],
  ] as const
  expect(blockingTime([...tasks], 200)).toBe(50 + 10)
})

test('what wrk prints is read in milliseconds; failed requests are no throughput', () => {
  const printed = `  Latency Distribution
     50%  812.00us
     75%    1.01ms
     90%    1.30ms
     99%    1.21s 
  93 requests in 4.08s, 8.03MB read
Requests/sec:  22783.12
`
  expect(readLoad(printed, '/')).toEqual({ rate: 22783.12, p50: 0.812, p99: 1210 })
  expect(() => readLoad(`${printed}  Non-2xx or 3xx responses: 93\n`, '/feed')).toThrow(
    '/feed did not answer everything',
  )
  expect(() => readLoad('wrk: unable to connect', '/')).toThrow('cannot be read')
})

test('tables show the median with its spread, and a dash for what was not measured', () => {
  expect(cellText(measured([700, 712, 740], 'ms'))).toBe('712 ms (700–740)')
  expect(cellText(measured([0, 0], ''))).toBe('0')
  expect(cellText(measured([0.95, 1.052], 'x'))).toBe('1.00 × (0.95–1.05)')
  expect(cellText(null)).toBe('–')
  const table = { title: 'T', columns: ['time'], rows: [{ name: 'a|b', cells: [measured([12_345], 'ms')] }] }
  expect(markdownOf({ section: 's', sentence: 'How.', tables: [table] })).toBe(
    'How.\n\n**T**\n\n|  | time |\n| --- | ---: |\n| a\\|b | 12,345 ms |',
  )
})

test('results go between their two comments, and nowhere else', () => {
  const text = 'A\n<!-- bench: x -->\nold\n<!-- /bench: x -->\nB'
  expect(place(text, { name: 'x', words: 'new' })).toBe('A\n<!-- bench: x -->\n\nnew\n\n<!-- /bench: x -->\nB')
  expect(() => place(text, { name: 'y', words: 'new' })).toThrow('has no place for y')
  const page = readFileSync('docs/performance.md', 'utf8')
  for (const section of SECTIONS) expect(place(page, { name: section, words: 'new' })).toContain('new')
})

test('written results are the page with its tables and machine, formatted as everything is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-bench-test-'))
  try {
    const page = join(folder, 'performance.md')
    await cp('docs/performance.md', page)
    const measure = measured([3, 4, 5], 'MB')
    const machine = { processor: 'Two cores', memory: '1 GiB', system: 'S', node: 'N', browser: 'B', load: '0.10' }
    const result = {
      section: 'size',
      sentence: 'How it was measured.',
      tables: [{ title: 'T', columns: ['at rest'], rows: [{ name: '24 posts', cells: [measure] }] }],
    }
    const written = { machine, results: [result], date: new Date('2026-11-21T12:00:00Z'), file: page }
    await writeResults(written)
    const text = await readFile(page, 'utf8')
    expect(text).toMatch(/\| 24 posts \| +4 MB \(3–5\) \|/)
    expect(text).toContain('2026-11-21: Two cores, 1 GiB, S, N, B; load average before it 0.10')
    await writeResults(written)
    expect(await readFile(page, 'utf8')).toBe(text)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a synthetic bucket is one that the archive reads, each post with its text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-bench-test-'))
  try {
    const like = directoryBucket(join(folder, 'like'))
    const model = { category: 'technology', id: 'model', title: 'A title', excerpt: 'An excerpt.', author: 'Stet' }
    const rest = { html: '<p>A text.</p>', markdown: 'A text.', date: '2026-10-01T09:00:00Z', tags: ['one'] }
    await publishPost({
      bucket: like,
      journal: openJournal({ bucket: like }),
      files: [],
      post: { ...model, ...rest, provenance: null },
    })
    const made = await fillBucket({ bucket: join(folder, 'many'), count: 1_005, like: join(folder, 'like') })
    const bucket = directoryBucket(join(folder, 'many'))
    const archive = await openArchive({ bucket, pollEvery: 0 })
    expect(archive.sequence).toBe(1_005)
    expect(archive.all()).toHaveLength(1_005)
    expect(archive.all()[0]?.id).toBe(made.at(-1)?.id)
    const textOf = async (id: string) => (await readPost({ bucket, archive, category: 'technology', id }))?.markdown
    expect(await textOf('model-7')).toContain('number 7 of')
    const hasRareWord = async (id: string) => (await textOf(id))?.includes(RARE_WORD)
    // Of the last event: an index that has it has them all.
    expect([await hasRareWord('model-0'), await hasRareWord('model-1003'), await hasRareWord('model-1004')]).toEqual([
      false,
      false,
      true,
    ])
    archive.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
