import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from './programs.ts'

/** A server under measurement. A peer that somebody else started tells nothing of its process. */
export type Server = {
  name: string
  url: string
  process: ServerProcess | null
  stop(): Promise<void>
}

/** What a process, with the processes below it, uses of this machine. */
export type ServerProcess = {
  /** Memory that is resident now, in MB. */
  memory(): number
  /** Processor time since its start, in seconds. */
  processor(): number
}

/** Starts a server, on one core if one is named, and waits until it answers; it is ended by its own id. */
export async function startServer(options: {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  url: string
  /** The path that is asked for to see whether it answers. */
  ready?: string
  core: number | null
  /** How long it may take until it answers, in milliseconds. */
  within?: number
}): Promise<Server> {
  const { name, command, args, env = {}, url, ready = '/', core, within = 60_000 } = options
  const [program, all] =
    core === null ? [command, args] : [findProgram('taskset'), ['-c', String(core), command, ...args]]
  const child = spawn(program, all, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (data: Buffer) => (output = (output + data.toString()).slice(-4_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  running.add(child)
  child.once('error', (error) => keep(Buffer.from(error.message)))
  child.once('close', () => running.delete(child))
  const deadline = performance.now() + within
  while (!(await answers(url + ready))) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() > deadline) {
      await end(child)
      throw new Error(`${name} did not answer at ${url}. It said:\n${output}`)
    }
    await pause(5)
  }
  const { pid } = child
  if (pid === undefined) throw new Error(`${name} has no process.`)
  return { name, url, process: processOf(pid), stop: () => end(child) }
}

/** A port of the loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.')
  return address.port
}

/** Kills what is still running: for a bench that is interrupted. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL')
}

const running = new Set<ChildProcess>()

// Any answer will do: an empty server says 404.
async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer()
    return true
  } catch {
    return false
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 8_000)
  await closed
  clearTimeout(timer)
}

function processOf(pid: number): ServerProcess {
  return {
    memory: () => sum(family(pid).map((id) => Number(/VmRSS:\s+(\d+)/.exec(read(id, 'status'))?.[1] ?? 0) / 1024)),
    processor: () => sum(family(pid).map(ticksOf)) / TICKS,
  }
}

// Linux counts processor time in hundredths of a second (USER_HZ).
const TICKS = 100

// The name of a process, in parentheses, may hold anything; numbers follow it.
function ticksOf(pid: number): number {
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

function family(pid: number): number[] {
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(family)]
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (cause) {
    throw new Error(
      `The bench reads /proc/${pid}/${file}, which is not there: it needs Linux, and a server that runs.`,
      {
        cause,
      },
    )
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
