import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Which Debian package each program and module is in.
const PACKAGES = { nginx: 'nginx', wrk: 'wrk', taskset: 'util-linux' } as const
const BROTLI = { file: 'ngx_http_brotli_static_module.so', package: 'libnginx-mod-http-brotli-static' } as const
const MODULE_FOLDERS = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules']
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin']

/** A program that the bench cannot do without. */
export type Program = keyof typeof PACKAGES

/** The path of a program; installed from Debian where it is missing and this is root. Throws with what to do. */
export function findProgram(program: Program): string {
  const path = lookFor(program) ?? (install([PACKAGES[program]]) ? lookFor(program) : null)
  if (path) return path
  throw new Error(`This part of the bench needs ${program}. Install it (Debian: apt-get install ${PACKAGES[program]}).`)
}

/** The path of nginx's module for files that were compressed with brotli beforehand; installed where it can be. */
export function findBrotliModule(): string {
  const look = () => MODULE_FOLDERS.map((folder) => join(folder, BROTLI.file)).find((path) => existsSync(path))
  const path = look() ?? (install([BROTLI.package]) ? look() : undefined)
  if (path) return path
  throw new Error(
    `nginx has to serve the same bytes, and cannot without its brotli module. Install it (Debian: apt-get install ${BROTLI.package}).`,
  )
}

/** What a program says of its version, in one line. */
export function versionOf(path: string, flag: string): string {
  const { stdout, stderr } = spawnSync(path, [flag], { encoding: 'utf8' })
  return (stdout || stderr).split('\n')[0]?.trim() ?? ''
}

function lookFor(program: string): string | null {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null
}

function install(packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(
    `Installing ${packages.join(', ')} for the bench (Debian package; a service that comes with it is not used) …`,
  )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['-q', 'update'], { env, stdio: 'ignore' })
    execFileSync('apt-get', ['-q', '-y', 'install', '--no-install-recommends', ...packages], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
