import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'

// `npm test`: types, lint, format, unused code, then every test; the last line counts all of them.
// `npm run test:long` (--long) runs what takes minutes: hundreds of kills, every mutation, whole corpora; in a browser the desk, editions, hostile pages, every failure.
// Other arguments are handed to the test runner: `npm test -- src/bucket` runs a part, without the checks before it.

const CHECKS: [name: string, script: string, ...args: string[]][] = [
  ['types', 'typescript/bin/tsc', '-p', 'tsconfig.node.json'],
  ['types of the site', 'typescript/bin/tsc', '-p', 'tsconfig.site.json'],
  ['lint', 'oxlint/bin/oxlint', '--deny-warnings'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  ['unused code', 'knip/bin/knip.js', '--no-progress'],
]

const test = z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) })
const counts = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(test) })),
})

const asked = process.argv.slice(2).filter((argument) => argument !== '--long')
const long = process.argv.includes('--long')
const checks = long || asked.length > 0 ? [] : CHECKS
// Each of them leaves a core idle for a part of its time.
const failed = (await Promise.all(checks.map(check))).flat()

const folder = mkdtempSync(join(tmpdir(), 'stet-test-'))
const report = join(folder, 'report.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
console.log('\n— tests')
const { passed, errors } = await runTests(['run', ...reporters, ...asked])
const tests = readReport()
rmSync(folder, { recursive: true })

// A runner that stops before its tests are done has failed, whatever it counted.
const failures = failed.length + tests.numFailedTests + (passed || tests.numFailedTests > 0 ? 0 : 1)
for (const name of failed) console.log(`\nFailed: ${name}.`)
// Once more at the end, where whoever reads only the last lines of a log finds them.
for (const { name, assertionResults } of tests.testResults) {
  for (const { fullName, failureMessages } of assertionResults.filter(({ status }) => status === 'failed')) {
    console.log(`\nFailed: ${fullName} (${relative('.', name)})\n${failureMessages.join('\n').slice(0, 2_000)}`)
  }
}
if (!passed && tests.numFailedTests === 0) {
  // No test failed: a file could not be run, or an error came from outside every test. The runner tells of it last.
  console.log(`\nFailed: the test runner, though no test failed. Its last errors:\n${errors.slice(-4_000)}`)
}
console.log(`\n${checks.length - failed.length + tests.numPassedTests} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

/** Runs one of the checks and prints what it said; returns its name when it failed, else nothing. */
async function check([name, script, ...args]: (typeof CHECKS)[number]): Promise<string[]> {
  const child = spawn(process.execPath, [join('node_modules', script), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [status] = await once(child, 'close')
  console.log(`\n— ${name}\n${said.trim()}`.trimEnd())
  return status === 0 ? [] : [name]
}

/** Runs the tests and prints what the runner says; returns whether all is well, and what it printed as errors. */
async function runTests(args: string[]): Promise<{ passed: boolean; errors: string }> {
  const env = { ...process.env, ...(long ? { LONG: '1' } : {}) }
  const runner = join('node_modules', 'vitest/vitest.mjs')
  const child = spawn(process.execPath, [runner, ...args], { stdio: ['inherit', 'inherit', 'pipe'], env })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text)
    errors += text
  })
  const [status] = await once(child, 'close')
  return { passed: status === 0, errors }
}

function readReport(): z.infer<typeof counts> {
  try {
    return counts.parse(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  }
}
