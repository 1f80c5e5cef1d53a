import { beforeEach, expect, test } from 'vitest'
import { samplePosts, type WirePost } from '../e2e/fake-backend.ts'
import { startForeignSite } from '../e2e/site.ts'
import { cardOf, getPage, linesOf, textOf, textsOf, titlesIn } from './page.ts'

// Tests the home page of a site with a remote backend.

const { api, site } = await startForeignSite()
beforeEach(() => serve(samplePosts()))

const HERO = '[data-testid=hero]'
const LATEST = '[data-testid=latest]'
const SECTION = '[data-testid=category-section]'
const TRENDING = '[data-testid=trending]'

// The newest posts from all categories. Posts with the same date keep the order of the backend's lists.
const NEWEST = [
  titleOf('artificial-intelligence', 1),
  titleOf('blockchain', 1),
  titleOf('cybersecurity', 1),
  titleOf('artificial-intelligence', 2),
  titleOf('web-development', 1),
  titleOf('blockchain', 2),
  titleOf('technology', 1),
]

test('the home page shows a hero, latest posts, sections, shelves, Trending and "Also new"', async () => {
  api.calls.length = 0
  const page = await getPage(site.url)
  expect(cardOf(page.one(HERO))).toEqual({
    words: [
      'Artificial Intelligence',
      titleOf('artificial-intelligence', 1),
      expect.stringMatching(/^Excerpt of artificial-intelligence 1\./),
      'September 30, 2026',
    ],
    href: '/post/artificial-intelligence/artificial-intelligence-1',
    picture: pictureOf('artificial-intelligence', 1),
  })

  expect(textOf(page.one(`section:has(${LATEST}) h2`))).toBe('Latest Articles')
  expect(titlesIn(page, LATEST)).toEqual(NEWEST.slice(1, 7))
  const cards = page.all(`${LATEST} [data-testid=post-card]`).map(cardOf)
  expect(cards.map(({ words }) => words.length)).toEqual([4, 4, 4, 4, 4, 4])
  expect(cards[3]).toEqual({
    words: [
      'Web Development',
      titleOf('web-development', 1),
      expect.stringMatching(/^Excerpt of web-development 1\./),
      'Sep 27',
    ],
    href: '/post/web-development/web-development-1',
    picture: pictureOf('web-development', 1),
  })

  // Three categories have sections, and each other category has a shelf.
  expect(textsOf(page, `${SECTION} h2`)).toEqual(['Artificial Intelligence', 'Blockchain', 'Cybersecurity'])
  expect(titlesIn(page, SECTION)).toEqual([
    ...[1, 2, 3].map((number) => titleOf('artificial-intelligence', number)),
    ...[1, 2, 3].map((number) => titleOf('blockchain', number)),
    ...[1, 2, 3, 4].map((number) => titleOf('cybersecurity', number)),
  ])
  expect(page.all('.shelf').map(cardOf)).toEqual([
    {
      words: ['Web Development', titleOf('web-development', 2), 'Sep 24'],
      href: '/category/web-development',
      picture: null,
    },
  ])

  const rows = page.all(`${TRENDING} li`)
  expect(rows.map(linesOf)).toEqual([
    ['1', titleOf('blockchain', 1), 'Blockchain', 'Sep 29'],
    ['2', titleOf('cybersecurity', 1), 'Cybersecurity', 'Sep 28'],
    ['3', titleOf('artificial-intelligence', 2), 'Artificial Intelligence', 'Sep 27'],
    ['4', titleOf('web-development', 1), 'Web Development', 'Sep 27'],
  ])
  expect(rows[0]?.querySelector('img')?.getAttribute('src')).toBe(pictureOf('blockchain', 1))
  expect(page.one(TRENDING).tagName).toBe('ASIDE')

  // "Also new" shows the posts in the sections' categories that no other part of the page shows.
  const others = samplePosts().filter(({ Category, PostId }) => {
    const number = Number(PostId.split('-').at(-1))
    const shown = { 'artificial-intelligence': 3, blockchain: 3, cybersecurity: 4 }[Category]
    return shown !== undefined && number > shown
  })
  const titles = others.toSorted((a, b) => (a.DateISO < b.DateISO ? 1 : -1)).map(({ PostTitle }) => PostTitle)
  const section = page.all('section').find((one) => one.querySelector('h2')?.textContent === 'Also new')
  expect([...(section?.querySelectorAll('a') ?? [])].map(textOf)).toEqual(titles)
  expect(api.calls.toSorted()).toEqual([
    '/list-categories?bucket_name=stet&prefix=posts',
    ...['artificial-intelligence', 'blockchain', 'cybersecurity', 'technology', 'web-development'].map(
      (category) => `/list-posts-by-category?category=${category}`,
    ),
  ])
})

test('posts with the same date are in category order, and posts with invalid dates come last', async () => {
  const day = '2026-05-04T00:00:00Z'
  serve([
    post({ PostId: 'undated', DateISO: 'yesterday, perhaps', Category: 'a' }),
    post({ PostId: 'second', DateISO: day, Category: 'a' }),
    post({ PostId: 'third', DateISO: day, Category: 'a' }),
    post({ PostId: 'blank', DateISO: '', Category: 'b' }),
    post({ PostId: 'fourth', DateISO: day, Category: 'b' }),
    post({ PostId: 'first', DateISO: '2026-05-05', Category: 'b' }),
  ])
  const page = await getPage(site.url)
  expect(titlesIn(page, HERO)).toEqual(['Title of first'])
  expect(titlesIn(page, LATEST)).toEqual(
    ['second', 'third', 'fourth', 'undated', 'blank'].map((id) => `Title of ${id}`),
  )
  expect(textOf(page.one('main'))).not.toMatch(/invalid|yesterday|NaN|1970/i)
})

test('a single post appears in the hero and its section, without an empty grid or Trending list', async () => {
  serve([post({ PostId: 'only' })])
  const page = await getPage(site.url)
  expect([titlesIn(page, HERO), titlesIn(page, SECTION)]).toEqual([['Title of only'], ['Title of only']])
  expect(page.all(`${LATEST}, ${TRENDING}`)).toEqual([])
})

function serve(posts: WirePost[]): void {
  api.categories = [...new Set(posts.map(({ Category }) => Category))]
  api.lists = Object.fromEntries(Map.groupBy(posts, ({ Category }) => Category))
}

function post(given: Partial<WirePost> & { PostId: string }): WirePost {
  return {
    Category: 'a',
    PostTitle: `Title of ${given.PostId}`,
    Prefix: `posts/${given.PostId}/`,
    DateISO: '2026-05-04T00:00:00Z',
    excerpt: 'Excerpt.',
    ...given,
  }
}

function titleOf(category: string, number: number): string {
  return `The ${category} article with the number ${number}`
}

function pictureOf(category: string, number: number): string {
  return `${api.bucketUrl}/posts/${category}/${category}-${number}/thumbnail.png`
}
