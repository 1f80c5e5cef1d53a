import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { findChromium, installFromDebian } from '../chromium.ts'

// Which Debian package each program is in.
const PACKAGES = { wrk: 'wrk', taskset: 'util-linux' } as const
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin']

/** A program that the bench cannot do without. */
export type Program = keyof typeof PACKAGES

/** The path of a program; installed from Debian where it is missing and this is root. Throws with what to do. */
export function findProgram(program: Program): string {
  const path = lookFor(program) ?? (installFromDebian(PACKAGES[program]) ? lookFor(program) : null)
  if (path) return path
  throw new Error(`This part of the bench needs ${program}. Install it (Debian: apt-get install ${PACKAGES[program]}).`)
}

/** What the numbers were measured on, as lines of a list. */
export type Machine = { processor: string; memory: string; system: string; node: string; browser: string; load: string }

/** Describes this machine. `load` is the load average of the last minute, before the bench. */
export function describeMachine(): Machine {
  const processors = cpus()
  const { stdout } = spawnSync(findChromium(), ['--version'], { encoding: 'utf8' })
  return {
    processor: `${processors[0]?.model.trim() ?? 'unknown'}, ${processors.length} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release()}`,
    node: `Node ${process.versions.node}`,
    browser: stdout.split('\n')[0]?.trim() ?? '',
    load: (loadavg()[0] ?? 0).toFixed(2),
  }
}

function lookFor(program: string): string | null {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null
}
