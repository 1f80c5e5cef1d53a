import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** A checkout of the project with a built site. */
export type Checkout = { name: string; folder: string }

/** The options that all sections of the benchmark share. */
export type Bench = {
  /** This checkout and, if `--against` is set, the checkout to compare it with. */
  checkouts: Checkout[]
  /** A temporary folder. */
  folder: string
  runs: number
  full: boolean
  /** Adds samples to a row of the section's table. */
  add(row: string, samples: Record<string, number>): void
}

/** A running server. Its processor time and peak memory are read from /proc, which exists only on Linux. */
export type Server = { name: string; url: string; cpuSeconds(): number; peakMemoryMB(): number; stop(): Promise<void> }

/** Builds a checkout's site if its build is out of date. */
export function buildSite(path: string): Checkout {
  const folder = resolve(path)
  const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`The build in ${folder} failed. See its output for the reason.`)
  return { name: folder === resolve('.') ? 'this' : basename(folder), folder }
}

/** Starts a checkout's server on a bucket folder, and waits until the server listens. */
export async function startServer({ name, folder }: Checkout, bucket: string, starter = 'off'): Promise<Server> {
  const own = { PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production', NEWSROOM: 'off', STARTER: starter }
  const data = { BUCKET: `file:${bucket}`, DESK: `file:${bucket}-desk`, CACHE: `${bucket}-cache-${name}` }
  const child = spawn(process.execPath, ['dist/app/start.js'], {
    cwd: folder,
    env: { ...process.env, ...own, ...data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  let url: string | undefined
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if ((url = /Stet is .*at (http:\S+)/.exec(output)?.[1])) break
  }
  if (url === undefined) throw new Error(`The server for ${folder} did not start. See its output for the reason.`)
  child.stdout.resume()
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return {
    name,
    url,
    cpuSeconds() {
      // Fields 14 and 15 are the user and system time in hundredths of a second. Skip the process name in field 2,
      // because it can contain spaces.
      const fields = read('stat').split(') ').at(-1)?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    peakMemoryMB: () => Number(/VmHWM:\s+(\d+)/.exec(read('status'))?.[1]) / 1_024,
    async stop() {
      process.off('exit', kill)
      const closed = once(child, 'close')
      if (child.kill()) await closed
    },
  }
}

/** Starts a server for each checkout, on a bucket with its first edition, and stops the servers after `measure`. */
export async function withServers(bench: Bench, measure: (servers: Server[]) => Promise<void>): Promise<void> {
  const servers: Server[] = []
  try {
    for (const checkout of bench.checkouts) {
      const bucket = join(bench.folder, `edition-${checkout.name}`)
      // A separate server publishes the edition so that publishing does not increase the measured memory.
      if (!existsSync(bucket)) await (await startServer(checkout, bucket, 'on')).stop()
      servers.push(await startServer(checkout, bucket))
    }
    await measure(servers)
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Requests a URL. Returns the response body and the duration in milliseconds. */
export async function get(url: string): Promise<{ body: string; ms: number }> {
  const start = performance.now()
  const response = await fetch(url)
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${url} responded with status ${response.status}.`)
  return { body, ms: performance.now() - start }
}

/** Returns the category and id of a post on the home page, and the path of the page's style sheet. */
export async function findPaths(url: string): Promise<{ category: string; id: string; styles: string }> {
  const { body } = await get(url)
  const [, category = '', id = ''] = /href="\/post\/([^/"]+)\/([^"]+)"/.exec(body) ?? []
  return { category, id, styles: /\/assets\/[\w.-]+\.css/.exec(body)?.[0] ?? '' }
}

/** Yields all items in each round, in reverse order in every second round because the order can affect the results. */
export function* inTurn<Item>(items: Item[], rounds: number): Generator<{ item: Item; round: number }> {
  for (let round = 0; round < rounds; round += 1)
    for (const item of round % 2 === 0 ? items : items.toReversed()) yield { item, round }
}

/** Returns the sample at a percentile from 0 to 100. */
export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? Number.NaN
}
