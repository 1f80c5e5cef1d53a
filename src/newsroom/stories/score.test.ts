import { expect, test } from 'vitest'
import type { Entry } from '#newsroom/sources/entry.ts'
import { independentPublishers } from '#newsroom/sources/publishers.ts'
import { scoreStories, shortlist } from '#newsroom/stories/score.ts'
import { cluster } from '#newsroom/stories/similarity.ts'
import type { Story } from '#newsroom/stories/story.ts'
import { entry } from '../../../tests/fixtures/newsroom/entry.ts'

const now = new Date('2026-03-10T06:00:00Z')
const technology = { categories: ['technology'], now }

function story(id: string, parts: Partial<Entry>[] = [{}]): Story {
  return { entries: parts.map((part, index) => entry(`${id}-${index}`, { title: `Report on ${id}`, ...part })) }
}

test('ranks a story from several publishers before a story from one', () => {
  const several = story('several', [{ publisher: 'A' }, { publisher: 'B' }, { publisher: 'C' }])
  const one = story('one')
  const scored = scoreStories([one, several], technology)
  expect(scored.map((candidate) => candidate.story)).toEqual([several, one])
})

test('counts feeds of the same publisher or domain once', () => {
  const feeds = [
    { publisher: 'Herald', url: 'https://feeds.herald.co.uk/1' },
    { publisher: 'Herald Tech', url: 'https://www.herald.co.uk/2' },
    { publisher: 'Herald', url: 'https://herald-labs.example/3' },
  ]
  expect(independentPublishers(story('s', feeds).entries)).toBe(1)
})

test('counts the owners on a host for code as different publishers', () => {
  const texts = ['ronf/asyncssh', 'ronf/other', 'openssh/openssh-portable'].map((path, index) => ({
    publisher: `Publisher ${index}`,
    url: `https://github.com/${path}/blob/main/README.md`,
  }))
  expect(independentPublishers(texts.slice(0, 2))).toBe(1)
  expect(independentPublishers(texts)).toBe(2)
  // A linked document has the host as its publisher.
  const documents = texts.map(({ url }) => ({
    publisher: 'github.com',
    url: url.replace('https://github', 'http://www.GitHub'),
  }))
  expect(independentPublishers([...texts, ...documents])).toBe(2)
})

test.each([
  'Sponsored: why your cloud needs us',
  'We’re hiring: staff engineer',
  'Ask anything: who is hiring? (March)',
  'Enter our giveaway',
  'Live blog: the keynote',
  'Best laptop deals of the week',
  'Weekly Recap: everything that broke',
])('lowers the score of "%s"', (title) => {
  const [low] = scoreStories([story('s', [{ title }])], technology)
  const [usual] = scoreStories([story('s')], technology)
  expect(low?.score).toBeLessThan((usual?.score ?? 0) / 2)
})

test('assigns a story to the category with the most weight, and drops stories of other categories', () => {
  const both = story('both', [
    { categories: ['blockchain'], weight: 1 },
    { categories: ['cybersecurity'], weight: 3 },
  ])
  const scored = scoreStories([both, story('other')], { categories: ['blockchain', 'cybersecurity'], now })
  expect(scored.map(({ category }) => category)).toEqual(['cybersecurity'])
})

test('lists the entries of the best forty candidates, at most eighty', () => {
  const alone = Array.from({ length: 100 }, (_, index) => entry(`alone${index}x`))
  expect(shortlist(cluster(alone), technology)).toHaveLength(40)
  const groups = Array.from({ length: 100 }, (_, index) =>
    ['a', 'b', 'c', 'd'].map((name) => entry(`${name}${index}`, { title: `Zorblax${index} opens vintelo${index}` })),
  )
  expect(shortlist(cluster(groups.flat()), technology)).toHaveLength(80)
})
