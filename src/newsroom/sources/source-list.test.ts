import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readSources } from '#newsroom/sources/source-list.ts'

const FILE = 'editorial/sources.json'
const sources = readSources(await readFile(FILE, 'utf8'), FILE)
const categories = z
  .array(z.object({ id: z.string() }))
  .parse(JSON.parse(await readFile('editorial/categories.json', 'utf8')))
  .map(({ id }) => id)

test('has at least 45 sources, and at least nine for each category', () => {
  expect(sources.length).toBeGreaterThanOrEqual(45)
  const scarce = categories.filter((id) => sources.filter((source) => source.categories.includes(id)).length < 9)
  expect(scarce).toEqual([])
})

test('gives every source one or two existing categories', () => {
  const wrong = sources.filter(
    ({ categories: own }) =>
      own.length > 2 || new Set(own).size < own.length || own.some((id) => !categories.includes(id)),
  )
  expect(wrong).toEqual([])
})

test('gives every source a unique id, a name and an https URL', () => {
  for (const key of ['id', 'name', 'url'] as const) {
    expect(new Set(sources.map((source) => source[key].toLowerCase().replace(/\/$/, ''))).size).toBe(sources.length)
  }
  expect(sources.filter(({ url }) => !/^https:\/\/[^@?#]+$/.test(url))).toEqual([])
})

test('has at least five primary publishers or experts for each category', () => {
  expect(sources.filter(({ weight }) => ![1, 2, 3].includes(weight))).toEqual([])
  const pressOnly = categories.filter(
    (id) => sources.filter((source) => source.categories.includes(id) && source.weight >= 2).length < 5,
  )
  expect(pressOnly).toEqual([])
})
