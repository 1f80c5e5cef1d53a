import { firstOfEach, startNewsroom } from '../../tests/fixtures/newsroom/newsroom.ts'
import { readStories, readTimelessStories } from '../../tests/fixtures/newsroom/stories.ts'
import type { Bench } from './bench.ts'
import { measured, type Result } from './result.ts'

const RUNS = 5
const ENTRIES = 100
const POSTS = 5

// Each process tells its own use of the processor and of memory when it ends.
const TELL = `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); console.error('used ' + [userCPUTime, systemCPUTime, maxRSS].join(' ')) })`

/** Measures what an edition costs this machine without a model's own time: the operator's command, feeds and a model on the loopback. */
export async function measureNewsroom(bench: Bench): Promise<Result> {
  const stories = [...(await readStories()).values()]
  const told = firstOfEach(await readTimelessStories(), 2)
  const runs: { cpu: number; wall: number; memory: number }[] = []
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
      runs.push({ cpu: (sum(0) + sum(1)) / 1e6, wall, memory: sum(2) / 1024 })
    } finally {
      await newsroom.close()
    }
  }
  const cells = [
    measured(
      runs.map(({ cpu }) => cpu),
      's',
    ),
    measured(
      runs.map(({ wall }) => wall),
      's',
    ),
    measured(
      runs.map(({ memory }) => memory),
      'MB',
    ),
  ]
  return {
    section: 'newsroom',
    sentence: `An edition of ${POSTS} posts from ${sources} feeds of ${ENTRIES} and more entries, by the operator's command, without a model's own time.`,
    tables: [
      {
        title: 'an edition',
        columns: ['processor time', 'from start to end', 'memory at most'],
        rows: [{ name: `${POSTS} posts`, cells }],
      },
    ],
    plots: [],
  }
}
