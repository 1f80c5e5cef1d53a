import { firstOfEach, startNewsroom } from '../tests/fixtures/newsroom/newsroom.ts'
import { readStories, readTimelessStories } from '../tests/fixtures/newsroom/stories.ts'

// `npm run bench`: what an edition costs this machine without a model's own time: feeds and a model on the loopback,
// the operator's command in a process of its own, the median of several runs.

const RUNS = 5
const ENTRIES = 100

// Each process tells its own use of the processor and of memory when it ends.
const TELL = `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); console.error('used ' + [userCPUTime, systemCPUTime, maxRSS].join(' ')) })`

const stories = [...(await readStories()).values()]
const told = firstOfEach(await readTimelessStories(), 2)
const runs: { cpu: number; wall: number; memory: number }[] = []
let sources = 0
for (let run = 0; run < RUNS; run++) {
  const newsroom = await startNewsroom({ stories, told, noise: ENTRIES })
  sources = newsroom.feeds.sources.length
  const began = performance.now()
  const { status, output } = await newsroom.run([], {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(TELL)}`,
  })
  const wall = (performance.now() - began) / 1000
  await newsroom.close()
  // The command, and the process of the edition that it starts.
  const used = [...output.matchAll(/used (\d+) (\d+) (\d+)/g)].map((found) => found.slice(1).map(Number))
  if (status !== 0 || used.length !== 2) throw new Error(`The edition ended with status ${status}:\n${output}`)
  const sum = (index: number) => used.reduce((sum, numbers) => sum + (numbers[index] ?? 0), 0)
  runs.push({ cpu: (sum(0) + sum(1)) / 1e6, wall, memory: sum(2) / 1024 })
}
console.log(`An edition of 5 posts from ${sources} feeds of ${ENTRIES} and more entries, medians of ${RUNS} runs:`)
console.log(`  processor time ${median(runs.map(({ cpu }) => cpu)).toFixed(1)} s`)
console.log(`  from start to end ${median(runs.map(({ wall }) => wall)).toFixed(1)} s`)
console.log(`  memory at most ${median(runs.map(({ memory }) => memory)).toFixed(0)} MB`)

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
