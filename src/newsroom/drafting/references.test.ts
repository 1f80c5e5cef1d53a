import { expect, test } from 'vitest'
import { memoryBucket } from '#bucket/memory.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { referencesOf, storeTexts } from '#newsroom/drafting/references.ts'
import { entry } from '../../../tests/fixtures/newsroom/entry.ts'

function entryOf(given: Partial<Entry>): Entry {
  const url = `https://a.example/${given.publisher ?? 'p'}/${given.text?.length ?? 0}`
  return entry('P', { url, text: 'x'.repeat(1_000), complete: true, ...given })
}

function publishersOf(entries: Entry[]): string[] {
  return referencesOf({ entries }).map(({ publisher }) => publisher)
}

test('prefers full texts, then sources with more weight, and takes one text of each publisher before a second', () => {
  const entries = [
    entryOf({ publisher: 'Teaser', complete: false, weight: 9 }),
    entryOf({ publisher: 'Press' }),
    entryOf({ publisher: 'Lab', weight: 3, text: 'y'.repeat(900) }),
    entryOf({ publisher: 'Lab', weight: 3, text: 'z'.repeat(800) }),
  ]
  expect(publishersOf(entries)).toEqual(['Lab', 'Press', 'Teaser', 'Lab'])
})

test('returns at most five texts, each of at least 200 and together, with the documents, of at least 2,400 characters', () => {
  const short = { entries: [entryOf({ text: 'x'.repeat(1_250) }), entryOf({ text: 'y'.repeat(1_149) })] }
  expect(referencesOf(short)).toEqual([])
  expect(referencesOf({ ...short, isUrgent: true })).toHaveLength(2)
  expect(referencesOf({ entries: [entryOf({ text: 'x'.repeat(599) })], isUrgent: true })).toEqual([])
  expect(referencesOf(short, [entryOf({ text: 'z' })])).toHaveLength(3)
  const many = Array.from({ length: 9 }, (_, index) => entryOf({ publisher: `P${index}` }))
  expect(publishersOf([entryOf({ publisher: 'Short', weight: 9, text: 'x'.repeat(199) }), ...many])).toHaveLength(5)
  expect(referencesOf({ entries: many }).map(({ id }) => id)).toEqual(['S1', 'S2', 'S3', 'S4', 'S5'])
})

test('stores each text once, under its hash', async () => {
  const desk = memoryBucket()
  const references = referencesOf({ entries: [entryOf({ text: 'a'.repeat(2_400) })] })
  await storeTexts(desk, references)
  await storeTexts(desk, references)
  const keys = await Array.fromAsync(desk.keys('texts/'))
  expect(keys).toEqual([`texts/${references[0]?.hash}.txt`])
  expect(Buffer.from((await desk.get(keys[0] ?? ''))?.body ?? []).toString()).toBe('a'.repeat(2_400))
})
