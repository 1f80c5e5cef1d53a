import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEnvironment } from '#wiring/environment.ts'
import { exampleFile, renewTables } from '../scripts/settings.ts'

// Tests the documents that `npm run settings` generates.

const example = readFileSync('.env.example', 'utf8')
const configuration = readFileSync('docs/configuration.md', 'utf8')
const tables = configuration.match(/<!-- settings[^]*?<!-- end -->/g)?.join('\n') ?? ''

test('docs/configuration.md and .env.example are up to date', async () => {
  expect(await renewTables(configuration)).toBe(configuration)
  expect(exampleFile()).toBe(example)
})

test('both documents contain every setting, and .env.example contains each setting only once', () => {
  const names = [...example.matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  expect(names).toEqual([...new Set(names)])
  const rows = [...tables.matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm)].map(([, name = '']) => name)
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter((name) => !names.includes(name))).toEqual([])
  const source = readFileSync('src/wiring/settings.ts', 'utf8')
  const known = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name)
  expect(known.filter((name) => !rows.includes(name))).toEqual([])
})

test('descriptions mention only settings that exist', () => {
  const mentioned = [...tables.matchAll(/`[^`]*`/g)].flatMap(([code]) => code.match(/[A-Z][A-Z0-9_]{2,}/g) ?? [])
  // SECOND is an example of a model's name.
  expect(mentioned.filter((name) => name !== 'SECOND' && !example.includes(`#${name}=`))).toEqual([])
})

test('.env.example contains the defaults, and its settings are valid when uncommented', () => {
  expect(readEnvironment(parseEnv(example))).toEqual(readEnvironment({}))
  expect(() => readEnvironment(parseEnv(example.replaceAll(/^#(?=[A-Z])/gm, '')))).not.toThrow()
})
