import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from './browser.ts'
import { seen, titlesIn } from './cards.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// Summaries as backends really give them: odd ones, and other names for the same fields (specification 3, decision 4).

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend([])
  api.categories = ['odd', 'named', 'pictured']
  api.lists = {
    odd: [
      null,
      17,
      'words',
      [],
      {},
      { PostTitle: 'No id', Category: 'odd', DateISO: '2026-03-09' },
      { PostId: '', PostTitle: 'Empty id', Category: 'odd', DateISO: '2026-03-09' },
      { PostId: 'untitled', Category: 'odd', DateISO: '2026-03-09' },
      { PostId: 'blank', PostTitle: '  ', Category: 'odd', DateISO: '2026-03-09' },
      { PostId: 'good', PostTitle: 'Good', Category: 'odd', DateISO: '2026-03-04', excerpt: 'Kept.' },
      { PostId: 'sparse', PostTitle: 'Sparse', Category: 4, Prefix: [], DateISO: {}, excerpt: null },
    ],
    named: [
      { id: 'short', title: 'By id and title', Category: 'named', DateISO: '2026-03-03', excerpt: 'Short names.' },
      { id: 8, PostTitle: 'By a number', Category: 'named', DateISO: '2026-03-02' },
      { PostId: 'long', id: 'not-this', PostTitle: 'Long names win', title: 'Not this', DateISO: '2026-03-01' },
    ],
    pictured: [
      { PostId: 'a', PostTitle: 'With the slash', Prefix: 'posts/pictured/a/', DateISO: '2026-02-03' },
      { PostId: 'b', PostTitle: 'Without the slash', Prefix: 'posts/pictured/b', DateISO: '2026-02-02' },
      { PostId: 'c', PostTitle: 'With odd letters', Prefix: '/posts/of all/ü#?/', DateISO: '2026-02-01' },
      { PostId: 'd', PostTitle: 'Without a prefix', Prefix: '', DateISO: '2026-01-31' },
    ],
  }
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
afterAll(async () => {
  await site.close()
  await api.close()
})

const WAYS = ['as the server sends it', 'as the browser fetches it'] as const

test.for(WAYS)('an odd summary in a good list is dropped alone, %s', async (way) => {
  const { page, problems, close } = await openCategory('odd', way)
  expect(await titlesIn(page.getByRole('main'))).toEqual(['Good', 'Sparse'])
  expect(await page.getByText('2 articles in this category').count()).toBe(1)
  expect(await seen(page.getByTestId('post-card').last())).toEqual({
    words: ['Odd', 'Sparse'],
    href: '/post/odd/sparse',
    picture: null,
  })
  expect(problems).toEqual([])
  await close()
})

test.for(WAYS)('id and title stand in for PostId and PostTitle, %s', async (way) => {
  const { page, problems, close } = await openCategory('named', way)
  const cards = await page.getByTestId('post-card').all()
  const links = await Promise.all(cards.map(seen))
  expect(links.map(({ words, href }) => [words[1], href])).toEqual([
    ['By id and title', '/post/named/short'],
    ['By a number', '/post/named/8'],
    ['Long names win', '/post/named/long'],
  ])
  expect(problems).toEqual([])
  await close()
})

test.for(WAYS)('a picture is the prefix, with or without its last slash, and thumbnail.png, %s', async (way) => {
  const { page, problems, close } = await openCategory('pictured', way)
  const cards = await page.getByTestId('post-card').all()
  expect((await Promise.all(cards.map(seen))).map(({ picture }) => picture)).toEqual([
    `${api.bucketUrl}/posts/pictured/a/thumbnail.png`,
    `${api.bucketUrl}/posts/pictured/b/thumbnail.png`,
    `${api.bucketUrl}/posts/of%20all/%C3%BC%23%3F/thumbnail.png`,
    null,
  ])
  expect(problems).toEqual([])
  await close()
})

test('the home page drops odd summaries alone too', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await settled(page)
  expect(await titlesIn(page.getByTestId('hero'))).toEqual(['Good'])
  expect(await titlesIn(page.getByTestId('latest'))).toEqual([
    'By id and title',
    'By a number',
    'Long names win',
    'With the slash',
    'Without the slash',
    'With odd letters',
  ])
  expect(problems).toEqual([])
  await close()
})

test('a post of a summary with short names opens', async () => {
  api.contents['short'] = { title: 'By id and title', content: '<p>Its text.</p>' }
  const { page, problems, close } = await openCategory('named', 'as the server sends it')
  await page.getByRole('link', { name: 'By id and title' }).click()
  await page.getByText('Its text.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/post/named/short')
  expect(problems).toEqual([])
  await close()
})

async function openCategory(category: string, way: (typeof WAYS)[number]) {
  const session = await openSession()
  const { page } = session
  await page.goto(`${site.url}${way === 'as the server sends it' ? `/category/${category}` : '/about'}`)
  await settled(page)
  if (way === 'as the browser fetches it') {
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.locator(`a[href="/category/${category}"]`).click()
  }
  await page.getByTestId('post-card').first().waitFor()
  return session
}
