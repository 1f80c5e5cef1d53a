import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureNavigation, measurePages } from './bench/browser.ts'
import { buildSite, percentile, type Bench } from './bench/servers.ts'
import { measureServing } from './bench/serving.ts'
import { measureSizes } from './bench/size.ts'

// Measures the built site on this machine. Each table cell shows the median of all rounds, with the minimum and maximum
// in parentheses. docs/performance.md describes the options.

const SECTIONS = new Map<string, (bench: Bench) => Promise<void>>([
  ['pages', measurePages],
  ['navigation', measureNavigation],
  ['serving', measureServing],
  ['size', measureSizes],
])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, runs: { type: 'string', default: '5' }, full: { type: 'boolean' } },
})
const { against, full = false } = values
const runs = Number(values.runs)
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a positive integer.')
const unknown = positionals.find((name) => !SECTIONS.has(name))
if (unknown) throw new Error(`There is no section ${unknown}. The sections are ${[...SECTIONS.keys()].join(', ')}.`)

const folder = await mkdtemp(join(tmpdir(), 'stet-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const checkouts = (against === undefined ? ['.'] : ['.', against]).map(buildSite)

console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}, load average ${loadavg()[0]}`)
for (const [name, measure] of SECTIONS) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`\n${name}`)
  const table: Record<string, Record<string, number[]>> = {}
  const add: Bench['add'] = (row, samples) => {
    const cells = (table[row] ??= {})
    for (const [column, sample] of Object.entries(samples)) (cells[column] ??= []).push(sample)
  }
  await measure({ checkouts, folder, runs, full, add })
  const textOf = (cells: Record<string, number[]>) =>
    Object.fromEntries(Object.entries(cells).map(([column, samples]) => [column, cellOf(samples)]))
  console.table(Object.fromEntries(Object.entries(table).map(([row, cells]) => [row, textOf(cells)])))
}

function cellOf(samples: number[]): string {
  const text = (number: number) => number.toFixed(number < 10 ? 2 : 0)
  return `${text(percentile(samples, 50))} (${text(Math.min(...samples))}–${text(Math.max(...samples))})`
}
