import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstEdition, storeOf } from '../e2e/site.ts'
import { getPage } from './page.ts'

// Tests size limits for pages and the build. Unlike timings, sizes are the same on every machine.

const site = await firstEdition()

test('the compressed home page has at most 14 KB of HTML, and the median article at most 17 KB', async () => {
  const articles = storeOf(site)
    .archive.all()
    .map(({ category, id }) => `/post/${category}/${id}`)
  const sizes = await Promise.all(articles.map(sizeOfPage))
  expect(sizes.toSorted((a, b) => a - b)[sizes.length >> 1]).toBeLessThanOrEqual(17_000)
  expect(await sizeOfPage('/')).toBeLessThanOrEqual(14_000)
})

test.for(['/', '/post/web-development/idempotency-keys'])(
  '%s links the style sheet once, after its content',
  async (path) => {
    const page = await getPage(site.url + path)
    expect(page.all('link[rel="stylesheet"]')).toHaveLength(1)
    expect(page.all('#root ~ link[rel="stylesheet"]')).toHaveLength(1)
  },
)

test('the compressed styles take at most 17 KB, and the scripts that every reader downloads at most 100 KB', () => {
  expect(sizeOfFiles('dist/client/assets/*.css.br')).toBeLessThanOrEqual(17_000)
  expect(sizeOfFiles('dist/client/assets/{start-app,entry-browser}-*.js.br')).toBeLessThanOrEqual(100_000)
})

test('every built file has a hash in its name', () => {
  const names = globSync('dist/client/assets/*')
  expect(names.filter((name) => !/-[\w-]{8}\.\w+(?:\.br|\.gz)?$/.test(name))).toEqual([])
})

test("the server bundle contains React's production build and imports no package", () => {
  const entry = readFileSync('dist/server/entry-server.js', 'utf8')
  expect(entry).not.toMatch(/react[\w-]*\.development|process\.env\.NODE_ENV/)
  const packages = [...entry.matchAll(/^import [^'"]*['"]([^'"]+)['"]/gm)].map(([, name = '']) => name)
  expect(packages.filter((name) => !/^(?:node:|\.)/.test(name))).toEqual([])
})

/** Returns the compressed size of a page. */
async function sizeOfPage(path: string): Promise<number> {
  const { headers } = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } })
  expect(headers.get('content-encoding')).toBe('br')
  return Number(headers.get('content-length'))
}

function sizeOfFiles(pattern: string): number {
  const files = globSync(pattern)
  expect(files.length).toBeGreaterThan(0)
  return files.reduce((sum, file) => sum + statSync(file).size, 0)
}
