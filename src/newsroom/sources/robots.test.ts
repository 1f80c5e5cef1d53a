import { expect, test } from 'vitest'
import { createRobots, type Robots } from '#newsroom/sources/robots.ts'
import { httpOf, type TestPage } from '../../../tests/fixtures/newsroom/test-web.ts'

const PAGE = 'https://example.org/articles/1'

test('requests the robots.txt of each host once', async () => {
  const { robots, requested } = robotsOf('User-agent: *\nDisallow: /private')
  const permissions = await Promise.all([PAGE, PAGE, 'https://example.org/private/2'].map((url) => robots.check(url)))
  expect(permissions).toEqual(['allowed', 'allowed', 'forbidden'])
  await robots.check('http://example.org:8080/private')
  expect(requested).toEqual(['https://example.org/robots.txt', 'http://example.org:8080/robots.txt'])
})

const FOR_STET =
  'User-agent: *\nDisallow: /\n\nUser-agent: Other\nUser-agent: STET/2.0 # us\nDisallow: /drafts\nAllow: /drafts/open'
const LONGEST = 'User-agent: *\r\nDisallow: /*.pdf$\r\nDisallow: /a\r\nAllow: /a/b\r\n'

test.for([
  ['the group for Stet instead of that for all', FOR_STET, '/ /articles/1 /drafts/open/1', '/drafts/1'],
  ['the group for all if Stet has no group', FOR_STET.replace('STET/2.0', 'Stettin'), '', '/ /articles/1'],
  ['no group for others', 'User-agent: Stet\nDisallow: /a\n\nUser-agent: Bot\nDisallow: /\n', '/ /c', '/a'],
  ['no comment or sitemap', '# User-agent: Stet\nUser-agent: *\nSitemap: https://s.example/\nDisallow: /b', '/a', '/b'],
  ['the longest matching rule, after a byte order mark', `\uFEFF${LONGEST}`, '/x.pdfs /a/b/c', '/x.pdf /a/c'],
] as const)('applies %s', async ([, text, permitted, forbidden]) => {
  const { robots } = robotsOf(text)
  const paths = `${permitted} ${forbidden}`.trim().split(' ')
  expect(await allowed(robots, paths)).toEqual(paths.map((path) => permitted.split(' ').includes(path)))
})

test.for([
  [200, 'allowed'],
  [304, 'forbidden'],
  ...[403, 404, 429].map((status) => [status, 'allowed'] as const),
  ...[500, 503, null].map((status) => [status, 'unreachable'] as const),
] as const)('for a robots.txt with status %s, pages are %s', async ([status, expected]) => {
  const { robots, requested } = robotsOf(status === null ? undefined : { status })
  expect([await robots.check(PAGE), await robots.check(PAGE)]).toEqual([expected, expected])
  expect(requested).toHaveLength(1)
})

test('forbids invalid URLs without a request', async () => {
  const { robots, requested } = robotsOf('')
  const wrong = ['', 'articles/1', 'file:///etc/passwd', 'javascript:1', `${PAGE}?${'a'.repeat(3_000)}`]
  for (const url of wrong) expect(await robots.check(url)).toBe('forbidden')
  expect(requested).toEqual([])
})

test('reads only the first 500 KiB', async () => {
  const start = 'User-agent: *\nDisallow: /first\n'
  const text = `${start}${'#'.repeat(500 * 1024 - start.length - 1)}\nDisallow: /last`
  const { robots } = robotsOf(text)
  expect(await allowed(robots, ['/first', '/last'])).toEqual([false, true])
})

test('forbids everything if a file has too many agents and rules, without filling the memory', async () => {
  const names = 'User-agent: Stet\nUser-agent: a\n'.repeat(8_000)
  const { robots } = robotsOf(`${names}${'Disallow: /a\n'.repeat(18_000)}`)
  const before = process.memoryUsage().heapUsed
  expect(await allowed(robots, ['/a', '/b'])).toEqual([false, false])
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024)
})

test('forbids everything if comparing the rules takes too long', async () => {
  const { robots } = robotsOf(`User-agent: *\n${`Disallow: /*${'a'.repeat(1_000)}b\n`.repeat(100)}`)
  expect(await robots.check(PAGE)).toBe('forbidden')
})

function robotsOf(page: TestPage = new Error('The host cannot be reached.')) {
  const http = httpOf({ 'https://example.org/robots.txt': page, 'http://example.org:8080/robots.txt': page })
  return { robots: createRobots({ http }), requested: http.requested }
}

function allowed({ check }: Robots, paths: string[]): Promise<boolean[]> {
  return Promise.all(paths.map(async (path) => (await check(`https://example.org${path}`)) === 'allowed'))
}
