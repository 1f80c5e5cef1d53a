import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { findChromium } from '../chromium.ts'
import { versionOf } from './programs.ts'

/** What the numbers were measured on, as lines of a list. */
export type Machine = { processor: string; memory: string; system: string; node: string; browser: string; load: string }

/** Describes this machine. `load` is the load average of the last minute, before the bench. */
export function describeMachine(): Machine {
  const processors = cpus()
  const load = loadavg()[0] ?? 0
  return {
    processor: `${processors[0]?.model.trim() ?? 'unknown'}, ${processors.length} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release()}`,
    node: `Node ${process.versions.node}`,
    browser: versionOf(findChromium(), '--version'),
    load: load.toFixed(2),
  }
}
