import { expect, test } from 'vitest'
import { PAGE_SIZE } from '#blog/routes.ts'
import { publish, startForeignSite, startOwnSite } from '../e2e/site.ts'
import { cardOf, getPage, textsOf, titlesIn, valuesOf } from './page.ts'

// Tests category pages: names, counts, cards and pagination.

const COUNT = 2 * PAGE_SIZE + 3
const PATH = '/category/technology'

const { api, site } = await startForeignSite()
api.lists['Deep_Learning'] = [{ PostId: 'd', PostTitle: 'Deep', Category: 'Deep_Learning' }]
api.lists['Open Source'] = [{ PostId: 'o', PostTitle: 'Open', Category: 'Open Source' }]
api.lists['cybersecurity'] = api.lists['cybersecurity']?.toReversed() ?? []
api.lists['pictured'] = [
  { PostId: 'a', PostTitle: 'With the slash', Prefix: 'posts/pictured/a/', DateISO: '2026-02-03' },
  { PostId: 'b', PostTitle: 'Without the slash', Prefix: 'posts/pictured/b', DateISO: '2026-02-02' },
  { PostId: 'c', PostTitle: 'With odd letters', Prefix: '/posts/of all/ü#?/', DateISO: '2026-02-01' },
  { PostId: 'd', PostTitle: 'Without a prefix', Prefix: '', DateISO: '2026-01-31' },
]
api.categories = Object.keys(api.lists)

const own = await startOwnSite()
for (let number = 1; number <= COUNT; number += 1)
  await publish(own, { id: `p${number}`, title: titleOf(number), date: new Date(number * 3_600_000).toISOString() })

test('a category page shows a Back link, the category name, the post count and a card for each post', async () => {
  const page = await getPage(`${site.url}/category/blockchain`)
  expect(textsOf(page, 'main > div > a, main h1, main h1 + p')).toEqual([
    'Back',
    'Blockchain',
    '5 articles in this category',
  ])
  const cards = page.all('[data-testid=post-card]').map(cardOf)
  expect(cards).toHaveLength(5)
  expect(cards[0]).toEqual({
    words: [
      'Blockchain',
      'The blockchain article with the number 1',
      expect.stringMatching(/^Excerpt of blockchain 1\./),
      'Sep 29',
    ],
    href: '/post/blockchain/blockchain-1',
    picture: `${api.bucketUrl}/posts/blockchain/blockchain-1/thumbnail.png`,
  })
})

test('an empty category shows a message and a Back link', async () => {
  const page = await getPage(`${site.url}/category/gardening`)
  expect(textsOf(page, 'main > div > a, main h1, main p, main h2')).toEqual([
    'Back',
    'Gardening',
    '0 articles in this category',
    'No articles found',
    'There are currently no articles in this category.',
  ])
  expect(page.all('[data-testid=post-card]')).toEqual([])
})

test('counts posts and lists the newest first, regardless of the order in the backend', async () => {
  for (const [category, line] of [
    ['technology', '1 article in this category'],
    ['web-development', '2 articles in this category'],
  ] as const)
    expect(textsOf(await getPage(`${site.url}/category/${category}`), 'h1 + p')).toEqual([line])
  expect(titlesIn(await getPage(`${site.url}/category/cybersecurity`), 'main')).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `The cybersecurity article with the number ${number}`),
  )
})

test.for([
  ['deep_learning', 'Deep Learning', 'Deep', 'Deep_Learning'],
  ['deep-learning', 'Deep Learning', 'Deep', 'Deep_Learning'],
  ['Deep%20Learning', 'Deep Learning', 'Deep', 'Deep_Learning'],
  ['DEEP-LEARNING', 'Deep Learning', 'Deep', 'Deep_Learning'],
  ['open%20source', 'Open Source', 'Open', 'Open Source'],
  ['open-source', 'Open Source', 'Open', 'Open Source'],
  ['OPEN_SOURCE', 'Open Source', 'Open', 'Open Source'],
] as const)('/category/%s shows the posts of %s', async ([path, label, title, spelling]) => {
  api.calls.length = 0
  const page = await getPage(`${site.url}/category/${path}`)
  expect([textsOf(page, 'h1'), titlesIn(page, 'main')]).toEqual([[label], [title]])
  expect(
    api.callsTo('/list-posts-by-category').map((call) => new URL(call, api.url).searchParams.get('category')),
  ).toEqual([spelling])
})

test("a card's image is thumbnail.png under the prefix, whether or not the prefix ends with a slash", async () => {
  const page = await getPage(`${site.url}/category/pictured`)
  expect(page.all('[data-testid=post-card]').map((card) => cardOf(card).picture)).toEqual([
    `${api.bucketUrl}/posts/pictured/a/thumbnail.png`,
    `${api.bucketUrl}/posts/pictured/b/thumbnail.png`,
    `${api.bucketUrl}/posts/of%20all/%C3%BC%23%3F/thumbnail.png`,
    null,
  ])
})

test('pagination links lead through all pages of a long category', async () => {
  const shown: string[] = []
  for (let number = 1; number <= 3; number += 1) {
    const path = number === 1 ? PATH : `${PATH}?page=${number}`
    const page = await getPage(own.url + path)
    expect(textsOf(page, 'h1 + p')).toEqual([`${COUNT} articles in this category`])
    shown.push(...titlesIn(page, 'main'))
    // The page data does not contain posts from other pages either.
    if (number === 1) expect(page.html).not.toContain(titleOf(COUNT - PAGE_SIZE))
    expect(valuesOf(page, 'link[rel=canonical]', 'href')).toEqual([
      expect.stringMatching(new RegExp(`${path.replace('?', '\\?')}$`)),
    ])
    const hrefOf = (name: string) =>
      page
        .all('main a')
        .find((link) => link.textContent === name)
        ?.getAttribute('href') ?? null
    expect(hrefOf('Newer articles')).toBe([null, PATH, `${PATH}?page=2`][number - 1])
    expect(hrefOf('Older articles')).toBe([`${PATH}?page=2`, `${PATH}?page=3`, null][number - 1])
  }
  expect(shown).toEqual(Array.from({ length: COUNT }, (_, index) => titleOf(COUNT - index)))
})

test.for([
  [`${PATH}?page=7`, 404, '/category/technology?page=7'],
  [`${PATH}?page=1`, 200, '/category/technology'],
  [`${PATH}?page=0`, 200, '/category/technology'],
  [`${PATH}?page=02`, 200, '/category/technology'],
  [`${PATH}?page=x`, 200, '/category/technology'],
  [`${PATH}?utm_source=a&page=2`, 200, '/category/technology?page=2'],
  ['/category/gardening?page=2', 404, '/category/gardening?page=2'],
  ['/about?page=2', 200, '/about'],
] as const)('%s responds with %i and has the canonical path %s', async ([path, status, canonical]) => {
  const page = await getPage(own.url + path)
  expect(page.status).toBe(status)
  expect(page.headers.get('no-vary-search')).toBe('params, except=("page" "q")')
  expect(valuesOf(page, 'link[rel=canonical]', 'href')).toEqual([`http://localhost:0${canonical}`])
})

function titleOf(number: number): string {
  return `The article with the number ${number}`
}
