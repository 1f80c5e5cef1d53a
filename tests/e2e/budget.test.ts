import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { firstEdition } from './site.ts'

// Sizes of the build, not seconds: these hold on every machine.

const folder = 'dist/client/assets'

const chunk = z.object({ file: z.string(), imports: z.array(z.string()), dynamicImports: z.array(z.string()) })
const manifest = z
  .record(z.string(), chunk.partial())
  .parse(JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')))

// The first script, the application that it loads, and whatever these cannot do without.
const firstView = [...new Set(['boot.ts', ...(manifest['boot.ts']?.dynamicImports ?? [])].flatMap(withImports))]

test('the JavaScript of a first view is at most 78 KB in brotli', () => {
  expect(firstView.length).toBeGreaterThan(1)
  expect(sizeOf(firstView.map((name) => `${name}.br`))).toBeLessThanOrEqual(78_000)
})

test('a first view brings neither what reads answers, nor what cleans texts, nor samples', () => {
  for (const name of firstView)
    expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/DOMPurify|Sample: |thumbnail_path/)
})

test('the styles of every page are at most 14 KB in brotli', () => {
  expect(sizeOf(readdirSync(folder).filter((name) => name.endsWith('.css.br')))).toBeLessThanOrEqual(14_000)
})

test('a median article and the home page are at most 14 KB in brotli: one flight of TCP', async () => {
  const { url } = await firstEdition()
  const linksIn = async (path: string, to: RegExp) =>
    [...(await (await fetch(url + path)).text()).matchAll(to)].map(([, link = '']) => link)
  const categories = new Set(await linksIn('/', /"(\/category\/[^"]+)"/g))
  const lists = await Promise.all([...categories].map((path) => linksIn(path, /"(\/post\/[^"#]+)"/g)))
  const articles = new Set(lists.flat())
  expect(articles.size).toBeGreaterThanOrEqual(24)
  const sizes = await Promise.all([...articles].map((path) => sizeOfPage(url + path)))
  expect(sizes.toSorted((a, b) => a - b)[sizes.length >> 1]).toBeLessThanOrEqual(14_000)
  expect(await sizeOfPage(`${url}/`)).toBeLessThanOrEqual(14_000)
})

test('the two fonts that every page shows are at most 55 KB together, and no other is above 45 KB', () => {
  const fonts = readdirSync(folder).filter((name) => name.endsWith('.woff2'))
  const usual = fonts.filter((name) => name.includes('-latin-wght-normal-'))
  expect(usual).toHaveLength(2)
  expect(sizeOf(usual)).toBeLessThanOrEqual(55_000)
  for (const name of fonts) expect(sizeOf([name]), name).toBeLessThanOrEqual(45_000)
})

test('every built file has a hash in its name', () => {
  expect(readdirSync(folder).filter((name) => !/-[\w-]{8}\.\w+(?:\.br|\.gz)?$/.test(name))).toEqual([])
})

test("the server renders with React's production build, and needs no package for it", () => {
  const entry = readFileSync('dist/server/entry-server.js', 'utf8')
  expect(entry).toContain('renderToString')
  expect(entry).not.toMatch(/react[\w-]*\.development|process\.env\.NODE_ENV/)
  const packages = [...entry.matchAll(/^import [^'"]*['"]([^'"]+)['"]/gm)].map(([, name = '']) => name)
  expect(packages.filter((name) => !/^(?:node:|\.)/.test(name))).toEqual([])
})

async function sizeOfPage(address: string): Promise<number> {
  return brotliCompressSync(Buffer.from(await (await fetch(address)).arrayBuffer())).length
}

function withImports(source: string): string[] {
  const { file = '', imports = [] } = manifest[source] ?? {}
  return [basename(file), ...imports.filter((name) => name !== 'boot.ts').flatMap(withImports)]
}

function sizeOf(names: string[]): number {
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
