import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankStories } from '#newsroom/stories/rank.ts'
import { cluster } from '#newsroom/stories/cluster.ts'
import type { Entry } from '#newsroom/sources/entry.ts'
import type { Story } from '#newsroom/stories/story.ts'

const NOW = new Date('2026-03-10T06:00:00Z')
const LONG = 'The maintainers say what they changed, and why they did so. '.repeat(40)
const ONE = [{ id: 'technology', posts: 1 }]

test('a story of many publishers comes before a story of one, and the reasons say so', () => {
  const text = LONG.repeat(3)
  const two = story(
    'two',
    [{ publisher: 'A' }, { publisher: 'B' }, { publisher: 'C' }].map((part) => ({ ...part, text })),
  )
  const chosen = rankStories({ stories: [story('one', [{ text }]), two], categories: ONE, published: [], now: NOW })
  expect(chosen.map((candidate) => candidate.story.id)).toEqual(['two', 'one'])
  expect(chosen[0]?.reasons).toEqual(['3 publishers', '6 hours old'])
  expect(chosen[1]?.reasons).toEqual(['1 publisher (one)', '6 hours old'])
})

test('two feeds of one publisher, or of one domain, count once', () => {
  const feeds = [
    { publisher: 'Herald', url: 'https://feeds.herald.co.uk/1' },
    { publisher: 'Herald Tech', url: 'https://www.herald.co.uk/2' },
    { publisher: 'Herald', url: 'https://herald-labs.example/3' },
  ]
  const [chosen] = rankStories({ stories: [story('s', feeds)], categories: ONE, published: [], now: NOW })
  expect(chosen?.reasons[0]).toBe('1 publisher (Herald)')
})

test('fresh comes before old, a weighty source before a light one, much text before little', () => {
  const better: [Partial<Entry>, Partial<Entry>][] = [
    [{ date: '2026-03-10T05:00:00Z' }, { date: '2026-03-08T05:00:00Z' }],
    [{ weight: 3 }, { weight: 1 }],
    [{ text: LONG.repeat(3) }, { text: LONG }],
    [{ title: 'Herald opens its data' }, { title: 'Herald: 40% off all year' }],
    [{ title: 'Herald opens its data' }, { title: 'The Herald Podcast, episode 12' }],
  ]
  for (const [good, poor] of better) {
    const stories = [story('a-poor', [poor]), story('b-good', [good])]
    const chosen = rankStories({ stories, categories: ONE, published: [], now: NOW })
    expect(chosen.map((candidate) => candidate.story.id)).toEqual(['b-good', 'a-poor'])
  }
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
  const [chosen] = rankStories({ stories: [story('s', [{ title }])], categories: ONE, published: [], now: NOW })
  const [plain] = rankStories({ stories: [story('s')], categories: ONE, published: [], now: NOW })
  expect(chosen?.score).toBeLessThan((plain?.score ?? 0) / 2)
  expect(chosen?.reasons.at(-1)).toMatch(/^looks like an? /)
})

test('business and live systems are news', () => {
  for (const title of [
    'OpenAI signs a deal with Globex',
    'A live migration of the database',
    'Hiring slows at Initech',
  ]) {
    const [chosen] = rankStories({ stories: [story('s', [{ title }])], categories: ONE, published: [], now: NOW })
    expect(chosen?.reasons, title).toHaveLength(2)
  }
})

test('a story with almost no text is unfit, unless its text may still be fetched', () => {
  const stories = [
    story('short', [{ text: 'x'.repeat(299) }, { text: 'x'.repeat(299) }]),
    story('enough', [{ text: 'x'.repeat(300) }, { text: 'x'.repeat(300) }]),
    story('teaser', [{ text: 'x', complete: false }]),
  ]
  const chosen = rankStories({ stories, categories: ONE, published: [], now: NOW })
  expect(chosen.map((candidate) => candidate.story.id).toSorted()).toEqual(['enough', 'teaser'])
  expect(chosen.find((candidate) => candidate.story.id === 'teaser')?.reasons).toContain('text still to be fetched')
})

test('a story goes to the category that most of its weight is for, and to no other', () => {
  const categories = [
    { id: 'blockchain', posts: 1 },
    { id: 'cybersecurity', posts: 1 },
  ]
  const both = story('both', [
    { categories: ['blockchain'], weight: 1 },
    { categories: ['cybersecurity'], weight: 3 },
  ])
  const chosen = rankStories({ stories: [both], categories, published: [], now: NOW })
  expect(chosen.map(({ category }) => category)).toEqual(['cybersecurity'])
})

test('what fits two categories as well goes to the one that has less', () => {
  const categories = [
    { id: 'technology', posts: 1 },
    { id: 'web-development', posts: 1 },
  ]
  const own = Array.from({ length: 9 }, (_, index) => story(`t${index}`, [{ categories: ['technology'] }]))
  const either = ['a', 'b'].map((id) => story(id, [{ categories: ['technology', 'web-development'] }]))
  const chosen = rankStories({ stories: [...own, ...either], categories, published: [], now: NOW })
  const web = chosen.filter(({ category }) => category === 'web-development').map((candidate) => candidate.story.id)
  expect(web.toSorted()).toEqual(['a', 'b'])
})

test('a category that nothing is for, or that wants no posts, gets nothing', () => {
  const categories = [
    { id: 'technology', posts: 0 },
    { id: 'blockchain', posts: 1 },
  ]
  expect(rankStories({ stories: [story('s')], categories, published: [], now: NOW })).toEqual([])
})

test('a site that this week’s posts came from already is worth less', () => {
  const published = ['1', '2', '3'].map((id) => ({
    category: 'technology',
    title: `Post ${id}`,
    excerpt: 'E',
    date: '2026-03-08T06:00:00Z',
    sources: [`https://known.example/${id}`],
  }))
  const stories = [
    story('known', [{ url: 'https://known.example/9' }]),
    story('other', [{ url: 'https://other.example/9', date: '2026-03-09T22:00:00Z' }]),
  ]
  const chosen = rankStories({ stories, categories: ONE, published, now: NOW })
  expect(chosen.map((candidate) => candidate.story.id)).toEqual(['other', 'known'])
  expect(chosen[1]?.reasons).toContain('its site is in 100% of this week’s posts')
  expect(rankStories({ stories, categories: ONE, published: [], now: NOW })[0]?.story.id).toBe('known')
})

test('one publisher does not fill a day while others have news that is almost as good', () => {
  const loud = Array.from({ length: 4 }, (_, index) => story(`loud${index}`, [{ publisher: 'Loud', weight: 1.1 }]))
  const stories = [...loud, story('quiet', [{ publisher: 'Quiet' }])]
  const chosen = rankStories({ stories, categories: ONE, published: [], now: NOW })
  expect(chosen.findIndex((candidate) => candidate.story.id === 'quiet')).toBe(1)
})

test('the next day repeats no story: neither its entries nor a report of the same event in other words', () => {
  const dam = 'Researchers at Initech found that the Zorblax smart lock opens to anyone who replays its radio signal.'
  const first = entry('dam', {
    publisher: 'Herald',
    title: 'Zorblax smart locks open to a replayed radio signal, Initech finds',
    text: `${dam}\n\n${LONG}`,
  })
  const day = rankStories({ stories: cluster([first]), categories: ONE, published: [], now: NOW })
  expect(day).toHaveLength(1)

  const post = {
    category: 'technology',
    title: 'A replayed radio signal opens Zorblax smart locks',
    excerpt: 'Initech recorded the signal of a Zorblax lock and played it back: the lock opened, every time.',
    date: '2026-03-10T06:30:00Z',
    sources: [first.url],
  }
  const later = entry('later', {
    publisher: 'Gazette',
    date: '2026-03-11T02:00:00Z',
    title: 'Zorblax locks can be opened with recorded radio signal',
    text: `Smart locks made by Zorblax accept a recorded signal, according to Initech.\n\n${LONG}`,
  })
  const others = [
    entry('recall', {
      publisher: 'Gazette',
      date: '2026-03-11T03:00:00Z',
      title: 'Vintelo publishes the sources of its database',
      text: `Vintelo has put its database under a free licence.\n\n${LONG}`,
    }),
  ]
  const tomorrow = new Date('2026-03-11T06:00:00Z')
  const next = (published: (typeof post)[]) =>
    rankStories({ stories: cluster([first, later, ...others]), categories: ONE, published, now: tomorrow })
      .flatMap((candidate) => candidate.story.entries.map(({ title }) => title))
      .toSorted()
  expect(next([])).toEqual([first.title, later.title, others[0]?.title].toSorted())
  expect(next([post])).toEqual([others[0]?.title])
  // Even when the desk no longer knows which addresses the post was written from.
  expect(next([{ ...post, sources: [] }])).toEqual([others[0]?.title])
})

test('what a post cites is not chosen again, whatever its words', () => {
  const published = [
    {
      category: 'a',
      title: 'Other words',
      excerpt: 'E',
      date: '2025-01-01T00:00:00Z',
      sources: ['https://s.example/s-0'],
    },
  ]
  const ids = rankStories({ stories: [story('s'), story('t')], categories: ONE, published, now: NOW }).map(
    (c) => c.story.id,
  )
  expect(ids).toEqual(['t'])
})

test('the next version of what was published is a new story, and what is older than 30 days may be told again', () => {
  const post = (date: string) => ({
    category: 'technology',
    title: 'Zorblax 4.1 adds a compiler',
    excerpt: 'Zorblax 4.1 is released.',
    date,
    sources: [],
  })
  const version = (number: string) => [story(number, [{ title: `Zorblax ${number} released with a compiler` }])]
  const ids = (number: string, date: string) =>
    rankStories({ stories: version(number), categories: ONE, published: [post(date)], now: NOW }).map((c) => c.story.id)
  expect(ids('4.1', '2026-03-01T00:00:00Z')).toEqual([])
  expect(ids('4.2', '2026-03-01T00:00:00Z')).toEqual(['4.2'])
  expect(ids('4.1', '2026-01-01T00:00:00Z')).toEqual(['4.1'])
})

const categoryIds = ['artificial-intelligence', 'blockchain', 'technology']
const anyStory = fc.record({
  categories: fc.subarray(categoryIds, { minLength: 1 }),
  publishers: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1 }),
  weight: fc.constantFrom(1, 1.5, 2),
  hours: fc.integer({ min: 0, max: 72 }),
})

test('choice is the same in any order, keeps to its limits, and gives no story to two categories', () => {
  const lists = fc.array(anyStory, { maxLength: 40 })
  const limits = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 5 }))
  fc.assert(
    fc.property(lists, limits, fc.nat(), (list, [posts, perPost], turn) => {
      const stories = list.map(({ categories, publishers, weight, hours }, index) => {
        const date = new Date(NOW.getTime() - hours * 3600_000).toISOString()
        return story(
          `s${index}`,
          publishers.map((publisher) => ({ publisher, categories, weight, date })),
        )
      })
      const options = { categories: categoryIds.map((id) => ({ id, posts })), published: [], now: NOW, perPost }
      const chosen = rankStories({ ...options, stories })
      const cut = stories.length === 0 ? 0 : turn % stories.length
      expect(
        rankStories({ ...options, stories: [...stories.slice(cut), ...stories.slice(0, cut)].toReversed() }),
      ).toEqual(chosen)

      expect(new Set(chosen.map((candidate) => candidate.story.id)).size).toBe(chosen.length)
      for (const id of categoryIds) {
        const own = chosen.filter(({ category }) => category === id)
        expect(own.length).toBeLessThanOrEqual(posts * perPost)
        expect(own.map(({ score }) => score)).toEqual(own.map(({ score }) => score).toSorted((a, b) => b - a))
        for (const candidate of own)
          expect(candidate.story.entries.some(({ categories }) => categories.includes(id))).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
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
