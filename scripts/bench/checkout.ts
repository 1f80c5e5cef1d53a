import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { findProgram } from './programs.ts'

/** A built checkout of the project: its name in the tables, its folder, and the command of its `npm start`. */
export type Checkout = { name: string; folder: string; start: string[] }

/** A server under measurement, and what its process uses of this machine. */
export type Server = {
  name: string
  url: string
  /** Memory that is resident now, in MB. */
  memory(): number
  /** The most that ever was, in MB. */
  mostMemory(): number
  /** Processor time since its start, in seconds. */
  processor(): number
  stop(): Promise<void>
}

const PATIENCE = 600_000
const manifest = z.object({ scripts: z.object({ start: z.string(), prestart: z.string().optional() }) })

/** Reads how a checkout is started from its package.json, and builds it. */
export function openCheckout(path: string): Checkout {
  const folder = resolve(path)
  const { scripts } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const [program = '', ...args] = commandOf(scripts.prestart ?? 'env')
  const { status } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${folder} could not be built: "${scripts.prestart}" failed.`)
  return { name: folder === resolve('.') ? 'this' : basename(folder), folder, start: commandOf(scripts.start) }
}

/** The words of a simple command such as `A=b node c.js`, for a program of its own; Node is the one that runs the bench. */
export function commandOf(text: string): string[] {
  const words = text.split(' ').filter(Boolean)
  return ['env', ...words.map((word) => (word === 'node' ? process.execPath : word))]
}

/** Starts the server of a checkout over a bucket in a folder, on one core if one is named, and waits until it answers. */
export async function startCheckout(
  { name, folder, start }: Checkout,
  { bucket, core = null, starter = false }: { bucket: string; core?: number | null; starter?: boolean },
): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [program = '', ...args] = core === null ? start : [findProgram('taskset'), '-c', String(core), ...start]
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      NODE_ENV: 'production',
      BUCKET: `file:${bucket}`,
      CACHE: `${bucket}-cache-${name}`,
      DESK: `file:${bucket}-desk`,
      STARTER: starter ? 'on' : 'off',
      NEWSROOM: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-4_000)))
  child.once('error', ({ message }) => (output += message))
  // A bench that is interrupted leaves nothing behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const deadline = performance.now() + PATIENCE
  // Draws no page, so that the first page is still to be measured.
  while (!(await fetch(`${url}/healthz`).catch(() => null))) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() > deadline) {
      await end(child)
      throw new Error(`${folder} did not answer at ${url}. It said:\n${output}`)
    }
    await pause(5)
  }
  return {
    name,
    url,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(read(child, 'status'))?.[1]) / 1024,
    mostMemory: () => Number(/VmHWM:\s+(\d+)/.exec(read(child, 'status'))?.[1]) / 1024,
    processor: () => secondsOf(read(child, 'stat')),
    stop: () => end(child),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.')
  return address.port
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 8_000)
  await closed
  clearTimeout(timer)
}

// The name of a process, in parentheses, may hold anything; numbers follow it. Linux counts in hundredths of a second.
function secondsOf(stat: string): number {
  const fields = stat.split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function read({ pid }: ChildProcess, file: string): string {
  return readFileSync(`/proc/${pid}/${file}`, 'utf8')
}
