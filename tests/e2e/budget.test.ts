import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Sizes of the build, not seconds: these hold on every machine.

const folder = 'dist/client/assets'

test('the JavaScript of a first view is at most 80 KB in brotli', () => {
  const first = readdirSync(folder).filter((name) => /^(?:boot|entry-browser)-.*\.js\.br$/.test(name))
  expect(first).toHaveLength(2)
  expect(sizeOf(first)).toBeLessThanOrEqual(80_000)
})

test('what the first view does not need is in files of its own', () => {
  const names = readdirSync(folder)
  for (const part of ['client', 'samples', 'sanitise-browser'])
    expect(names.some((name) => name.startsWith(`${part}-`) && name.endsWith('.js'))).toBe(true)
  const entry = names.find((name) => /^entry-browser-.*\.js$/.test(name)) ?? ''
  expect(readFileSync(join(folder, entry), 'utf8')).not.toMatch(/DOMPurify|Sample: /)
})

test('the styles of every page are at most 14 KB in brotli', () => {
  expect(sizeOf(readdirSync(folder).filter((name) => name.endsWith('.css.br')))).toBeLessThanOrEqual(14_000)
})

test('the two fonts that every page preloads are at most 80 KB together, and no other is above 45 KB', () => {
  const fonts = readdirSync(folder).filter((name) => name.endsWith('.woff2'))
  const preloaded = fonts.filter((name) => name.includes('-latin-wght-normal-'))
  expect(preloaded).toHaveLength(2)
  expect(sizeOf(preloaded)).toBeLessThanOrEqual(80_000)
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

function sizeOf(names: string[]): number {
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
