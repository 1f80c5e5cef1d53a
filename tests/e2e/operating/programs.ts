import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Debian packages are unpacked here instead of being installed.
const FOLDER = resolve('node_modules/.cache/stet-programs')

/** Returns the path of a program, installed or unpacked from its Debian package, or null if neither is available. */
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

/** Explains why a test that needs a program is skipped. */
export function missing(name: string): string {
  return `Skipped, because ${name} is not installed and cannot be downloaded from Debian.`
}
