import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Debian's packages are unpacked here and not installed: nothing of them is started, and nothing of the machine is changed.
const FOLDER = resolve('node_modules/.cache/stet-programs')

/** The path of a program: an installed one, or that of Debian's package; null where neither can be had. */
export function findProgram(options: { path: string; debian: string }): string | null {
  const { path, debian } = options
  const unpacked = join(FOLDER, path)
  if (existsSync(path)) return path
  if (existsSync(unpacked)) return unpacked
  if (!existsSync('/usr/bin/apt-get')) return null
  mkdirSync(FOLDER, { recursive: true })
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: FOLDER, stdio: 'ignore' })
  try {
    if (process.getuid?.() === 0) run('apt-get', '-q', 'update')
    run('apt-get', '-q', 'download', debian)
    const file = readdirSync(FOLDER).find((name) => name.startsWith(`${debian}_`)) ?? ''
    run('dpkg', '-x', file, FOLDER)
    return existsSync(unpacked) ? unpacked : null
  } catch {
    return null
  }
}

/** Why a test is skipped that needs a program which is not to be had. */
export function missing(name: string): string {
  return `${name} is not installed, and Debian's package of it cannot be had: what needs it was not tried.`
}
