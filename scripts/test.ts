import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseCLI, startVitest } from 'vitest/node'

// `npm test` runs the checks below and the projects `unit` and `browser` in vitest.config.ts. `npm run test:long`
// (--long) runs the other projects, which take minutes. `npm test -- src/bucket` runs the tests whose paths match, in
// all projects that include them, but not the checks. The last line of the output gives the number of checks and tests
// that passed and failed.

// Use only one checker, because a second one would take 40% more CPU time, which the tests need.
const CHECKS: [name: string, script: string, ...args: string[]][] = [
  ['types', 'typescript/bin/tsc', '-p', 'tsconfig.node.json', '--checkers', '1'],
  ['types of the site', 'typescript/bin/tsc', '-p', 'tsconfig.site.json', '--checkers', '1'],
  ['lint', 'oxlint/bin/oxlint', '--deny-warnings'],
  ['format', 'oxfmt/bin/oxfmt', '--check'],
  ['unused code', 'knip/bin/knip.js', '--no-progress'],
]

const long = process.argv.includes('--long')
const args = process.argv.slice(2).filter((argument) => argument !== '--long')
const checks = long || args.length > 0 ? [] : CHECKS
// Run the checks while the tests build the site, because building keeps only one core busy.
const [failedChecks, tests] = await Promise.all([Promise.all(checks.map(runCheck)), runTests()])
const failures = [...failedChecks.flat(), ...tests.failures]
for (const failure of failures) console.log(`Failed: ${failure}`)
console.log(`\n${checks.length - failedChecks.flat().length + tests.passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

/**
 * Runs a check and prints its output. Resolves to a list that contains the check's name if it fails and is empty
 * otherwise.
 */
async function runCheck([name, script, ...options]: (typeof CHECKS)[number]): Promise<string[]> {
  const command = [join('node_modules', script), ...options]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  console.log(`\n— ${name}\n${output}${errors}`.trimEnd())
  return status === 0 ? [] : [name]
}

/** Runs the tests. Resolves to the number of passed tests and the names of the failed tests and files. */
async function runTests(): Promise<{ passed: number; failures: string[] }> {
  console.log('\n— tests')
  if (long) process.env.LONG = '1'
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  if (args.length === 0 || long) options.project = long ? ['long*'] : ['unit', 'browser']
  const { state } = await startVitest(filter, options)
  const files = state.getTestModules().map((module) => ({ module, name: relative('.', module.moduleId) }))
  const failures = files.flatMap(({ module, name }) => {
    const failed = [...module.children.allTests('failed')].map((test) => `${test.fullName} (${name})`)
    // A file can also fail without a failed test, for example because of a syntax error or a failing hook.
    return failed.length === 0 && !module.ok() ? [name] : failed
  })
  for (const path of filter)
    if (!files.some(({ name }) => name.includes(relative('.', path)))) failures.push(`No test file matches ${path}.`)
  // The runner can also fail without a failed file, for example if the global setup fails.
  if (process.exitCode && failures.length === 0) failures.push('The test runner failed. See its output for the reason.')
  return { passed: files.flatMap(({ module }) => [...module.children.allTests('passed')]).length, failures }
}
