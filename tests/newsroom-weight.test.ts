import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Matches imports that are loaded together with a file, but not type imports or calls of import().
const LOADED = /(?:^|\n)(?:import|export)\s(?!type\b)(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]/g

function packagesOf(start: string): string[] {
  const files = new Set([start])
  const packages = new Set<string>()
  for (const file of files) {
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(LOADED)) {
      if (target.startsWith('#')) files.add(`src/${target.slice(1)}`)
      else if (target.startsWith('.')) files.add(new URL(target, `file:///${file}`).pathname.slice(1))
      else if (!target.startsWith('node:')) packages.add(target)
    }
  }
  return [...packages].toSorted()
}

test('does not load the newsroom in a server that waits for the next edition', () => {
  expect(packagesOf('src/wiring/edition-schedule.ts')).toEqual(['aws4fetch', 'entities', 'zod'])
})

test('does not load the packages for pictures and rendering while collecting feeds', () => {
  const packages = packagesOf('src/newsroom/run-edition.ts')
  for (const heavy of ['ai', 'sharp', '@resvg/resvg-js', 'lowlight', 'linkedom', 'unified'])
    expect(packages).not.toContain(heavy)
  expect(packagesOf('src/newsroom/edition/fill-slot.ts')).toEqual(expect.arrayContaining(['sharp', 'unified']))
})
