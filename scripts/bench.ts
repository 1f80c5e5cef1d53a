import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'prettier'
import { createBench, type Section } from './bench/bench.ts'
import { openCheckout } from './bench/checkout.ts'
import { measureEdition } from './bench/edition.ts'
import { measureNavigation } from './bench/navigation.ts'
import { readOptions, type SectionName } from './bench/options.ts'
import { measurePages } from './bench/pages.ts'
import { describeMachine } from './bench/programs.ts'
import { measureServing } from './bench/serving.ts'
import { measureSizes } from './bench/size.ts'
import { markdownOf, type Result } from './bench/table.ts'
import { writeResults } from './bench/write.ts'

// `npm run bench`: measures the built site on this machine, alone or in turn with another checkout;
// docs/performance.md says what and how.

const sections: Record<SectionName, Section> = {
  pages: measurePages,
  navigation: measureNavigation,
  serving: measureServing,
  size: measureSizes,
  edition: measureEdition,
}

const folder = await mkdtemp(join(tmpdir(), 'stet-bench-'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

try {
  const options = readOptions(process.argv.slice(2))
  const machine = describeMachine()
  console.log(Object.values(machine).join(' · '))
  const other = options.against === null ? [] : [openCheckout(options.against)]
  const bench = createBench({ ...options, checkouts: [openCheckout('.'), ...other], folder })
  const results: Result[] = []
  for (const name of options.sections) {
    console.log(`\nMeasuring ${name} …`)
    // What one section lacks keeps the others from nothing; the status tells all the same.
    try {
      const result = await sections[name](bench)
      results.push(result)
      console.log(await format(markdownOf(result), { parser: 'markdown' }))
    } catch (error) {
      tell(error)
    }
  }
  if (options.json !== null) await writeFile(options.json, `${JSON.stringify({ machine, results }, null, 2)}\n`)
  if (options.write) await writeResults({ machine, results, date: new Date(), file: 'docs/performance.md' })
} catch (error) {
  tell(error)
}

function tell(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
