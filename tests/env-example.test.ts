import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEnvironment } from '#wiring/environment.ts'

// `.env.example` is what an operator copies: it names every setting, and nothing else.

const text = readFileSync('.env.example', 'utf8')
// What the schema makes of other settings.
const MADE = ['WRITERS', 'GROUNDER', 'S3']
const names = [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)

test('the example names every setting of the schema and of README, each once', () => {
  const source = readFileSync('src/wiring/environment.ts', 'utf8')
  const known = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name)
  expect(known.length).toBeGreaterThan(20)
  const told = [...readFileSync('README.md', 'utf8').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, (?:…)?)?)+) +\|/gm)]
  const rows = told.flatMap(([, row = '']) => [...row.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name))
  expect([...known, ...rows].filter((name) => !names.includes(name) && !MADE.includes(name))).toEqual([])
  const elsewhere =
    /^(?:AWS_[A-Z0-9_]+|BACKUP|(?:WRITER|BACKUP|JUDGE|ILLUSTRATOR)(?:_MODEL|_URL|_KEY|_TIMEOUT|_SHA256|_CONTEXT)?)$/
  expect(names.filter((name) => !known.includes(name) && !elsewhere.test(name))).toEqual([])
  expect(known.filter((name) => !rows.includes(name) && ![...MADE, 'JUDGE', 'ILLUSTRATOR'].includes(name))).toEqual([])
  expect(names).toEqual([...new Set(names)])
})

test('as it is, it changes nothing; with every # taken away, it is read without complaint', () => {
  expect(readEnvironment(parseEnv(text))).toEqual(readEnvironment({}))
  expect(() => readEnvironment(parseEnv(text.replaceAll(/^#(?=[A-Z])/gm, '')))).not.toThrow()
})
