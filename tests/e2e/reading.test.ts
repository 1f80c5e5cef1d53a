import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawn, hydrated, openSession, shiftOf, WIDTHS } from './browser.ts'
import { titlesIn } from './cards.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { firstEdition, startSite, type Site } from './site.ts'

// What makes an article good to read: where one is in it, on paper, at 400%, with spaced text, and what to read next.

const PATH = '/post/web-development/web-development-1'
const ARTICLE = '/post/artificial-intelligence/what-a-context-window-costs'

const PARAGRAPH = `<p>${'Words that fill a paragraph, so that there is something to scroll. '.repeat(12)}</p>`
const HTML = [1, 2, 3, 4].map((part) => `<h2 id="part-${part}">Part ${part}</h2>${PARAGRAPH.repeat(3)}`).join('')
const WIDE = `<table><tr>${Array.from({ length: 14 }, (_, index) => `<td>Column${index}</td>`).join('')}</tr></table>`

const provenance = {
  writer: { model: 'model-2026-10', provider: 'A Provider' },
  sources: [{ title: 'Timeouts and retries', publisher: 'A Library', url: 'https://one.example/retries' }],
  checks: [{ name: 'Numbers', passed: true, detail: '3 of 3' }],
  corrections: [{ by: 'Ada Lind', date: '2026-11-21T08:00:00Z', note: 'The callers are three, not four.' }],
}

let own: Site
let api: FakeBackend
let site: Site

beforeAll(async () => {
  own = await firstEdition()
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
afterAll(async () => {
  await site.close()
  await api.close()
})

test.for([{ reducedMotion: false }, { reducedMotion: true }])(
  'a hairline grows with the part that was read, reduced motion $reducedMotion',
  async (options) => {
    const { page, problems, close } = await openArticle({}, options)
    const grown = () => page.locator('.progress').evaluate((line) => new DOMMatrix(getComputedStyle(line).transform).a)
    for (const share of [0, 0.5, 1]) {
      await page.evaluate((part) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * part), share)
      await expect.poll(grown).toBeCloseTo(share, 1)
    }
    await page.goto(`${site.url}/about`)
    expect(await page.locator('.progress').count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  },
)

test('"On this page" marks the part that is being read, and no other', async () => {
  const { page, problems, close } = await openArticle({})
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const marked = () => contents.locator('[aria-current]').allTextContents()
  expect(await marked()).toEqual(['Part 1'])
  for (const part of [3, 2, 4, 1]) {
    await contents.getByRole('link', { name: `Part ${part}` }).click()
    await expect.poll(marked).toEqual([`Part ${part}`])
  }
  // On the next article it begins anew.
  await page.getByRole('article').getByRole('link', { name: 'Web Development' }).click()
  await page
    .getByRole('main')
    .locator(`a[href="${PATH.replace(/1$/, '2')}"]`)
    .click()
  await page
    .getByText('Text of web-development-2.')
    .or(page.getByRole('heading', { name: 'Part 1' }))
    .waitFor()
  await expect.poll(marked).toEqual(['Part 1'])
  expect(problems).toEqual([])
  await close()
})

test.for(WIDTHS)('a part that a link leads to stands clear of the header, at %i px', async (width) => {
  const { page, close } = await openArticle({}, { width })
  for (const id of ['part-1', 'part-3', 'corrections']) {
    await page.goto(`${site.url}${PATH}#${id}`)
    const [heading, header] = await Promise.all([
      page.locator(`#${id}`).boundingBox(),
      page.locator('.site-header').boundingBox(),
    ])
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled, id).toBeGreaterThan(0)
    const below = (heading?.y ?? 0) - ((header?.y ?? 0) + (header?.height ?? 0))
    expect(below, id).toBeGreaterThanOrEqual(0)
    // Below the last parts there is not enough of the page to bring them up.
    if (id !== 'corrections') expect(below, id).toBeLessThan(60)
  }
  await close()
})

test('on a low screen, as at 400% zoom, the header leaves with the page; on a phone it stays', async () => {
  for (const [width, height, stays] of [
    [320, 256, false],
    [390, 844, true],
    [1280, 900, true],
  ] as const) {
    const { page, close } = await openArticle({}, { width, height })
    await page.evaluate(() => scrollTo(0, 600))
    const bottom = await page.locator('.site-header').evaluate((header) => header.getBoundingClientRect().bottom)
    expect(bottom > 0, `${width} × ${height}`).toBe(stays)
    await close()
  }
})

test.for([320, 390])('a table that is wider than the page scrolls by itself, at %i px', async (width) => {
  for (const [path, html] of [
    [site.url + PATH, HTML + WIDE],
    [site.url + PATH, `${HTML}<div class="table" tabindex="0" role="region" aria-label="T">${WIDE}</div>`],
  ] as const) {
    const { page, problems, close } = await openArticle({ html }, { width })
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const scroller = page.locator('.table, .prose > table')
    await scroller.focus()
    expect(await scroller.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    expect(problems).toEqual([])
    await close()
  }
})

test.for(WIDTHS)('text that is spaced as WCAG 1.4.12 asks is nowhere cut, at %i px', async (width) => {
  const { page, close } = await openSession({ width })
  for (const path of [ARTICLE, '/category/cybersecurity', '/about']) {
    await page.goto(own.url + path)
    await hydrated(page)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }',
      )
      document.adoptedStyleSheets.push(sheet)
    })
    expect(await page.evaluate(cutTexts), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
  await close()
})

// The width of a small sheet (A5) between its margins, and that of a window.
test.for([
  { width: 480, dark: true },
  { width: 1280, dark: false },
  { width: 1280, dark: true },
])('on paper stands the article and its record, dark on light, at $width px, dark $dark', async (options) => {
  const html = `${HTML}<div class="table">${WIDE}</div><div class="code"><div class="code-bar">text</div><pre><code>${'long '.repeat(60)}</code></pre></div><p><a href="https://linked.example/page">Linked</a></p>`
  const { page, problems, close } = await openArticle({ html, related: related(3) }, options)
  await page.getByRole('button', { name: 'Copy' }).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: options.dark ? 'dark' : 'light' })
  for (const gone of ['.site-header', '.site-footer', '.toc', '.back', '.copy', '.progress', '.related', '.skip'])
    expect(await page.locator(gone).isVisible(), gone).toBe(false)
  // The panel is closed on the screen.
  for (const words of ['Drafted by', 'model-2026-10', 'Passed: Numbers'])
    expect(await page.locator('details').getByText(words).isVisible(), words).toBe(true)
  expect(await page.getByRole('heading', { name: 'Part 4' }).isVisible()).toBe(true)
  expect(await page.getByRole('region', { name: 'Corrections' }).getByText('three, not four').isVisible()).toBe(true)
  const after = (selector: string) =>
    page.locator(selector).evaluate((link) => getComputedStyle(link, '::after').content)
  expect(await after('.sources a')).toBe('" (https://one.example/retries)"')
  expect(await after('.prose a')).toBe('" (https://linked.example/page)"')
  const colours = await page.evaluate(() =>
    ['body', '.prose', 'h1', '.lead', '.made-words b'].map((selector) => {
      const element = document.querySelector(selector)
      const { color = '', backgroundColor = '' } = element ? getComputedStyle(element) : {}
      return selector === 'body' ? backgroundColor : color
    }),
  )
  expect(colours[0]).toBe('rgb(255, 255, 255)')
  for (const colour of colours.slice(1)) expect(lightest(colour)).toBeLessThan(100)
  // Nothing that would have to be scrolled to.
  const widest = await page
    .locator('.table, .table table, pre')
    .evaluateAll((all) => all.map((element) => element.scrollWidth - element.clientWidth))
  expect(widest.every((overflow) => overflow <= 0)).toBe(true)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1)
  expect(problems).toEqual([])
  await close()
})

test('without JavaScript the panel is printed open as well', async () => {
  const { page, close } = await openArticle({}, { javaScript: false })
  expect(await page.getByText('model-2026-10').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('model-2026-10').isVisible()).toBe(true)
  await close()
})

test('what to read next are the first 3 that this tab has not shown', async () => {
  const { page, problems, close } = await openArticle({ related: related(6) })
  expect(await titlesIn(page.getByTestId('related'))).toEqual(['Other 1', 'Other 2', 'Other 3'])
  for (const [read, next] of [
    ['1', ['Other 2', 'Other 3', 'Other 4']],
    ['3', ['Other 2', 'Other 4', 'Other 5']],
    ['6', ['Other 2', 'Other 4', 'Other 5']],
    ['5', ['Other 2', 'Other 4', 'Other 1']],
  ] as const) {
    // By whatever spelling of its category it was reached.
    await page.goto(`${site.url}/post/Web_Development/other-${read}`)
    await settled(page)
    await remembered(page, `other-${read}`)
    await page.goto(site.url + PATH)
    await expect.poll(() => titlesIn(page.getByTestId('related'))).toEqual(next)
  }
  expect(problems).toEqual([])
  await close()
})

test('what was read is passed over after a navigation within the site, too', async () => {
  const { page, problems, close } = await openArticle({ related: related(6) })
  await remembered(page, 'web-development-1')
  for (const read of ['2', '1']) {
    await page
      .getByTestId('related')
      .getByRole('link', { name: `Other ${read}` })
      .click()
    await remembered(page, `other-${read}`)
  }
  // The one that is being read now has not been read before.
  await expect.poll(() => titlesIn(page.getByTestId('related'))).toEqual(['Other 1', 'Other 3', 'Other 4'])
  expect(problems).toEqual([])
  await close()
})

test('what a reader has in view is not exchanged, and nothing moves when what is out of view is', async () => {
  for (const inView of [true, false]) {
    const { page, close } = await openArticle({ related: related(6) })
    await page.goto(`${site.url}/post/web-development/other-1`)
    await remembered(page, 'other-1')
    // The application comes once the page has been scrolled.
    const asked = Promise.withResolvers<void>()
    await page.route('**/assets/entry-browser-*.js', async (route) => {
      await asked.promise
      await route.continue()
    })
    await page.goto(site.url + PATH)
    const next = page.getByTestId('related')
    if (inView) await next.scrollIntoViewIfNeeded()
    asked.resolve()
    await hydrated(page)
    await remembered(page, 'web-development-1')
    if (inView) await drawn(page)
    await expect
      .poll(() => titlesIn(next))
      .toEqual(inView ? ['Other 1', 'Other 2', 'Other 3'] : ['Other 2', 'Other 3', 'Other 4'])
    expect(await shiftOf(page)).toBeLessThan(0.001)
    await close()
  }
})

test('a tab that may keep nothing, and one without JavaScript, are offered the first 3', async () => {
  for (const javaScript of [true, false]) {
    const session = await openSession({ javaScript })
    const { page, problems, close } = session
    await page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
      }),
    )
    answer({ related: related(6) })
    for (const path of ['/post/web-development/other-1', PATH]) await page.goto(site.url + path)
    if (javaScript) await settled(page)
    expect(await titlesIn(page.getByTestId('related'))).toEqual(['Other 1', 'Other 2', 'Other 3'])
    expect(problems).toEqual([])
    await close()
  }
})

type Shown = { html?: string; related?: unknown[] }

function answer({ html = HTML, related }: Shown): void {
  const content = { ...api.contents['web-development-1'], content: html }
  const thumbnail_path = 'posts/web-development/web-development-1/thumbnail.png'
  api.behaviour.content = { body: JSON.stringify({ content, thumbnail_path, provenance, related }) }
}

function related(count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => ({
    PostId: `other-${index + 1}`,
    Category: 'Web Development',
    PostTitle: `Other ${index + 1}`,
    Prefix: `posts/other-${index + 1}`,
    DateISO: '2026-09-06',
    excerpt: 'Another one. '.repeat(index + 1),
  }))
}

async function openArticle(shown: Shown, options: Parameters<typeof openSession>[0] = {}) {
  answer(shown)
  const session = await openSession(options)
  await session.page.goto(site.url + PATH)
  if (options.javaScript !== false) await settled(session.page)
  return session
}

// Until the tab has taken note of an article.
async function remembered(page: Page, id: string): Promise<void> {
  await page.waitForFunction((name) => sessionStorage.getItem('read')?.split('\n').at(-1)?.endsWith(name), `/${id}`)
}

// Elements that cut off their own text; excerpts on cards are shortened on purpose.
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element)
      const scrolls = [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')
      const cuts = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
      if (!cuts || scrolls || clipPath !== 'none' || element.closest('.excerpt, .vh, svg')) return false
      return element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1
    })
    .map((element) => element.outerHTML.slice(0, 120))
}

function lightest(colour: string): number {
  return Math.max(...(colour.match(/\d+/g) ?? ['255']).map(Number))
}
