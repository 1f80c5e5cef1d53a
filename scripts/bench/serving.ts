import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { installFromDebian } from '../chromium.ts'
import { findPaths, inTurn, withServers, type Bench, type Server } from './servers.ts'

const WRK = '/usr/bin/wrk'
const SECONDS = 3
const run = promisify(execFile)

/** Uses wrk to measure how many cached pages and API responses a server sends per second (32 connections, brotli). */
export async function measureServing(bench: Bench): Promise<void> {
  if (!existsSync(WRK) && !installFromDebian('wrk'))
    throw new Error('wrk is not installed. Install it (Debian: apt-get install wrk).')
  await withServers(bench, async (servers) => {
    for (const row of ['home', 'article', 'category', 'styles', 'posts call', 'post call', 'search call', 'feed'])
      for (const { item: server } of inTurn(servers, bench.runs)) {
        const path = (await pathsOf(server.url))[row]
        bench.add(`${row}, ${server.name}`, await rateOf(server, server.url + path))
      }
  })
}

async function pathsOf(url: string): Promise<Record<string, string>> {
  const { category, id, styles } = await findPaths(url)
  return {
    home: '/',
    article: `/post/${category}/${id}`,
    category: `/category/${category}`,
    styles,
    'posts call': `/list-posts-by-category?category=${category}`,
    'post call': `/get-post-content?bucket_name=stet&category=${category}&post_id=${id}`,
    'search call': '/search-posts?q=model',
    feed: '/rss.xml',
  }
}

// Returns the number of requests per second and per CPU second. Other processes on the machine affect the second rate
// less.
async function rateOf(server: Server, url: string): Promise<Record<string, number>> {
  const [start, cpuStart] = [performance.now(), server.cpuSeconds()]
  const { stdout } = await run(WRK, ['-t1', '-c32', `-d${SECONDS}s`, '-H', 'accept-encoding: br', url])
  const failed = /(?:Non-2xx or 3xx responses|Socket errors).*/.exec(stdout)
  if (failed) throw new Error(`${url} failed under load: ${failed[0]}`)
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const [seconds, cpu] = [(performance.now() - start) / 1_000, server.cpuSeconds() - cpuStart]
  return { 'per second': requests / seconds, 'per CPU second': requests / cpu }
}
