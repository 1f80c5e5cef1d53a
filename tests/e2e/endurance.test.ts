import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import pMap from 'p-map'
import { expect, onTestFinished, test } from 'vitest'

// Tests the built server's memory use during many distinct requests.

const REQUESTS = 20_000
const AT_ONCE = 32
const MOST_GROWTH_MB = 40

test.skipIf(!existsSync('/proc/self/status'))(
  `the server's memory does not grow with ${REQUESTS} distinct paths and queries, and SIGTERM stops it`,
  { timeout: 300_000 },
  async () => {
    const server = spawn(process.execPath, ['dist/app/start.js'], {
      env: { PATH: process.env.PATH, BUCKET: 'memory:', STARTER: 'off', NEWSROOM: 'off', PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void server.kill('SIGKILL'))
    let said = ''
    server.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    await expect.poll(() => said).toMatch(/Stet is listening at \S+/)
    const url = /Stet is listening at (\S+)/.exec(said)?.[1] ?? ''
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
    onTestFinished(() => agent.destroy())
    const ask = (path: string) =>
      new Promise<number>((resolve, reject) => {
        get(url + path, { agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
        }).on('error', reject)
      })
    const askAll = (from: number, to: number) =>
      pMap(
        Array.from({ length: to - from }, (_, index) => addressOf(from + index)),
        ask,
        { concurrency: AT_ONCE },
      )
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024
    // Measure growth only after the first half, which loads and compiles all code and fills V8's heap.
    await askAll(0, REQUESTS)
    const before = memory()
    expect([...new Set(await askAll(REQUESTS, 2 * REQUESTS))].toSorted()).toEqual([200, 400, 404])
    expect(memory() - before).toBeLessThan(MOST_GROWTH_MB)
    expect(await ask('/about')).toBe(200)
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  },
)

// Only one request in fifty is for a page, because rendering a page takes a hundred times as long as any other
// response.
function addressOf(number: number): string {
  const junk = `${number}${'x'.repeat(3_000)}`
  const kinds = [
    `/list-categories?bucket_name=stet&prefix=posts&x=${junk}`,
    `/list-posts-by-category?category=c${number}&x=${junk}`,
    `/get-post-content?category=c&post_id=${number}&x=${junk}`,
    `/get-post-content?category=c&post_id=${junk}`,
    `/search-posts?q=${number}&x=${junk}`,
    `/rss.xml?x=${junk}`,
    `/category/c${number}/rss.xml`,
    `/bucket/stet/posts/c/${junk}/a.png`,
    `/sitemap-${number % 9_000}.xml?${junk}`,
  ]
  return number % 50 === 0 ? `/post/c/${number}?x=${junk}` : (kinds[number % kinds.length] ?? '/')
}
