import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

// `npm test`: types, lint, format, unused code, then every test; the last line counts all of them.
// `npm run test:long` (--long) runs what takes minutes: hundreds of kills, every mutation, whole corpora.
// Other arguments are handed to the test runner: `npm test -- src/bucket` runs a part, without the checks before it.

const CHECKS: [name: string, script: string, ...args: string[]][] = [
  ['types', 'typescript/bin/tsc', '-p', 'tsconfig.node.json'],
  ['types of the site', 'typescript/bin/tsc', '-p', 'tsconfig.site.json'],
  ['lint', 'oxlint/bin/oxlint', '--deny-warnings'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  ['unused code', 'knip/bin/knip.js', '--no-progress'],
]

const counts = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() })

const asked = process.argv.slice(2).filter((argument) => argument !== '--long')
const long = process.argv.includes('--long')
const failed: string[] = []
const checks = long || asked.length > 0 ? [] : CHECKS
for (const [name, script, ...args] of checks) {
  console.log(`\n— ${name}`)
  if (!run(script, args)) failed.push(name)
}

const folder = mkdtempSync(join(tmpdir(), 'stet-test-'))
const report = join(folder, 'report.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
console.log('\n— tests')
const passed = run('vitest/vitest.mjs', ['run', ...reporters, ...asked])
const tests = readReport()
rmSync(folder, { recursive: true })

// A runner that stops before its tests are done has failed, whatever it counted.
const failures = failed.length + tests.numFailedTests + (passed || tests.numFailedTests > 0 ? 0 : 1)
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}.`)
console.log(`\n${checks.length - failed.length + tests.numPassedTests} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

function run(script: string, args: string[]): boolean {
  const env = { ...process.env, ...(long ? { LONG: '1' } : {}) }
  return spawnSync(process.execPath, [join('node_modules', script), ...args], { stdio: 'inherit', env }).status === 0
}

function readReport(): z.infer<typeof counts> {
  try {
    return counts.parse(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, success: false }
  }
}
