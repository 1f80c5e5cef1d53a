import { execFile } from 'node:child_process'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import pMap from 'p-map'
import { findProgram } from './programs.ts'
import type { Server } from './checkout.ts'
import { percentile } from './table.ts'

/** The core of the server under load, and the one of whoever asks it. */
export const CORES = { server: 0, load: 1 } as const

/** What a server did under load: requests a second, milliseconds, and how much of its core it used, in per cent. */
export type Load = { rate: number; p50: number; p99: number; busy: number }

const run = promisify(execFile)
const CONNECTIONS = 32

/** Asks for one address as often as the server can answer, for some seconds (wrk, 32 connections). */
export async function hammer(options: { server: Server; path: string; seconds: number; etag?: string }): Promise<Load> {
  const { server, path, seconds, etag } = options
  const sent = ['-H', 'accept-encoding: br', ...(etag === undefined ? [] : ['-H', `if-none-match: ${etag}`])]
  const settings = `-c ${CORES.load} ${findProgram('wrk')} -t1 -c${CONNECTIONS} -d${seconds}s --latency --timeout 30s`
  const [before, began] = [server.processor(), performance.now()]
  const { stdout } = await run(findProgram('taskset'), [...settings.split(' '), ...sent, server.url + path])
  const used = server.processor() - before
  const busy = (used / ((performance.now() - began) / 1000)) * 100
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
  const [before, began] = [server.processor(), performance.now()]
  const answers = await pMap(paths, (path) => ask(server.url + path, { agent }), { concurrency: wide })
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  const busy = ((server.processor() - before) / seconds) * 100
  const times = answers.map(({ time }) => time)
  return { rate: times.length / seconds, p50: percentile(times, 50), p99: percentile(times, 99), busy }
}

const MILLISECONDS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

/** An answer of a server, in the coding as it came, and how long it took in milliseconds. */
export type Answer = { time: number; headers: IncomingHttpHeaders; body: Buffer }

/** Asks a server for one address as a browser does. Throws unless the answer is 200. */
export function ask(
  url: string,
  { agent, coding = 'br' }: { agent?: Agent; coding?: 'br' | 'identity' } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const asked = request(url, { agent, headers: { 'accept-encoding': coding } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode, headers } = response
        if (statusCode === 200) resolve({ time: performance.now() - began, headers, body: Buffer.concat(parts) })
        else reject(new Error(`${url} answered ${statusCode}, and not 200.`))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
