import { expect, test } from 'vitest'
import { cluster } from '#newsroom/stories/similarity.ts'
import { findRepeats, type Published } from '#newsroom/stories/repeats.ts'
import { scoreStories as score } from '#newsroom/stories/score.ts'
import { type Entry, independentPublishers } from '#newsroom/sources/entry.ts'
import type { Story } from '#newsroom/stories/story.ts'

const NOW = new Date('2026-03-10T06:00:00Z')
const LONG = 'The maintainers say what they changed, and why they did so. '.repeat(40)
const ONE = ['technology']

function scoreStories({ stories, ...options }: { stories: Story[] } & Parameters<typeof score>[1]) {
  return score(stories, options)
}

test('a story of many publishers comes before a story of one', () => {
  const text = LONG.repeat(3)
  const two = story(
    'two',
    [{ publisher: 'A' }, { publisher: 'B' }, { publisher: 'C' }].map((part) => ({ ...part, text })),
  )
  const chosen = scoreStories({ stories: [story('one', [{ text }]), two], categories: ONE, now: NOW })
  expect(chosen.map((candidate) => candidate.story.id)).toEqual(['two', 'one'])
})

test('two feeds of one publisher, or of one domain, count once', () => {
  const feeds = [
    { publisher: 'Herald', url: 'https://feeds.herald.co.uk/1' },
    { publisher: 'Herald Tech', url: 'https://www.herald.co.uk/2' },
    { publisher: 'Herald', url: 'https://herald-labs.example/3' },
  ]
  expect(independentPublishers(story('s', feeds).entries)).toBe(1)
})

test.each([
  'Sponsored: why your cloud needs us',
  'We’re hiring: staff engineer',
  'Ask anything: who is hiring? (March)',
  'Enter our giveaway',
  'Live blog: the keynote',
  'Best laptop deals of the week',
  'Weekly Recap: everything that broke',
])('"%s" is lowered', (title) => {
  const [chosen] = scoreStories({ stories: [story('s', [{ title }])], categories: ONE, now: NOW })
  const [plain] = scoreStories({ stories: [story('s')], categories: ONE, now: NOW })
  expect(chosen?.score).toBeLessThan((plain?.score ?? 0) / 2)
})

test('a story gets the category that most of its weight is for', () => {
  const categories = ['blockchain', 'cybersecurity']
  const both = story('both', [
    { categories: ['blockchain'], weight: 1 },
    { categories: ['cybersecurity'], weight: 3 },
  ])
  const chosen = scoreStories({ stories: [both], categories, now: NOW })
  expect(chosen.map(({ category }) => category)).toEqual(['cybersecurity'])
})

test('a story without a category of the edition is left out', () => {
  expect(score([story('s')], { categories: ['blockchain'], now: NOW })).toEqual([])
})

test('the next day repeats no story: neither its entries nor a report of the same event in other words', () => {
  const dam = 'Researchers at Initech found that the Zorblax smart lock opens to anyone who replays its radio signal.'
  const first = entry('dam', {
    publisher: 'Herald',
    title: 'Zorblax smart locks open to a replayed radio signal, Initech finds',
    text: `${dam}\n\n${LONG}`,
  })
  const later = entry('later', {
    publisher: 'Gazette',
    title: 'Zorblax locks can be opened with recorded radio signal',
    text: `Smart locks made by Zorblax accept a recorded signal, according to Initech.\n\n${LONG}`,
  })
  const other = entry('recall', { publisher: 'Gazette', title: 'Vintelo publishes the sources of its database' })
  const post = {
    title: 'A replayed radio signal opens Zorblax smart locks',
    excerpt: 'Initech recorded the signal of a Zorblax lock and played it back: the lock opened, every time.',
    date: '2026-03-10T06:30:00Z',
    sources: [first.url],
  }
  const fresh = (published: Published[]) => {
    const stories = cluster([first, later, other])
    const repeats = findRepeats(stories, published, new Date('2026-03-11T06:00:00Z'))
    return stories.filter((story) => !repeats.has(story)).flatMap(({ entries }) => entries.map(({ title }) => title))
  }
  expect(fresh([])).toHaveLength(3)
  expect(fresh([post])).toEqual([other.title])
  // The desk may have lost the addresses that the post was written from.
  expect(fresh([{ ...post, sources: [] }])).toEqual([other.title])
})

test('a page that a post cites is not chosen again, unless several entries share the page', () => {
  const page = { url: 'https://status.example/', title: 'One' }
  const published = [{ title: 'Other words', excerpt: 'E', date: '2026-03-01T00:00:00Z', sources: [page.url] }]
  const one = story('s', [page])
  expect(findRepeats([one], published, NOW)).toEqual(new Set([one]))
  const [first, second] = ['1', '2'].map((id) => story(id, [{ ...page, id, title: `Report ${id}` }]))
  if (first === undefined || second === undefined) throw new Error('Two stories were made.')
  expect(findRepeats([first, second], published, NOW)).toEqual(new Set())
})

test('an entry of a list of releases is chosen again only if no post is about this entry', () => {
  const entry = { url: 'https://cloud.example/notes', sharesPage: true as const, id: 'tag:cloud,2', title: 'Two' }
  const repeated = (...sources: string[]) =>
    findRepeats([story('s', [entry])], [{ title: 'E', excerpt: 'E', date: '2026-03-01T00:00:00Z', sources }], NOW).size
  expect([repeated(entry.url, 'tag:cloud,1'), repeated(entry.url, entry.id)]).toEqual([0, 1])
})

test('the next version or month is a new story, and posts older than 30 days do not count', () => {
  const isRepeat = (title: string, date: string) => {
    const post = { title: 'Zorblax 4.1 adds a compiler', excerpt: 'Zorblax 4.1 is released.', date, sources: [] }
    return findRepeats([story('s', [{ title, text: '' }])], [post], NOW).size === 1
  }
  expect(isRepeat('Zorblax 4.1 released with a compiler', '2026-03-01T00:00:00Z')).toBe(true)
  expect(isRepeat('Zorblax 4.2 released with a compiler', '2026-03-01T00:00:00Z')).toBe(false)
  expect(isRepeat('Zorblax 4.1 released with a compiler', '2026-01-01T00:00:00Z')).toBe(false)
})

function story(id: string, parts: Partial<Entry>[] = [{}]): Story {
  return {
    id,
    entries: parts.map((part, index) => entry(`${id}-${index}`, { publisher: id, title: `Report on ${id}`, ...part })),
  }
}

function entry(name: string, part: Partial<Entry>): Entry {
  const publisher = part.publisher ?? name
  return {
    source: publisher.toLowerCase(),
    publisher,
    categories: ['technology'],
    weight: 1,
    complete: true,
    text: LONG,
    url: `https://${publisher.toLowerCase()}.example/${name}`,
    title: name,
    date: '2026-03-10T00:00:00Z',
    ...part,
  }
}
