import { readFile, statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'

/** What decides whether a machine can run models; sizes in bytes, `cpuinfo` as Linux prints it, or '' elsewhere. */
export type Machine = {
  platform: string
  arch: string
  /** Whether the C library is glibc; true where there is no such question. */
  glibc: boolean
  cpuinfo: string
  memory: number
  /** How many processors this process may use at once. */
  processors: number
}

/** The machine that this process runs on; memory as far as a container allows it. */
export async function thisMachine(): Promise<Machine> {
  const limit = process.constrainedMemory()
  const total = totalmem()
  return {
    platform: process.platform,
    arch: process.arch,
    glibc: process.platform !== 'linux' || hasGlibc(),
    cpuinfo: await readFile('/proc/cpuinfo', 'utf8').catch(() => ''),
    memory: limit > 0 && limit < total ? limit : total,
    processors: availableParallelism(),
  }
}

function hasGlibc(): boolean {
  const report: unknown = process.report.getReport()
  if (typeof report !== 'object' || report === null || !('header' in report)) return false
  const { header } = report
  return typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header
}

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64']

const INSTEAD = 'Use a server of models instead (WRITER=compatible), or another machine'

/**
 * Why a machine cannot run what needs so much memory and disk (bytes), in one sentence; null when it can. `free` is what
 * the disk has left.
 */
export function whyUnable(machine: Machine, needs: { memory: number; disk: number; free: number }): string | null {
  const { platform, arch, glibc, cpuinfo, memory } = machine
  const kind = `${platform}-${arch}`
  if (!PLATFORMS.includes(kind))
    return `This machine (${kind}) cannot run models: there is nothing that runs them on it. ${INSTEAD}.`
  if (!glibc)
    return `This machine cannot run models: its C library is musl, as in Alpine Linux, and what runs them needs glibc, as in Debian. ${INSTEAD}.`
  if (arch === 'x64' && cpuinfo !== '' && !/^flags\s*:.*\bavx2\b/m.test(cpuinfo))
    return `This machine cannot run models: its processor has no AVX2, without which each sentence would take minutes. ${INSTEAD}.`
  if (memory < needs.memory)
    return `This machine cannot run this model: it has ${inGigabytes(memory)} of memory, and ${inGigabytes(needs.memory)} are needed. ${INSTEAD}, or name a smaller model.`
  if (needs.free < needs.disk)
    return `The disk has ${inGigabytes(needs.free)} free, and ${inGigabytes(needs.disk)} are needed: make room, or set MODELS to a folder elsewhere.`
  return null
}

/** What a disk has left for this user, in bytes. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** How many threads a model may use: one fewer than there are cores, so that readers are served while it thinks. */
export function threadsFor({ cpuinfo, processors }: Machine): number {
  const cores = new Set(
    cpuinfo.split(/\n\n/).flatMap((block) => {
      const [physical] = /^physical id\s*:\s*\d+/m.exec(block) ?? []
      const [core] = /^core id\s*:\s*\d+/m.exec(block) ?? []
      return core === undefined ? [] : [`${physical} ${core}`]
    }),
  ).size
  return Math.max(1, (cores === 0 ? processors : Math.min(cores, processors)) - 1)
}

/** A number of bytes for a person: `2.3 GiB`. */
export function inGigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`
}
