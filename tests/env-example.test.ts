import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEnvironment } from '#wiring/environment.ts'

// Operators copy `.env.example`, which contains all settings and nothing else.

const text = readFileSync('.env.example', 'utf8')
// Fields that the schema derives from settings.
const DERIVED = ['WRITERS', 'S3']
const names = [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)

test('the example contains all settings of the schema and of docs/configuration.md once', () => {
  const source = readFileSync('src/wiring/environment.ts', 'utf8')
  const known = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name)
  expect(known.length).toBeGreaterThan(20)
  const tableRows = [
    ...readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, (?:…)?)?)+) +\|/gm),
  ]
  const rows = tableRows.flatMap(([, row = '']) => [...row.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name))
  expect([...known, ...rows].filter((name) => !names.includes(name) && !DERIVED.includes(name))).toEqual([])
  const elsewhere =
    /^(?:AWS_[A-Z0-9_]+|BACKUP|(?:WRITER|BACKUP|JUDGE|ILLUSTRATOR)(?:_MODEL|_URL|_KEY|_TIMEOUT|_CONTEXT)?)$/
  expect(names.filter((name) => !known.includes(name) && !elsewhere.test(name))).toEqual([])
  expect(known.filter((name) => !rows.includes(name) && ![...DERIVED, 'JUDGE', 'ILLUSTRATOR'].includes(name))).toEqual(
    [],
  )
  expect(names).toEqual([...new Set(names)])
})

test('the example contains the defaults, and its settings are valid without the #', () => {
  expect(readEnvironment(parseEnv(text))).toEqual(readEnvironment({}))
  expect(() => readEnvironment(parseEnv(text.replaceAll(/^#(?=[A-Z])/gm, '')))).not.toThrow()
})
