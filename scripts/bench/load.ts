import { execFile, execFileSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { promisify } from 'node:util'
import { cpus } from 'node:os'
import { findProgram } from './programs.ts'
import { percentile } from './result.ts'
import type { Server } from './server.ts'

/** The core of the server under load, and the one of whoever asks it. */
export const CORES = { server: 0, load: 1 } as const

/** What a server did under load: requests a second, milliseconds, and how much of its core it used, in per cent. */
export type Load = { rate: number; p50: number; p99: number; busy: number | null }

const run = promisify(execFile)
const CONNECTIONS = 32

/** Throws where a server and its load cannot have a core each. */
export function checkCores(): void {
  findProgram('taskset')
  if (cpus().length < 2) throw new Error('A server and its load need a core each, and this machine has one.')
}

/** Asks for one address as often as the server can answer, for some seconds (wrk, 32 connections). */
export async function hammer(options: {
  server: Server
  path: string
  seconds: number
  headers?: Record<string, string>
}): Promise<Load> {
  const { server, path, seconds, headers = {} } = options
  const extra = Object.entries({ 'accept-encoding': 'br', ...headers }).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ])
  const wrk = [
    findProgram('wrk'),
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '30s',
    ...extra,
    server.url + path,
  ]
  const [before, began] = [server.process?.processor(), performance.now()]
  const { stdout } = await run(findProgram('taskset'), ['-c', String(CORES.load), ...wrk])
  const used = before === undefined ? null : (server.process?.processor() ?? 0) - before
  const busy = used === null ? null : (used / ((performance.now() - began) / 1000)) * 100
  return { ...readLoad(stdout, server.url + path), busy }
}

/** Reads what wrk prints. Throws when requests failed: what was not answered is no throughput. */
export function readLoad(output: string, url: string): Omit<Load, 'busy'> {
  const failed = /(?:Non-2xx or 3xx responses|Socket errors).*/.exec(output)
  if (failed) throw new Error(`${url} did not answer everything under load: ${failed[0]}`)
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
  const time = (share: number) => {
    const [, number, unit = ''] = new RegExp(`^\\s+${share}%\\s+([\\d.]+)(us|ms|s|m)\\s*$`, 'm').exec(output) ?? []
    return Number(number) * (MILLISECONDS[unit] ?? Number.NaN)
  }
  const load = { rate, p50: time(50), p99: time(99) }
  if (!Object.values(load).every((value) => value > 0))
    throw new Error(`wrk said of ${url} what cannot be read:\n${output}`)
  return load
}

/** Asks for each of some addresses once, `wide` at a time, and reads each answer whole. Throws unless each is 200. */
export async function askEach(options: { server: Server; paths: string[]; wide: number }): Promise<Load> {
  const { server, paths, wide } = options
  const agent = new Agent({ keepAlive: true, maxSockets: wide })
  const waiting = paths.toReversed()
  const times: number[] = []
  const [before, began] = [server.process?.processor(), performance.now()]
  await Promise.all(
    Array.from({ length: wide }, async () => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
        times.push(await timeOf(server.url + path, agent))
    }),
  )
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  const used = before === undefined ? null : (server.process?.processor() ?? 0) - before
  return {
    rate: times.length / seconds,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    busy: used === null ? null : (used / seconds) * 100,
  }
}

/** Keeps this process on the load's core while `act` runs, away from the server's. */
export async function onLoadCore<Outcome>(act: () => Promise<Outcome>): Promise<Outcome> {
  const bind = (cores: string) => execFileSync(findProgram('taskset'), ['-acp', cores, String(process.pid)])
  bind(String(CORES.load))
  try {
    return await act()
  } finally {
    bind(`0-${cpus().length - 1}`)
  }
}

const MILLISECONDS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

function timeOf(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const asked = request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`${url} answered ${response.statusCode}, and not 200.`))
      })
      response.resume()
    })
    asked.on('error', reject)
    asked.end()
  })
}
