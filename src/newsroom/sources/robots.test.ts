import { expect, test } from 'vitest'
import { createRobots } from '#newsroom/sources/robots.ts'
import type { SafeFetch } from '#newsroom/sources/http/http-client.ts'

const PAGE = 'https://example.org/articles/1'

test('requests the robots.txt of each host once', async () => {
  const { robots, asked } = robotsOf({ text: 'User-agent: *\nDisallow: /private' })
  const answers = await Promise.all([PAGE, PAGE, 'https://example.org/private/2'].map((url) => robots.allows(url)))
  expect(answers).toEqual([true, true, false])
  await robots.allows('http://example.org:8080/private')
  expect(asked).toEqual(['https://example.org/robots.txt', 'http://example.org:8080/robots.txt'])
})

test('a group for Stet replaces the group for all', async () => {
  const text =
    'User-agent: *\nDisallow: /\n\nUser-agent: Other\nUser-agent: STET/2.0 # us\nDisallow: /drafts\nAllow: /drafts/open'
  const { robots } = robotsOf({ text })
  expect(await allowed(robots, ['/', '/articles/1', '/drafts/1', '/drafts/open/1'])).toEqual([true, true, false, true])
  const other = robotsOf({ text: text.replace('STET/2.0', 'Stettin') })
  expect(await allowed(other.robots, ['/', '/articles/1'])).toEqual([false, false])
})

test('ignores groups for others, sitemaps and comments', async () => {
  const text =
    'User-agent: Stet\nDisallow: /a\n\nUser-agent: Bot\nDisallow: /\n# User-agent: Stet\nSitemap: https://example.org/s.xml\nDisallow: /b\n'
  const { robots } = robotsOf({ text })
  expect(await allowed(robots, ['/', '/a', '/b'])).toEqual([true, false, true])
})

test('supports stars, ends and a byte order mark, and the longest rule wins', async () => {
  const text = '\uFEFFUser-agent: *\r\nDisallow: /*.pdf$\r\nDisallow: /a\r\nAllow: /a/b\r\n'
  const { robots } = robotsOf({ text })
  expect(await allowed(robots, ['/x.pdf', '/x.pdfs', '/a/c', '/a/b/c'])).toEqual([false, true, false, true])
})

test.for([
  [200, true],
  [204, true],
  [304, false],
  [401, true],
  [403, true],
  [404, true],
  [410, true],
  [429, true],
  [500, false],
  [503, false],
] as const)('robots.txt with status %i and no text: %s', async ([status, expected]) => {
  const { robots } = robotsOf({ status, text: '' })
  expect(await robots.allows(PAGE)).toBe(expected)
})

test('a host that cannot be reached allows nothing', async () => {
  const { robots } = robotsOf({})
  expect(await robots.allows(PAGE)).toBe(false)
})

test('isReachable is false only if robots.txt cannot be read', async () => {
  for (const [given, expected] of [
    [{}, false],
    [{ status: 500, text: '' }, false],
    [{ status: 503, text: 'User-agent: *' }, false],
    [{ status: 404, text: '' }, true],
    [{ text: 'User-agent: *\nDisallow: /' }, true],
  ] as const) {
    const { robots, asked } = robotsOf(given)
    await robots.allows(PAGE)
    expect([await robots.isReachable(PAGE), asked.length], JSON.stringify(given)).toEqual([expected, 1])
  }
  expect(await robotsOf({}).robots.isReachable('no address')).toBe(true)
})

test('rejects other addresses without a request', async () => {
  const { robots, asked } = robotsOf({ text: '' })
  const wrong = ['', 'articles/1', 'file:///etc/passwd', 'javascript:1', `${PAGE}?${'a'.repeat(3_000)}`]
  for (const url of wrong) expect(await robots.allows(url)).toBe(false)
  expect(asked).toEqual([])
})

test('reads at most 500 KiB', async () => {
  const start = 'User-agent: *\nDisallow: /first\n'
  const text = `${start}${'#'.repeat(500 * 1024 - start.length - 1)}\nDisallow: /last`
  const { robots } = robotsOf({ text })
  expect(await allowed(robots, ['/first', '/last'])).toEqual([false, true])
})

test('a file with too many names and rules allows nothing and does not fill the memory', async () => {
  const names = 'User-agent: Stet\nUser-agent: a\n'.repeat(8_000)
  const { robots } = robotsOf({ text: `${names}${'Disallow: /a\n'.repeat(18_000)}` })
  const before = process.memoryUsage().heapUsed
  expect(await allowed(robots, ['/a', '/b'])).toEqual([false, false])
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024)
})

test('a host with rules that take too long to compare allows nothing', async () => {
  const { robots } = robotsOf({ text: `User-agent: *\n${`Disallow: /*${'a'.repeat(1_000)}b\n`.repeat(100)}` })
  expect(await robots.allows(PAGE)).toBe(false)
})

function robotsOf({ status = 200, text }: { status?: number; text?: string }) {
  const asked: string[] = []
  const http: SafeFetch = {
    async fetch(url) {
      asked.push(url)
      if (text === undefined) throw new Error(`${url} cannot be reached.`)
      const headers = { etag: null, lastModified: null, contentType: 'text/plain' }
      return { status, url, moved: null, body: Buffer.from(text), headers }
    },
    async close() {},
  }
  return { robots: createRobots({ http }), asked }
}

function allowed(robots: { allows(url: string): Promise<boolean> }, paths: string[]): Promise<boolean[]> {
  return Promise.all(paths.map((path) => robots.allows(`https://example.org${path}`)))
}
