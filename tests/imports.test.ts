import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

// Holds the code to the import table in ARCHITECTURE.md.

const LONGEST = 400

// A statement (import, export … from), or a call of import().
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

const allowed = readTable(readFileSync('ARCHITECTURE.md', 'utf8'))
const files = sourceFiles('src')

test('the table names every folder of src, and no other', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map((folder) => folder.name).toSorted()).toEqual([...allowed.keys()].toSorted())
})

test('every file imports only what its folder may', () => {
  const breaches = files.flatMap((file) => breachesOf(file, readFileSync(file, 'utf8')))
  expect(breaches).toEqual([])
})

test('a breach would be found, however it is written', () => {
  expect(breachesOf('src/blog/x.ts', "import { a } from '#server/app.ts'")).toHaveLength(1)
  expect(breachesOf('src/blog/x.ts', "export * from '../archive/journal.ts'")).toHaveLength(1)
  expect(breachesOf('src/site/pages/x.tsx', "const a = await import('#bucket/open.ts')")).toHaveLength(1)
  expect(breachesOf('src/server/x.ts', "import '../site/app.tsx'")).toHaveLength(1)
  expect(breachesOf('src/server/x.ts', "import { env } from '../env.ts'")).toHaveLength(1)
  expect(breachesOf('src/archive/x.ts', "import type { Bucket } from '#bucket/bucket.ts'")).toEqual([])
})

test('the steps of the newsroom know nothing of each other', () => {
  const steps = [
    'collect',
    'read',
    'cluster',
    'choose',
    'write',
    'check-draft',
    'judge',
    'illustrate',
    'announce',
    'report',
  ]
  const paths = steps.map((step) => `src/newsroom/${step}.ts`)
  expect(paths.filter((path) => !files.includes(path))).toEqual([])
  const imports = paths.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, target = '']) => `${path} ${target.replace('#', 'src/')}`),
  )
  expect(imports.length).toBeGreaterThan(steps.length)
  expect(imports.filter((line) => paths.includes(line.split(' ')[1] ?? ''))).toEqual([])
  // Nor of what stands in each other's folders.
  const owned = files.flatMap((file) => {
    const [, step = ''] = /^src\/newsroom\/([a-z-]+)(?:\/|\.ts$)/.exec(file) ?? []
    if (!steps.includes(step)) return []
    const others = steps.filter((other) => other !== step)
    return [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .map(([, target = '']) => target)
      .filter((target) => others.some((other) => target.startsWith(`#newsroom/${other}/`)))
      .map((target) => `${file} imports ${target}`)
  })
  expect(owned).toEqual([])
})

test('only the site holds .tsx files', () => {
  expect(files.filter((file) => file.endsWith('.tsx') && !file.startsWith('src/site/'))).toEqual([])
})

test('only entries and scripts read the environment', () => {
  const readers = files.filter((file) => /process\.env|import\.meta\.env/.test(readFileSync(file, 'utf8')))
  expect(readers.filter((file) => dirname(file) !== 'src' && !file.endsWith('.test.ts'))).toEqual([])
})

test(`no file is longer than ${LONGEST} lines`, () => {
  const all = [...files, ...sourceFiles('tests'), ...sourceFiles('scripts')]
  const long = all.filter((file) => readFileSync(file, 'utf8').split('\n').length - 1 > LONGEST)
  expect(long).toEqual([])
})

test('no folder or file has a name that says nothing', () => {
  const idle = /(?:^|\/)(?:utils?|lib|misc|helpers?|common|index)(?:\/|\.\w+$)/
  expect(files.filter((file) => idle.test(file))).toEqual([])
})

function readTable(markdown: string): Map<string, Set<string>> {
  const rows = markdown.matchAll(/^\| `src\/([a-z]+)\/` +\|[^|]*\|([^|]*)\|$/gm)
  return new Map(
    [...rows].map(([, folder = '', names = '']) => [
      folder,
      new Set(names.includes('nothing') ? [] : names.split(',').map((name) => name.trim())),
    ]),
  )
}

function breachesOf(file: string, text: string): string[] {
  const folder = file.split('/')[1] ?? ''
  const permitted = allowed.get(folder)
  // The entries beside the folders may import anything.
  if (!permitted) return []
  return [...text.matchAll(IMPORT)]
    .map(([, statement, call]) => statement ?? call ?? '')
    .filter((target) => {
      const path = target.startsWith('#')
        ? target.slice(1)
        : target.startsWith('.')
          ? relative('src', resolve(dirname(file), target))
          : null
      if (path === null) return false
      // What tests share stands in one place.
      if (path.startsWith('../tests/fixtures/')) return !file.endsWith('.test.ts')
      const to = path.includes('/') ? path.split('/')[0] : ''
      return to !== folder && !permitted.has(to ?? '')
    })
    .map((target) => `${file} imports ${target}`)
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
