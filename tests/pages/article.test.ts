import { expect, test } from 'vitest'
import { startForeignSite } from '../e2e/site.ts'
import { cardOf, getPage, linesOf, textOf, textsOf, titlesIn, valuesOf, type ServedPage } from './page.ts'

// Tests the article page of a site with a remote backend.

const { api, site } = await startForeignSite()

const CONTENT = {
  title: 'A title of its own',
  excerpt: 'What it is about, in a sentence.',
  content: '<p>The first paragraph.</p><p>The last paragraph.</p>',
  author: 'A Foreign Desk',
  date: '2026-09-07T09:00:00Z',
  category: 'Web Development',
  tags: ['first tag', 'second tag'],
}

const LINES = [
  'Back',
  'Web Development',
  CONTENT.title,
  'Written by AI. No human review is on record yet.',
  'By A Foreign Desk',
  'September 7, 2026',
  '1 min read',
  CONTENT.excerpt,
  'The first paragraph.',
  'The last paragraph.',
  'Tags',
  'first tag',
  'second tag',
]

test('an article page shows the chip, title, label, author, date, image, excerpt, text and tags', async () => {
  const page = await getArticle()
  expect(page.all('[data-testid=related]')).toEqual([])
  expect(linesOf(page.one('main'))).toEqual(LINES)
  const order = page.all('article :is(time, img), article p').map(textOf)
  expect(order.slice(order.indexOf('September 7, 2026')).slice(0, 3)).toEqual([
    'September 7, 2026',
    '',
    CONTENT.excerpt,
  ])
  expect(valuesOf(page, 'article header a', 'href')).toEqual(['/category/web%20development'])
  expect(valuesOf(page, 'section[aria-labelledby] li a', 'href')).toEqual([
    '/search?q=first+tag',
    '/search?q=second+tag',
  ])
})

test('an article without an author, date, excerpt or tags shows everything else', async () => {
  for (const [field, words] of [
    ['author', 'By A Foreign Desk'],
    ['date', 'September 7, 2026'],
    ['excerpt', CONTENT.excerpt],
  ] as const) {
    const page = await getArticle({ [field]: null })
    expect(linesOf(page.one('main'))).toEqual(LINES.filter((line) => line !== words))
    expect(page.all('article :is(p, time, span):empty')).toEqual([])
  }
  for (const tags of [[], null, undefined, 'text', ['', ' ']]) {
    const page = await getArticle({ tags })
    expect(textsOf(page, 'main h2'), JSON.stringify(tags)).toEqual([])
    expect(textsOf(page, '.prose')).toEqual(['The first paragraph.The last paragraph.'])
  }
})

test('dates are shown in UTC, and invalid dates are hidden', async () => {
  expect(textsOf(await getArticle({ date: '2026-11-01T00:15:00Z' }), 'article time')).toEqual(['November 1, 2026'])
  for (const date of ['unreadable', '']) {
    const page = await getArticle({ date })
    expect(page.all('article time')).toEqual([])
    expect(textOf(page.one('main'))).not.toMatch(/invalid|unreadable|NaN|1970/i)
  }
})

test('the image URL consists of the bucket URL and thumbnail_path', async () => {
  const page = await getArticle({}, { thumbnail_path: 'pictures/of all/web 1.png' })
  expect(valuesOf(page, 'article img', 'src')).toEqual([`${api.bucketUrl}/pictures/of%20all/web%201.png`])
})

test('inserts the content as HTML and keeps its ids', async () => {
  const content =
    '<p>One &amp; <em>two</em> &lt;three&gt;.</p><h2 id="one-part">A part</h2><pre><code>if (a &lt; b) stop()</code></pre>' +
    '<table><tbody><tr><td>Cell</td></tr></tbody></table><p><a href="https://example.org/source">The source</a></p>'
  const page = await getArticle({ content })
  expect(linesOf(page.one('.prose'))).toEqual([
    'One & two <three>.',
    'A part',
    'if (a < b) stop()',
    'Cell',
    'The source',
  ])
  expect(textsOf(page, '.prose :is(em, h2, pre code, td)')).toEqual(['two', 'A part', 'if (a < b) stop()', 'Cell'])
  expect(valuesOf(page, '.prose [id]', 'id')).toEqual(['one-part'])
  expect(valuesOf(page, '.prose a', 'href')).toEqual(['https://example.org/source'])
})

test('"Read next" shows up to three related posts from the backend', async () => {
  const related = [1, 2, 3, 4, 5].map((number) => ({
    PostId: `other-${number}`,
    Category: 'Web Development',
    PostTitle: `Other ${number}`,
    Prefix: `posts/other-${number}`,
    DateISO: '2026-09-06',
    excerpt: 'Another one.',
  }))
  const page = await getArticle({}, { related })
  const next = page.one('[data-testid=related]')
  expect(next.querySelector('h2')?.textContent).toBe('Read next')
  expect(titlesIn(page, '[data-testid=related]')).toEqual(['Other 1', 'Other 2', 'Other 3'])
  expect(page.all('[data-testid=related] [data-testid=post-card]').map(cardOf)[0]).toEqual({
    words: ['Web Development', 'Other 1', 'Another one.', 'Sep 6'],
    href: '/post/web%20development/other-1',
    picture: `${api.bucketUrl}/posts/other-1/thumbnail.png`,
  })
  expect(page.html).not.toContain('Related Articles')
})

async function getArticle(
  content: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Promise<ServedPage> {
  const body = { content: { ...CONTENT, ...content }, thumbnail_path: 'posts/picture/thumbnail.png', ...more }
  api.behaviour.content = { body: JSON.stringify(body) }
  return await getPage(`${site.url}/post/web-development/web-development-1`)
}
