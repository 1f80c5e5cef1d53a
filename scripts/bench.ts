import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBench, type Section } from './bench/bench.ts'
import { measureLighthouse } from './bench/lighthouse.ts'
import { describeMachine } from './bench/machine.ts'
import { measureMemory } from './bench/memory.ts'
import { measureNavigation } from './bench/navigate.ts'
import { measureNewsroom } from './bench/newsroom.ts'
import { readOptions, type SectionName } from './bench/options.ts'
import { measurePages } from './bench/pages.ts'
import { measurePublishing } from './bench/publish.ts'
import type { Result } from './bench/result.ts'
import { measureServing } from './bench/serve.ts'
import { killServers } from './bench/server.ts'
import { terminalText } from './bench/show.ts'
import { measureSizes } from './bench/size.ts'
import { writeResults } from './bench/write.ts'

// `npm run bench`: measures the built site on this machine, in one run, against nginx and a peer; docs/performance.md
// says what and how.

const sections: Record<SectionName, Section> = {
  pages: measurePages,
  navigate: measureNavigation,
  serve: measureServing,
  memory: measureMemory,
  publish: measurePublishing,
  size: measureSizes,
  newsroom: measureNewsroom,
  lighthouse: measureLighthouse,
}

const folder = await mkdtemp(join(tmpdir(), 'stet-bench-'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    killServers()
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
}

try {
  const options = readOptions(process.argv.slice(2))
  const machine = describeMachine()
  console.log(Object.values(machine).join(' · '))
  execFileSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' })
  const bench = createBench({ ...options, folder, note: (sentence) => console.log(sentence) })
  const results: Result[] = []
  for (const name of options.sections) {
    console.log(`\nMeasuring ${name} …`)
    // What one section lacks keeps the others from nothing; the status tells all the same.
    try {
      const result = await sections[name](bench)
      results.push(result)
      console.log(terminalText(result))
    } catch (error) {
      tell(error)
    }
  }
  if (options.json !== null) await writeFile(options.json, `${JSON.stringify({ machine, results }, null, 2)}\n`)
  if (options.write) await writeResults({ machine, results, date: new Date(), folder: 'docs' })
} catch (error) {
  tell(error)
} finally {
  killServers()
  await rm(folder, { recursive: true, force: true })
}

function tell(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
