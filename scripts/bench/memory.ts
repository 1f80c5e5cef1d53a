import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { askEach, checkCores, CORES, hammer } from './load.ts'
import { measured, type Measure, type Result } from './result.ts'
import { startNginx } from './nginx.ts'
import type { Server } from './server.ts'
import { startStet } from './stet.ts'
import { fillBucket } from './synthetic.ts'

const RUNS = 3
const REST = 5_000
const SECONDS = 5
const COLD_POSTS = 500

/** Measures the memory of the servers: at rest, after a hot page was asked for without a pause, after many cold ones. */
export async function measureMemory(bench: Bench): Promise<Result> {
  checkCores()
  const saved = await bench.saved()
  const edition = await bench.edition()
  const bucket = join(bench.folder, 'many')
  const posts = await fillBucket({ bucket, count: COLD_POSTS, like: edition })
  const core = CORES.server
  const starts: [name: string, start: () => Promise<Server>, paths: string[]][] = [
    ['stet, first edition', () => startStet({ bucket: edition, core }), []],
    [
      `stet, ${COLD_POSTS} posts`,
      () => startStet({ bucket, core }),
      posts.map(({ category, id }) => `/post/${category}/${id}`),
    ],
    ['nginx, first edition', () => startNginx({ folder: bench.folder, saved, core }), []],
  ]
  const rows: { name: string; cells: (Measure | null)[] }[] = []
  for (const [name, start, paths] of starts) {
    const moments: number[][] = [[], [], [], []]
    for (let run = 0; run < bench.runs(RUNS); run += 1) {
      const server = await start()
      try {
        await pause(REST)
        moments[0]?.push(memoryOf(server))
        await hammer({ server, path: '/', seconds: SECONDS })
        moments[1]?.push(memoryOf(server))
        if (paths.length > 0) {
          await askEach({ server, paths, wide: 8 })
          moments[2]?.push(memoryOf(server))
        }
        await pause(REST)
        moments[3]?.push(memoryOf(server))
      } finally {
        await server.stop()
      }
    }
    rows.push({ name, cells: moments.map((samples) => (samples.length === 0 ? null : measured(samples, 'MB'))) })
  }
  const columns = ['at rest', 'after hot pages', `after ${COLD_POSTS} cold pages`, 'after a rest']
  return {
    section: 'memory',
    sentence: `Resident memory of the server's processes: ${REST / 1000} s after the start; after ${SECONDS} s of the home page over 32 connections; after every post's page was asked for once; ${REST / 1000} s later. nginx has its files in the system's cache, which is not counted.`,
    tables: [{ title: 'resident memory', columns, rows }],
    plots: [
      {
        name: 'memory',
        title: 'Resident memory (less is better)',
        groups: columns.map((column, index) => ({
          name: column,
          bars: rows.flatMap(({ name, cells }) => {
            const cell = cells[index]
            return cell ? [{ series: name, measure: cell }] : []
          }),
        })),
      },
    ],
  }
}

function memoryOf({ name, process }: Server): number {
  if (process === null) throw new Error(`${name} does not tell its memory.`)
  return process.memory()
}
