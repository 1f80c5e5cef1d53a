import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pMap from 'p-map'
import { installFromDebian } from '../chromium.ts'
import { findPaths, firstEdition, get, inTurn, startServer, withServers, type Bench, type Server } from './servers.ts'
import { fillBucket } from './size.ts'

const WRK = '/usr/bin/wrk'
const SECONDS = 3
const COLD_POSTS = 1_000
const run = promisify(execFile)

/** Measures requests per second: hot pages and calls with wrk (32 connections, brotli), and articles requested once. */
export async function measureServing(bench: Bench): Promise<void> {
  if (!existsSync(WRK) && !installFromDebian('wrk')) throw new Error('Install wrk (Debian: apt-get install wrk).')
  await withServers(bench, async (servers) => {
    for (const row of ['home', 'article', 'category', 'styles', 'posts call', 'post call', 'search call', 'feed'])
      for (let round = 0; round < bench.runs; round += 1)
        for (const server of inTurn(servers, round)) {
          const path = (await pathsOf(server.url))[row]
          bench.add(`${row}, ${server.name}`, await rateOf(server, () => hammer(server.url + path)))
        }
  })
  const [checkout] = bench.checkouts
  if (checkout === undefined) return
  const bucket = join(bench.folder, 'cold')
  const posts = await fillBucket({ bucket, count: COLD_POSTS, like: await firstEdition(bench, checkout) })
  for (let round = 0; round < bench.runs; round += 1)
    for (const each of inTurn(bench.checkouts, round)) {
      const server = await startServer(each, bucket)
      const urls = posts.map(({ category, id }) => `${server.url}/post/${category}/${id}`)
      const requestAll = async () => (await pMap(urls, get, { concurrency: 8 })).length
      bench.add(`cold article, ${each.name}`, await rateOf(server, requestAll))
      await server.stop()
    }
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

// `work` returns the number of requests. The rate per CPU second depends less on other processes of the machine.
async function rateOf(server: Server, work: () => Promise<number>): Promise<Record<string, number>> {
  const [start, cpuStart] = [performance.now(), server.cpuSeconds()]
  const requests = await work()
  const [seconds, cpu] = [(performance.now() - start) / 1_000, server.cpuSeconds() - cpuStart]
  return { 'per second': requests / seconds, 'per CPU second': requests / cpu }
}

async function hammer(url: string): Promise<number> {
  const { stdout } = await run(WRK, ['-t1', '-c32', `-d${SECONDS}s`, '-H', 'accept-encoding: br', url])
  const failed = /(?:Non-2xx or 3xx responses|Socket errors).*/.exec(stdout)
  if (failed) throw new Error(`${url} failed under load: ${failed[0]}`)
  return Number(/(\d+) requests in/.exec(stdout)?.[1])
}
