import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'

// `npm test` runs the checks below and the projects unit, pages and browser of vitest.config.ts.
// `npm run test:long` (--long) runs the other projects, which take minutes.
// `npm test -- src/bucket` runs the named tests, in every project that includes them, without the checks.
// The last line counts the checks and tests that passed and failed.

const CHECKS: [name: string, script: string, ...args: string[]][] = [
  ['types', 'typescript/bin/tsc', '-p', 'tsconfig.node.json'],
  ['types of the site', 'typescript/bin/tsc', '-p', 'tsconfig.site.json'],
  ['lint', 'oxlint/bin/oxlint', '--deny-warnings'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  ['unused code', 'knip/bin/knip.js', '--no-progress'],
]

const resultOfTest = z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) })
const reportOfRunner = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(resultOfTest) })),
})

const long = process.argv.includes('--long')
const args = process.argv.slice(2).filter((argument) => argument !== '--long')
const checks = long || args.length > 0 ? [] : CHECKS
// The checks run while the tests build the site, which keeps only one core busy.
const [failedChecks, { report, output }] = await Promise.all([Promise.all(checks.map(runCheck)), runTests()])
const failures = failedChecks.flat()
const passedChecks = checks.length - failures.length

const results = report.testResults.map((file) => ({ ...file, name: relative('.', file.name) }))
const failed = results.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName} (${name})\n${failureMessages.join('\n').slice(0, 2_000)}`),
)
failures.push(...failed)
for (const path of args.filter((argument) => !argument.startsWith('-') && /\/|\.ts$/.test(argument))) {
  if (!results.some(({ name }) => name.includes(relative('.', path)))) failures.push(`No test file matches ${path}.`)
}
// The runner can also fail without a failed test, for example if a file has a syntax error.
if (output.failed && failed.length === 0) failures.push(`The test runner failed:\n${output.errors.slice(-4_000)}`)

for (const failure of failures) console.log(`\nFailed: ${failure}`)
console.log(`\n${passedChecks + report.numPassedTests} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Runs one check and prints its output. Resolves to its name in an array if it failed, else to an empty array. */
async function runCheck([name, script, ...options]: (typeof CHECKS)[number]): Promise<string[]> {
  const command = [join('node_modules', script), ...options]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [status] = await once(child, 'close')
  console.log(`\n— ${name}\n${output.trim()}`.trimEnd())
  return status === 0 ? [] : [name]
}

/** Runs Vitest and prints its output. */
async function runTests() {
  console.log('\n— tests')
  const folder = mkdtempSync(join(tmpdir(), 'stet-test-'))
  const file = join(folder, 'report.json')
  const projects = args.length > 0 && !long ? [] : long ? ['long*'] : ['unit', 'pages', 'browser']
  const options = projects.map((project) => `--project=${project}`)
  const command = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...options, ...args]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...command], {
    stdio: ['inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...(long ? { LONG: '1' } : {}) },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text)
    errors += text
  })
  const [status] = await once(child, 'close')
  const report = readReport(file)
  rmSync(folder, { recursive: true })
  return { report, output: { failed: status !== 0, errors } }
}

/** Reads the runner's report. It does not exist if the runner stopped early. */
function readReport(file: string): z.infer<typeof reportOfRunner> {
  try {
    return reportOfRunner.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  }
}
