import { firstOfEach, startNewsroom } from '../../tests/fixtures/newsroom/newsroom.ts'
import { readStories, readTimelessStories } from '../../tests/fixtures/newsroom/stories.ts'
import type { Bench } from './bench.ts'
import { collectSamples, type Result } from './table.ts'

const RUNS = 5
const ENTRIES = 100
const POSTS = 5

// Each process tells its own use of the processor and of memory when it ends.
const TELL = `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); console.error('used ' + [userCPUTime, systemCPUTime, maxRSS].join(' ')) })`

/** Measures what an edition costs this machine without a model's own time: the operator's command, feeds and a model on the loopback. */
export async function measureEdition(bench: Bench): Promise<Result> {
  const stories = [...readStories().values()]
  const told = firstOfEach(readTimelessStories(), 2)
  const samples = collectSamples('an edition', {
    'processor time': 's',
    'from start to end': 's',
    'memory at most': 'MB',
  })
  let sources = 0
  for (let run = 0; run < bench.runs(RUNS); run += 1) {
    const newsroom = await startNewsroom({ stories, told, noise: ENTRIES })
    sources = newsroom.feeds.sources.length
    try {
      const began = performance.now()
      const { status, output } = await newsroom.run([], {
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(TELL)}`,
      })
      const wall = (performance.now() - began) / 1000
      // The command, and the process of the edition that it starts.
      const used = [...output.matchAll(/used (\d+) (\d+) (\d+)/g)].map((found) => found.slice(1).map(Number))
      if (status !== 0 || used.length !== 2) throw new Error(`The edition ended with status ${status}:\n${output}`)
      const sum = (index: number) => used.reduce((total, numbers) => total + (numbers[index] ?? 0), 0)
      samples.add({ row: `${POSTS} posts`, build: 'this' }, [(sum(0) + sum(1)) / 1e6, wall, sum(2) / 1024])
    } finally {
      await newsroom.close()
    }
  }
  return {
    section: 'edition',
    sentence: `An edition of ${POSTS} posts from ${sources} feeds of ${ENTRIES} and more entries, by the operator's command, without a model's own time. Only this checkout is measured.`,
    tables: [samples.table()],
  }
}
