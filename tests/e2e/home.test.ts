import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSession, WIDTHS } from './browser.ts'
import { seen, titlesIn, visibleLines } from './cards.ts'
import { samplePosts, startFakeBackend, type FakeBackend, type WirePost } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// The home page over a backend that we did not write (specification 2 and 9, decision 1).

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
beforeEach(() => serve(samplePosts()))
afterAll(async () => {
  await site.close()
  await api.close()
})

// Newest first over all categories; of two posts of one day the one that is listed first.
const NEWEST = [
  titleOf('artificial-intelligence', 1),
  titleOf('blockchain', 1),
  titleOf('cybersecurity', 1),
  titleOf('artificial-intelligence', 2),
  titleOf('web-development', 1),
  titleOf('blockchain', 2),
  titleOf('technology', 1),
]

test('the hero card is the first post: thumbnail, capitalised category chip, title, excerpt, date', async () => {
  const { page, problems, close } = await openHome(1280)
  expect(await page.getByTestId('hero').count()).toBe(1)
  expect(await seen(page.getByTestId('hero'))).toEqual({
    words: [
      'Artificial Intelligence',
      titleOf('artificial-intelligence', 1),
      expect.stringMatching(/^Excerpt of artificial-intelligence 1\./),
      'September 30, 2026',
    ],
    href: '/post/artificial-intelligence/artificial-intelligence-1',
    picture: `${api.bucketUrl}/posts/artificial-intelligence/artificial-intelligence-1/thumbnail.png`,
  })
  const picture = page.getByTestId('hero').locator('img')
  await picture.evaluate((image: HTMLImageElement) => image.decode())
  expect(problems).toEqual([])
  await close()
})

test.for(WIDTHS)('an excerpt is clamped to two lines in the hero and three in cards, at %i px', async (width) => {
  const excerpt = 'Mammoth commerce among womanly hamlets, '.repeat(6)
  serve(samplePosts().map((one) => ({ ...one, excerpt })))
  const { page, problems, close } = await openHome(width)
  expect(await visibleLines(page.getByTestId('hero').locator('.excerpt'))).toBe(2)
  const excerpts = await page.getByTestId('latest').locator('.excerpt').all()
  const lines = await Promise.all(excerpts.map(visibleLines))
  // On a phone, the last one is a row.
  expect(lines).toEqual(width < 576 ? [3, 3, 3, 3, 3, 0] : [3, 3, 3, 3, 3, 3])
  expect(problems).toEqual([])
  await close()
})

test('Latest Articles is a grid of the posts 2 to 7 as cards with thumbnail, category chip, title, excerpt', async () => {
  const { page, problems, close } = await openHome(1280)
  const section = page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'Latest Articles' }) })
  expect(await titlesIn(section.getByTestId('latest'))).toEqual(NEWEST.slice(1, 7))
  const cards = await section.getByTestId('post-card').all()
  expect(await seen(section.getByTestId('post-card').nth(3))).toEqual({
    words: [
      'Web Development',
      titleOf('web-development', 1),
      expect.stringMatching(/^Excerpt of web-development 1\./),
      'Sep 27',
    ],
    href: '/post/web-development/web-development-1',
    picture: `${api.bucketUrl}/posts/web-development/web-development-1/thumbnail.png`,
  })
  expect((await Promise.all(cards.map(seen))).map(({ words }) => words.length)).toEqual([4, 4, 4, 4, 4, 4])
  expect(problems).toEqual([])
  await close()
})

test('the first two categories have sections of 3 posts, the third one of 4 posts, and there are no more', async () => {
  const { page, problems, close } = await openHome(1280)
  const sections = page.getByTestId('category-section')
  expect(await sections.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Artificial Intelligence',
    'Blockchain',
    'Cybersecurity',
  ])
  expect(await titlesIn(sections.nth(0))).toEqual([1, 2, 3].map((number) => titleOf('artificial-intelligence', number)))
  expect(await titlesIn(sections.nth(1))).toEqual([1, 2, 3].map((number) => titleOf('blockchain', number)))
  expect(await titlesIn(sections.nth(2))).toEqual([1, 2, 3, 4].map((number) => titleOf('cybersecurity', number)))
  for (const link of await sections.getByRole('heading', { level: 3 }).getByRole('link').all())
    expect(await link.isVisible()).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('further categories have a row each, with the names and dates that this backend gives', async () => {
  const { page, problems, close } = await openHome(1280)
  const rows = await page.locator('.shelf').all()
  expect(await Promise.all(rows.map(seen))).toEqual([
    {
      words: ['Web Development', titleOf('web-development', 1), 'Sep 27', titleOf('web-development', 2), 'Sep 24'],
      href: '/category/web-development',
      picture: null,
    },
    { words: ['Technology', titleOf('technology', 1), 'Sep 26'], href: '/category/technology', picture: null },
  ])
  expect(problems).toEqual([])
  await close()
})

test('"Also new" is what is left of the lists that the specification asks for', async () => {
  api.calls.length = 0
  const { page, problems, close } = await openHome(1280)
  const alsoNew = page.getByRole('region', { name: 'Also new' })
  const left = samplePosts().filter(({ Category, PostId }) => {
    const number = Number(PostId.split('-').at(-1))
    if (Category === 'artificial-intelligence') return number > 3
    return Category === 'blockchain' ? number > 3 : Category === 'cybersecurity' && number > 4
  })
  left.sort((a, b) => (a.DateISO < b.DateISO ? 1 : -1))
  expect(await alsoNew.getByRole('link').allTextContents()).toEqual(left.map(({ PostTitle }) => PostTitle))
  expect(api.calls.filter((call) => !call.startsWith('/bucket/')).sort()).toEqual([
    '/list-categories?bucket_name=stet&prefix=posts',
    ...['artificial-intelligence', 'blockchain', 'cybersecurity', 'technology', 'web-development'].map(
      (category) => `/list-posts-by-category?category=${category}`,
    ),
  ])
  expect(await page.getByText(/min read|Reviewed by a person/).count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test.for(WIDTHS)(
  'the section of the third category has one column on a phone and two on a desk, at %i px',
  async (width) => {
    const { page, problems, close } = await openHome(width)
    const cards = await page.getByTestId('category-section').nth(2).getByTestId('post-card').all()
    const edges = await Promise.all(cards.map(async (card) => Math.round((await card.boundingBox())?.x ?? 0)))
    expect(new Set(edges).size).toBe(width < 768 ? 1 : 2)
    expect(problems).toEqual([])
    await close()
  },
)

test('Trending is the posts 2 to 5 with running number, small thumbnail, title, category and date', async () => {
  const { page, problems, close } = await openHome(1280)
  const trending = page.getByRole('complementary', { name: 'Trending' })
  expect(await trending.getAttribute('data-testid')).toBe('trending')
  const rows = await trending.getByRole('listitem').all()
  const words = (await Promise.all(rows.map(seen))).map((row) => row.words)
  expect(words).toEqual([
    ['1', titleOf('blockchain', 1), 'Blockchain', 'Sep 29'],
    ['2', titleOf('cybersecurity', 1), 'Cybersecurity', 'Sep 28'],
    ['3', titleOf('artificial-intelligence', 2), 'Artificial Intelligence', 'Sep 27'],
    ['4', titleOf('web-development', 1), 'Web Development', 'Sep 27'],
  ])
  expect(await seen(trending.getByRole('listitem').first())).toMatchObject({
    href: '/post/blockchain/blockchain-1',
    picture: `${api.bucketUrl}/posts/blockchain/blockchain-1/thumbnail.png`,
  })
  expect((await trending.locator('img').first().boundingBox())?.width).toBeLessThanOrEqual(96)
  expect(problems).toEqual([])
  await close()
})

test.for(WIDTHS)(
  'the Trending sidebar stands beside the sections where there is room, else after them, at %i px',
  async (width) => {
    const { page, problems, close } = await openHome(width)
    const sections = await page.getByTestId('category-section').last().boundingBox()
    const trending = await page.getByTestId('trending').boundingBox()
    if (!sections || !trending) throw new Error('The home page should have both.')
    if (width < 768) expect(trending.y).toBeGreaterThanOrEqual(sections.y + sections.height)
    else expect(trending.x).toBeGreaterThanOrEqual(sections.x + sections.width)
    expect(problems).toEqual([])
    await close()
  },
)

test('the hero is the newest post, wherever the backend lists it', async () => {
  const posts = samplePosts()
  const last = posts.pop()
  if (!last) throw new Error('There should be samples.')
  serve([...posts, { ...last, DateISO: '2026-12-24T09:00:00Z' }])
  const { page, problems, close } = await openHome(1280)
  expect(await titlesIn(page.getByTestId('hero'))).toEqual([last.PostTitle])
  expect(problems).toEqual([])
  await close()
})

test('posts of one day keep the order of the categories; unreadable dates come last', async () => {
  const day = '2026-05-04T00:00:00Z'
  serve([
    post({ PostId: 'undated', DateISO: 'soon', Category: 'a' }),
    post({ PostId: 'second', DateISO: day, Category: 'a' }),
    post({ PostId: 'third', DateISO: day, Category: 'a' }),
    post({ PostId: 'blank', DateISO: '', Category: 'b' }),
    post({ PostId: 'fourth', DateISO: day, Category: 'b' }),
    post({ PostId: 'first', DateISO: '2026-05-05', Category: 'b' }),
  ])
  const { page, problems, close } = await openHome(1280)
  expect(await titlesIn(page.getByTestId('hero'))).toEqual(['Title of first'])
  expect(await titlesIn(page.getByTestId('latest'))).toEqual(
    ['second', 'third', 'fourth', 'undated', 'blank'].map((id) => `Title of ${id}`),
  )
  expect(problems).toEqual([])
  await close()
})

test('one post is a hero and its section, with no empty grid and no empty Trending', async () => {
  serve([post({ PostId: 'only' })])
  const { page, problems, close } = await openHome(1280)
  expect(await titlesIn(page.getByTestId('hero'))).toEqual(['Title of only'])
  expect(await titlesIn(page.getByTestId('category-section'))).toEqual(['Title of only'])
  expect(await page.getByTestId('latest').count()).toBe(0)
  expect(await page.getByTestId('trending').count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test('the home page that is fetched in the browser is the one that the server sends', async () => {
  const { page, problems, close } = await openHome(1280)
  const served = await parts(page)
  await page.goto(`${site.url}/about`)
  await settled(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByTestId('trending').waitFor()
  expect(await parts(page)).toEqual(served)
  expect(problems).toEqual([])
  await close()
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

async function openHome(width: number) {
  const session = await openSession({ width })
  await session.page.goto(site.url)
  await settled(session.page)
  return session
}

// Every word of the page, and the address of every picture and link.
function parts(page: Page): Promise<[string, string[]]> {
  return page
    .getByRole('main')
    .evaluate((main: HTMLElement) => [
      main.innerText,
      [...main.querySelectorAll('img, a')].map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? ''),
    ])
}

function titleOf(category: string, number: number): string {
  return `The ${category} article with the number ${number}`
}
