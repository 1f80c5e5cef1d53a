import { expect, test } from 'vitest'
import { memoryBucket } from '#bucket/memory.ts'
import { planEdition, shortageOf, type Plan } from '#newsroom/edition/plan.ts'
import { editedStory } from '#newsroom/stories/story.ts'
import { entry } from '../../../tests/fixtures/newsroom/entry.ts'

const date = '2026-11-21'

function planWith(...pairs: [category: string, id: string][]): Plan {
  return {
    remarks: [],
    failures: [],
    sources: 3,
    entries: pairs.length,
    candidates: pairs.map(([category, id]) =>
      editedStory.parse({ category, score: 1, story: { entries: [entry(id)] } }),
    ),
  }
}

function ids({ candidates }: Plan): string[] {
  return candidates.map(({ category, story }) => `${category} ${story.entries[0]?.title}`)
}

test('uses the plan that was stored first in all newsrooms', async () => {
  const desk = memoryBucket()
  const plans = await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      planEdition({ desk, date, categories: ['ai'], store: true, make: async () => planWith(['ai', id]) }),
    ),
  )
  expect(new Set(plans.map((plan) => ids(plan).join()))).toHaveProperty('size', 1)
  const make = () => Promise.reject(new Error('A plan already exists.'))
  expect(ids(await planEdition({ desk, date, categories: ['ai'], store: true, make }))).toEqual(
    ids(plans[0] ?? planWith()),
  )
})

test('plans again for categories without stories, excluding entries that earlier plans used', async () => {
  const desk = memoryBucket()
  const categories = ['ai', 'technology']
  await planEdition({ desk, date, categories, store: true, make: async () => planWith(['ai', 'a']) })
  const requested: [string[], string[]][] = []
  const plan = await planEdition({
    desk,
    date,
    categories,
    store: true,
    make: async (missing, taken) => {
      requested.push([missing, [...taken]])
      return planWith(['technology', 't'])
    },
  })
  expect(requested).toEqual([[['technology'], ['https://a.example/a']]])
  expect(ids(plan)).toEqual(['ai a', 'technology t'])
})

test('does not store a plan without stories', async () => {
  const desk = memoryBucket()
  await planEdition({ desk, date, categories: ['ai'], store: true, make: async () => planWith() })
  expect(await Array.fromAsync(desk.keys(''))).toEqual([])
})

test.for<[failed: string[], stories: [string, string][], shortage: string | null]>([
  [['a', 'b', 'c'], [], '0 of 3 sources responded'],
  [['a', 'b', 'c'], [['ai', 'x']], '0 of 3 sources responded'],
  [['a', 'b', 'other'], [['ai', 'x']], '1 of 3 sources responded'],
  [['a', 'other'], [['ai', 'x']], null],
  [['a'], [], 'no source had anything new'],
  [[], [], 'no source had anything new'],
])('when sources %j failed and the stories are %j, the shortage is %s', ([failed, stories, shortage]) => {
  const failures = failed.map((source) => ({ source, name: source, reason: 'It did not respond.' }))
  const sources = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(shortageOf({ ...planWith(...stories), failures }, sources)).toBe(shortage)
})

test('reports which plan record is invalid', async () => {
  const desk = memoryBucket()
  await desk.put(`editions/${date}/plan-0001.json`, Buffer.from('{"x":'), { contentType: 'application/json' })
  const planned = planEdition({ desk, date, categories: ['ai'], store: true, make: async () => planWith() })
  await expect(planned).rejects.toThrow('editions/2026-11-21/plan-0001.json is invalid: it is not valid JSON')
})
