import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChoice } from '#newsroom/stories/editor.ts'
import type { Entry } from '#newsroom/sources/entry.ts'

const entries = new Map(
  ['E1', 'E2', 'E3'].map((id): [string, Entry] => [
    id,
    {
      source: id,
      publisher: id,
      categories: ['a'],
      weight: 1,
      url: `https://${id}.example/`,
      title: id,
      date: '2026-03-10T00:00:00Z',
      text: '',
      complete: false,
    },
  ]),
)

test('for any answer, every entry is used at most once and is one of the given entries', () => {
  const id = fc.oneof(fc.constantFrom('E1', 'E2', 'E3', 'e03', 'E4', 1, 2), fc.string(), fc.integer())
  const story = fc.record(
    {
      category: fc.oneof(fc.constantFrom('a', 'A', 'b'), fc.jsonValue()),
      members: fc.oneof(fc.array(id), id),
      worth: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const list = fc.array(fc.oneof(story, fc.jsonValue()))
  const answer = fc.oneof(fc.jsonValue(), fc.record({ stories: list, not_news: fc.array(id) }))
  const shown = new Set(entries.values())
  fc.assert(
    fc.property(answer, (given) => {
      const choice = readChoice(given, { entries, categories: ['a', 'b'] })
      if (choice === null) return
      const named = [...choice.stories.flatMap((chosen) => chosen.entries), ...choice.notNews]
      expect(new Set(named).size).toBe(named.length)
      expect(new Set(named).isSubsetOf(shown)).toBe(true)
      for (const { category, entries: own, worth } of choice.stories) {
        expect(own.length).toBeGreaterThan(0)
        expect([null, 'a', 'b']).toContain(category)
        expect([null, 1, 2, 3, 4, 5]).toContain(worth)
      }
    }),
  )
})
