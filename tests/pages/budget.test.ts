import { globSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { firstEdition, type Site } from '../e2e/site.ts'

// Sizes of pages and of the build. They are the same on every machine, unlike times.

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

test('the HTML of the home page is at most 14 KB as it is sent, that of a median article 16 KB', async () => {
  if (site.backend.kind !== 'local') throw new Error('This site has no bucket of its own.')
  const articles = site.backend.archive.all().map(({ category, id }) => `/post/${category}/${id}`)
  const sizes = await Promise.all(articles.map(sizeOfPage))
  expect(sizes.toSorted((a, b) => a - b)[sizes.length >> 1]).toBeLessThanOrEqual(16_000)
  expect(await sizeOfPage('/')).toBeLessThanOrEqual(14_000)
})

test('all styles together are at most 16 KB compressed', () => {
  expect(compressedSize('dist/client/assets/*.css')).toBeLessThanOrEqual(16_000)
})

test('the scripts that every reader downloads are at most 100 KB compressed', () => {
  expect(compressedSize('dist/client/assets/{start-app,entry-browser}-*.js')).toBeLessThanOrEqual(100_000)
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

/** Size of a page as it is transferred. */
async function sizeOfPage(path: string): Promise<number> {
  const { headers } = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } })
  expect(headers.get('content-encoding')).toBe('br')
  return Number(headers.get('content-length'))
}

function compressedSize(pattern: string): number {
  const files = globSync(pattern)
  expect(files.length).toBeGreaterThan(0)
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0)
}
