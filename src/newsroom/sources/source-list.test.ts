import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sourceList } from '#newsroom/sources/source-list.ts'

const sources = sourceList.parse(JSON.parse(await readFile('editorial/sources.json', 'utf8')))
const list: { id: string }[] = JSON.parse(await readFile('editorial/categories.json', 'utf8'))
const categories = list.map(({ id }) => id)

test('has at least 45 sources, and nine for each category, five of which are primary publishers or experts', () => {
  expect(sources.length).toBeGreaterThanOrEqual(45)
  expect(sources.filter(({ weight }) => ![1, 2, 3].includes(weight))).toEqual([])
  const scarce = categories.filter((id) => {
    const own = sources.filter((source) => source.categories.includes(id))
    return own.length < 9 || own.filter(({ weight }) => weight >= 2).length < 5
  })
  expect(scarce).toEqual([])
})

test('gives every source a unique id, name and https URL, and one or two existing categories', () => {
  for (const key of ['id', 'name', 'url'] as const)
    expect(new Set(sources.map((source) => source[key].toLowerCase().replace(/\/$/, ''))).size).toBe(sources.length)
  expect(sources.filter(({ url }) => !/^https:\/\/[^@?#]+$/.test(url))).toEqual([])
  const wrong = sources.filter(({ categories: own }) => {
    return own.length > 2 || new Set(own).size < own.length || own.some((id) => !categories.includes(id))
  })
  expect(wrong).toEqual([])
})
