import { expect, test } from 'vitest'
import { cluster } from '#newsroom/stories/similarity.ts'
import { shortlist } from '#newsroom/stories/score.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import { entry } from '../../../tests/fixtures/newsroom/entry.ts'
import { readDays } from '../../../tests/fixtures/newsroom/days/days.ts'

const NOW = new Date('2026-03-10T06:00:00Z')
const ONE = [{ id: 'technology', posts: 1 }]

function shown(entries: Entry[], options: Partial<Parameters<typeof shortlist>[0]> = {}): Entry[] {
  return shortlist({ stories: cluster(entries), categories: ONE, published: [], now: NOW, ...options })
}

test('forty candidates are shown, however many there are, and at most eighty entries', () => {
  const alone = Array.from({ length: 100 }, (_, index) => entry(`alone${index}x`))
  expect(shown(alone)).toHaveLength(40)
  const groups = Array.from({ length: 100 }, (_, index) =>
    ['a', 'b', 'c', 'd'].map((name) => entry(`${name}${index}`, { title: `Zorblax${index} opens vintelo${index}` })),
  )
  expect(shown(groups.flat())).toHaveLength(80)
})

test('reports of one event in different words are one candidate', () => {
  const day = readDays().find(({ date }) => date === '2025-12-06')
  const entries = [...(day?.entries.values() ?? [])]
  const stories = cluster(entries)
  const categories = [...new Set(entries.flatMap((one) => one.categories))].map((id) => ({ id, posts: 1 }))
  const options = { stories, categories, published: [], now: day?.now ?? NOW }
  const leak = entries.filter(({ title }) => /Orrery (?:model|confirms)/.test(title))
  expect(leak).toHaveLength(2)
  const listed = shortlist(options)
  expect(leak.filter((one) => listed.includes(one))).toEqual(leak)
  const joined = stories.filter((story) => story.entries.some(({ url }) => leak.some((one) => one.url === url)))
  expect(joined).toHaveLength(2)
})

test('repeated stories are left out, but related ones are listed', () => {
  const lever = 'Nobody had touched the lever, engineers of the valley say, and no alarm rang.'
  const told = entry('told', { title: 'Zorblax dam opens by itself', text: lever })
  const farmers = 'Farmers want money from Zorblax for what the water took, and a court sits in June.'
  const related = entry('related', { title: 'Insurers of a dam count flooded acres', text: farmers })
  expect(cluster([told, related])).toHaveLength(2)
  expect(shown([told, related])).toHaveLength(2)
  const post = { category: 'technology', title: 'P', excerpt: 'E', date: '2026-03-01T00:00:00Z', sources: [told.url] }
  expect(shown([told, related], { published: [post] })).toEqual([related])
})

test('an edition without posts has an empty shortlist', () => {
  expect(shown([entry('one')], { categories: [{ id: 'technology', posts: 0 }] })).toEqual([])
})
