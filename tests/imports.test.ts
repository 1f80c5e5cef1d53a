import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

// Compares the imports in the code with the import table in ARCHITECTURE.md.

const LONGEST = 400
const MOST_FILES = 20

// This folder has its own row in the table, because its code runs in browsers.
const DESK_PAGE = 'desk/page'

// Matches an import or export statement with a path, or a call of import().
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

const architecture = readFileSync('ARCHITECTURE.md', 'utf8')
const allowed = readTable(architecture)
const files = sourceFiles('src')

test('the table has a row for each folder in src', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect([...folders.map((folder) => folder.name), DESK_PAGE].toSorted()).toEqual([...allowed.keys()].toSorted())
})

test('each file imports only from the folders and files that the row of its own folder permits', () => {
  const breaches = files.flatMap(breachesOf)
  expect(breaches).toEqual([])
})

// The newsroom's folders in import order: each may import only folders before it.
const NEWSROOM_ORDER = [
  'store',
  'sources',
  'article',
  'checks',
  'llm',
  'judging',
  'stories',
  'drafting',
  'publishing',
  'review',
  'edition',
  'run-edition.ts',
]

test('each newsroom folder imports only folders before it in the import order', () => {
  expect(readdirSync('src/newsroom').toSorted()).toEqual(NEWSROOM_ORDER.toSorted())
  const orderOf = (path: string) => NEWSROOM_ORDER.indexOf(path.split('/')[1] ?? '')
  const breaches = files
    .filter((file) => file.startsWith('src/newsroom/') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith('newsroom/') && orderOf(path) > orderOf(file.slice('src/'.length)))
        .map((path) => `${file} imports ${path}`),
    )
  expect(breaches).toEqual([])
})

test('only the publishing folder imports the covers', () => {
  const importers = files.filter((file) => importsOf(file).some((path) => path.startsWith('covers/')))
  expect(importers.filter((file) => !/^src\/(?:covers|newsroom\/publishing)\//.test(file))).toEqual([])
})

test('only the site and the desk page have .tsx files', () => {
  const elsewhere = files.filter((file) => file.endsWith('.tsx') && !/^src\/(?:site|desk\/page)\//.test(file))
  expect(elsewhere).toEqual([])
})

test('only commands and their wiring read the environment', () => {
  const readers = files.filter((file) => /process\.env|import\.meta\.env/.test(readFileSync(file, 'utf8')))
  expect(readers.filter((file) => !/^src\/(?:commands|wiring)\//.test(file) && !file.endsWith('.test.ts'))).toEqual([])
})

test(`no file is longer than ${LONGEST} lines`, () => {
  const all = [...files, ...sourceFiles('tests'), ...sourceFiles('scripts')]
  const long = all.filter((file) => readFileSync(file, 'utf8').split('\n').length - 1 > LONGEST)
  expect(long).toEqual([])
})

test(`no folder in src has more than ${MOST_FILES} files, not counting tests`, () => {
  const folders = Map.groupBy(
    files.filter((file) => !/\.test\.tsx?$/.test(file)),
    (file) => dirname(file),
  )
  expect([...folders].filter(([, own]) => own.length > MOST_FILES).map(([folder]) => folder)).toEqual([])
})

test('all folders and files that ARCHITECTURE.md mentions exist in src', () => {
  const named = [...architecture.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('no folder or file has a meaningless name', () => {
  const meaningless = /(?:^|\/)(?:utils?|lib|misc|helpers?|common|index)(?:\/|\.\w+$)/
  expect(files.filter((file) => meaningless.test(file))).toEqual([])
})

function readTable(markdown: string): Map<string, Set<string>> {
  const rows = markdown.matchAll(/^\| `src\/([a-z/]+)\/` +\|[^|]*\|([^|]*)\|$/gm)
  return new Map(
    [...rows].map(([, folder = '', names = '']) => [
      folder,
      new Set(names.includes('nothing') ? [] : names.split(',').map((name) => name.trim())),
    ]),
  )
}

function breachesOf(file: string): string[] {
  const folder = file.startsWith(`src/${DESK_PAGE}/`) ? DESK_PAGE : (file.split('/')[1] ?? '')
  const permitted = allowed.get(folder)
  if (!permitted) return []
  return importsOf(file)
    .filter((path) => {
      // Tests may import fixtures.
      if (path.startsWith('../tests/fixtures/')) return !file.endsWith('.test.ts')
      const to = path.includes('/') ? path.split('/')[0] : ''
      // A row permits whole folders or individual files.
      return to !== folder && !path.startsWith(`${folder}/`) && !permitted.has(to ?? '') && !permitted.has(path)
    })
    .map((path) => `${file} imports ${path}`)
}

// Returns the paths below `src` that a file imports.
function importsOf(file: string): string[] {
  const targets = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, statement, call]) => statement ?? call ?? '')
  return targets.flatMap((target) => {
    if (target.startsWith('#')) return [target.slice(1)]
    return target.startsWith('.') ? [relative('src', resolve(dirname(file), target))] : []
  })
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
