import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession, WIDTHS } from './browser.ts'
import { seen, titlesIn } from './cards.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// The article page over a backend that we did not write (specification 2 and 3, decisions 9, 11 and 14).

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
beforeEach(() => answer({}))
afterAll(async () => {
  await site.close()
  await api.close()
})

const PATH = '/post/web-development/web-development-1'

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
  CONTENT.excerpt,
  'The first paragraph.',
  'The last paragraph.',
  'Tags',
  'first tag',
  'second tag',
]

test.for(WIDTHS)(
  'an article is chip, title, author, date, thumbnail, excerpt, content, tags, in this order, at %i px',
  async (width) => {
    const { page, problems, close } = await openArticle(width)
    expect(await linesOf(page)).toEqual(LINES)
    const picture = await page.getByRole('article').locator('img').boundingBox()
    const date = await page.getByText('September 7, 2026').boundingBox()
    const lead = await page.getByText(CONTENT.excerpt).boundingBox()
    if (!picture || !date || !lead) throw new Error('All three should be visible.')
    // Read in this order everywhere; seen so, or beside the head where there is room for it.
    const order = await page
      .getByRole('article')
      .locator('time, img, .lead')
      .evaluateAll((all) => all.map(({ tagName }) => tagName))
    expect(order).toEqual(['TIME', 'IMG', 'P'])
    if (width >= 1280) expect(picture.x).toBeGreaterThanOrEqual(lead.x + lead.width)
    else {
      expect(picture.y).toBeGreaterThanOrEqual(date.y + date.height)
      expect(lead.y).toBeGreaterThanOrEqual(picture.y + picture.height)
    }
    expect(problems).toEqual([])
    await close()
  },
)

test('the category chip links to the category page', async () => {
  const { page, problems, close } = await openArticle(1280)
  const chip = page.getByRole('article').getByRole('link', { name: 'Web Development', exact: true })
  expect(await chip.getAttribute('href')).toBe('/category/web%20development')
  await chip.click()
  await page.getByRole('heading', { level: 1, name: 'Web Development', exact: true }).waitFor()
  await page.getByTestId('post-card').first().waitFor()
  expect(await titlesIn(page.getByRole('main'))).toHaveLength(2)
  expect(problems).toEqual([])
  await close()
})

test('the excerpt is a lead paragraph: set larger than the text', async () => {
  const { page, problems, close } = await openArticle(1280)
  const [lead, text] = await Promise.all(
    [CONTENT.excerpt, 'The first paragraph.'].map((words) =>
      page.getByText(words).evaluate((paragraph) => Number.parseFloat(getComputedStyle(paragraph).fontSize)),
    ),
  )
  expect(lead).toBeGreaterThan(text ?? Number.NaN)
  expect(problems).toEqual([])
  await close()
})

test('the tags are a list under the heading Tags', async () => {
  const { page, problems, close } = await openArticle(1280)
  const tags = page.getByRole('region', { name: 'Tags' })
  expect(await tags.getByRole('heading', { name: 'Tags' }).isVisible()).toBe(true)
  expect(await tags.getByRole('list').getByRole('listitem').allTextContents()).toEqual(['first tag', 'second tag'])
  expect(problems).toEqual([])
  await close()
})

describe.each(['served', 'navigated to'] as const)('%s', (way) => {
  test('the thumbnail is the picture at thumbnail_path in the bucket', async () => {
    answer({}, { thumbnail_path: 'pictures/of all/web 1.png' })
    const { page, problems, close } = await openArticle(1280, way)
    const picture = page.getByRole('article').locator('img')
    expect(await picture.getAttribute('src')).toBe(`${api.bucketUrl}/pictures/of%20all/web%201.png`)
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    expect(problems).toEqual([])
    await close()
  })

  test('the content is inserted as HTML', async () => {
    answer({
      content: `<p>One &amp; <em>two</em> &lt;three&gt;.</p><h2 id="one-part">A part</h2><ul><li>A point</li></ul>
        <blockquote>Said</blockquote><pre><code>if (a &lt; b) stop()</code></pre>
        <table><thead><tr><th>Head</th></tr></thead><tbody><tr><td>Cell</td></tr></tbody></table>
        <p><a href="https://example.org/source">The source</a></p>`,
    })
    const { page, problems, close } = await openArticle(1280, way)
    const article = page.getByRole('article')
    expect(await article.getByText('One & two <three>.').isVisible()).toBe(true)
    expect(await article.getByRole('emphasis').textContent()).toBe('two')
    expect(await article.getByRole('heading', { level: 2, name: 'A part' }).getAttribute('id')).toBe('one-part')
    expect(await article.getByRole('listitem').filter({ hasText: 'A point' }).count()).toBe(1)
    expect(await article.getByRole('blockquote').textContent()).toBe('Said')
    expect(await article.locator('pre code').textContent()).toBe('if (a < b) stop()')
    expect(await article.getByRole('table').getByRole('cell').allTextContents()).toEqual(['Cell'])
    expect(await article.getByRole('link', { name: 'The source' }).getAttribute('href')).toBe(
      'https://example.org/source',
    )
    expect(problems).toEqual([])
    await close()
  })

  test('the ids of the content stay, so that links to its parts lead there', async () => {
    answer({ content: '<h2 id="part">One</h2><h2 id="links">Two</h2><h2 id="a-third-part">Three</h2>' })
    const { page, problems, close } = await openArticle(1280, way)
    const headings = page.getByRole('article').getByRole('heading', { name: /^(?:One|Two|Three)$/ })
    const ids = await headings.evaluateAll((all) => all.map(({ id }) => id))
    expect(ids).toEqual(['part', 'links', 'a-third-part'])
    expect(problems).toEqual([])
    await close()
  })

  test('an article with nothing but title and content is shown', async () => {
    api.behaviour.content = { body: JSON.stringify({ content: { title: 'Bare', content: '<p>Only this.</p>' } }) }
    const { page, problems, close } = await openArticle(1280, way)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Bare')
    expect(await page.getByText('Only this.').isVisible()).toBe(true)
    expect(await page.getByRole('article').getByRole('link', { name: 'Web Development' }).count()).toBe(1)
    expect(await page.getByRole('article').locator('img, time').count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  test('a real post has no Related Articles; it ends with Read next, up to 3 posts that the backend names', async () => {
    const related = [1, 2, 3, 4, 5].map((number) => ({
      PostId: `other-${number}`,
      Category: 'Web Development',
      PostTitle: `Other ${number}`,
      Prefix: `posts/other-${number}`,
      DateISO: '2026-09-06',
      excerpt: 'Another one.',
    }))
    answer({}, { related })
    const { page, problems, close } = await openArticle(1280, way)
    const next = page.getByTestId('related')
    expect(await next.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Read next'])
    expect(await titlesIn(next)).toEqual(['Other 1', 'Other 2', 'Other 3'])
    expect(await seen(next.getByTestId('post-card').first())).toEqual({
      words: ['Web Development', 'Other 1', 'Another one.', 'Sep 6'],
      href: '/post/web%20development/other-1',
      picture: `${api.bucketUrl}/posts/other-1/thumbnail.png`,
    })
    expect(await page.getByText('Related Articles').count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  test('a real post whose backend names no others ends with its tags', async () => {
    const { page, problems, close } = await openArticle(1280, way)
    expect(await page.getByTestId('related').count()).toBe(0)
    expect(await page.getByText(/Related Articles|Read next/).count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  test('the first line under the title begins with the words "Written by AI." and says what the record says', async () => {
    answer({}, { provenance: { reviews: [{ by: 'Ada', date: '2026-09-08T23:30:00Z', note: '' }] } })
    const { page, problems, close } = await openArticle(1280, way)
    const line = page.locator('h1 + *')
    expect(await line.innerText()).toMatch(/^Written by AI\. Reviewed by Ada on September 8, 2026\./)
    expect(problems).toEqual([])
    await close()
  })
})

test.for([
  ['author', 'By A Foreign Desk'],
  ['date', 'September 7, 2026'],
  ['excerpt', CONTENT.excerpt],
] as const)('an article without %s shows all else and no gap for it', async ([field, words]) => {
  answer({ [field]: null })
  const { page, problems, close } = await openArticle(1280)
  expect(await linesOf(page)).toEqual(LINES.filter((line) => line !== words))
  expect(await page.getByRole('article').locator('p:empty, time:empty, span:empty').count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test('an article without tags has no Tags list', async () => {
  const { page, problems, close } = await openSession()
  for (const tags of [[], null, undefined, 'text', ['', ' ']]) {
    answer({ tags })
    await page.goto(site.url + PATH)
    await settled(page)
    expect(await page.getByText('The last paragraph.').isVisible()).toBe(true)
    expect(await page.getByRole('heading', { name: 'Tags' }).count(), JSON.stringify(tags)).toBe(0)
  }
  expect(problems).toEqual([])
  await close()
})

function answer(content: Record<string, unknown>, beside: Record<string, unknown> = {}): void {
  const body = JSON.stringify({
    content: { ...CONTENT, ...content },
    thumbnail_path: 'posts/picture/thumbnail.png',
    ...beside,
  })
  api.behaviour.content = { body }
}

async function openArticle(width: number, way: 'served' | 'navigated to' = 'served') {
  const session = await openSession({ width })
  const { page } = session
  await page.goto(way === 'served' ? site.url + PATH : `${site.url}/category/web-development`)
  await settled(page)
  if (way === 'navigated to') await followTo(page, PATH)
  // A page that is opened from a card has its heading before its text, and a skeleton where the text will be.
  await page.locator('.article-body > .prose').waitFor({ state: 'attached' })
  return session
}

// What can be read on the page, but for the reading time.
async function linesOf(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').evaluate((main: HTMLElement) => main.innerText)
  return (
    text
      .split('\n')
      .map((line) => line.trim())
      // What comes besides: how long it takes, and the tools.
      .filter((line) => line !== '' && !/^(?:\d+ min read|Save|Share|Cite)$/.test(line))
  )
}

async function followTo(page: Page, path: string): Promise<void> {
  await page.getByRole('main').locator(`a[href="${path}"]`).click()
}
