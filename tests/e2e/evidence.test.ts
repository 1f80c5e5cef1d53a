import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOOKS, openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// What each citation rests on, at the citation and in the list of sources.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PATH = '/post/web-development/web-development-1'
const evidence = (citation: number | null, source: number, unit: string, quote: string) => {
  return { text: 'A sentence.', compute: '', citation, source, unit, quote }
}
const PROVENANCE = {
  writer: { model: 'some-model', provider: 'p' },
  sources: [
    {
      title: 'What the maker says',
      publisher: 'Maker',
      url: 'https://maker.example/news',
      date: null,
      read: '2026-11-20',
    },
    {
      title: 'What the paper says',
      publisher: 'Paper',
      url: 'https://paper.example/1#part',
      date: '2026-11-01',
      read: '2026-11-20',
    },
    { title: 'A source of an older record', publisher: 'Press', url: 'https://press.example/' },
  ],
  evidence: [
    evidence(1, 0, 'S1.4', 'It reads <b>12</b> scripts.'),
    evidence(2, 1, 'S2.1', 'Nobody had measured it before, and nobody will again in that way.'),
    evidence(3, 0, 'S1.4', 'It reads <b>12</b> scripts.'),
    evidence(null, 1, 'S2.title', 'What the paper says'),
  ],
  judging: { model: 'judge-model', provider: 'p', isWriter: false, sentences: 20, planted: 8, found: 7, cut: 1 },
}
const CITED = (number: number, id: string) =>
  `<sup><a href="#s${number}" id="${id}" aria-label="Source ${number}">${number}</a></sup>`

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
  // As it was stored before the numbers of a citation were links apart.
  const both = `${CITED(1, 'ref-1-2')}${CITED(2, 'ref-2-2')}`.replace('</sup><sup>', ',')
  const content =
    `<p>One.${CITED(1, 'ref-1')} Nobody cites this. Two is not one.${CITED(2, 'ref-2')} More.</p>` +
    `<p>Is it three?${both}</p>`
  api.behaviour.content = { body: JSON.stringify({ content: { title: 'A title', content }, provenance: PROVENANCE }) }
})
afterAll(async () => {
  await site.close()
  await api.close()
})

async function openArticle(options: Parameters<typeof openSession>[0] = {}) {
  const session = await openSession(options)
  await session.page.goto(site.url + PATH)
  if (options.javaScript !== false) {
    await settled(session.page)
    await session.page.locator('#ref-1[aria-expanded]').waitFor()
  }
  return { ...session, aside: session.page.getByRole('complementary', { name: 'Evidence' }) }
}

const WINDOWS = [390, 820, 1280, 1440, 1920] as const
const open = (page: Page) => page.locator('.prose [aria-expanded="true"]').evaluateAll((all) => all.map(({ id }) => id))
const marked = (page: Page) => page.evaluate(() => [...(CSS.highlights.get('claim') ?? [])].map(String))
const isEmpty = async (aside: Locator) => (await aside.innerHTML()) === ''

test.for(LOOKS)(
  'a citation that has the focus shows what it rests on, as text, inside the window (%o)',
  async (look) => {
    const { page, problems, aside, close } = await openArticle(look)
    const citation = page.locator('#ref-2')
    expect(await citation.getAttribute('aria-label')).toBe('Source 2: show the sentence')
    expect(await isEmpty(aside)).toBe(true)
    await tabTo(page, '#ref-2')
    expect((await aside.innerText()).replaceAll(/\s+/g, ' ')).toBe(
      'Source 2 of 3, word for word Nobody had measured it before, and nobody will again in that way. ' +
        'Paper November 1, 2026 · read November 20, 2026 Open at this sentence',
    )
    expect(await aside.getByRole('link').getAttribute('href')).toBe(
      'https://paper.example/1#part:~:text=Nobody%20had%20measured%20it%20before%2C,will%20again%20in%20that%20way.',
    )
    expect([await open(page), await marked(page)]).toEqual([['ref-2'], ['Two is not one.']])
    const box = await boxOf(aside)
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(look.width)
    expect(await citation.getAttribute('aria-controls')).toBe(await aside.getAttribute('id'))
    expect(await aside.getAttribute('aria-live')).toBe('polite')
    await page.evaluate(axe)
    const found = await page.evaluate<{ violations: { id: string }[] }>('axe.run(document)')
    expect(found.violations.map(({ id }) => id)).toEqual([])
    // It is where the keyboard goes next, in and out again, and Escape puts it away and returns to the number.
    await page.keyboard.press('Tab')
    expect(await aside.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Shift+Tab')
    expect(await focusedId(page)).toBe('ref-2')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    expect(await focusedId(page)).toBe('ref-2')
    expect([await isEmpty(aside), await open(page), await marked(page)]).toEqual([true, [], []])
    await page.keyboard.press('Tab')
    expect(await focusedId(page)).toBe('ref-1-2')
    expect(problems).toEqual([])
    await close()
  },
)

test('behind the last of its controls, the keyboard goes on to what follows its number', async () => {
  const { page, aside, close } = await openArticle({ width: 820 })
  await tabTo(page, '#ref-2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await aside.getByRole('button', { name: 'Close' }).evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await focusedId(page)).toBe('ref-1-2')
  expect(await open(page)).toEqual(['ref-1-2'])
  await close()
})

test('a pointer shows it, may move onto it, and leaving puts it away', async () => {
  const { page, problems, aside, close } = await openArticle()
  await page.locator('#ref-1-2').hover()
  // What a source wrote stays text.
  await expect.poll(() => aside.innerText()).toContain('\nIt reads <b>12</b> scripts.\n')
  expect(await aside.innerText()).toContain('\nNo date given · read November 20, 2026\n')
  await aside.locator('blockquote').hover()
  await page.waitForTimeout(500)
  expect(await open(page)).toEqual(['ref-1-2'])
  await page.mouse.move(2, 2)
  await expect.poll(() => isEmpty(aside)).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('a press keeps it while the pointer looks at others, and another press puts it away', async () => {
  const { page, aside, close } = await openArticle()
  await page.locator('#ref-1').click()
  await page.mouse.move(2, 2)
  await page.waitForTimeout(500)
  expect(await open(page)).toEqual(['ref-1'])
  expect(new URL(page.url()).hash).toBe('')
  await page.locator('#ref-2').hover()
  await expect.poll(() => open(page)).toEqual(['ref-2'])
  await page.mouse.move(2, 2)
  await expect.poll(() => open(page)).toEqual(['ref-1'])
  await page.locator('#ref-1').click()
  expect(await isEmpty(aside)).toBe(true)
  await page.locator('#ref-1').click()
  await page.locator('h1').click()
  expect(await isEmpty(aside)).toBe(true)
  await close()
})

test.for(WINDOWS)('it stands where a window of %i px has room, and never over its sentence', async (width) => {
  const { page, problems, aside, close } = await openArticle({ width, height: 800, reducedMotion: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const citation = page.locator('#ref-2')
  await citation.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  await citation.click()
  const [box, number, first, body] = await Promise.all(
    [aside, citation, aside.locator('.which'), page.locator('.article-body')].map(boxOf),
  )
  if (!box || !number || !first || !body) throw new Error('Something is not shown.')
  expect(number.right - number.left).toBeGreaterThanOrEqual(24)
  expect(number.bottom - number.top).toBeGreaterThanOrEqual(29.5)
  if (width < 768) {
    expect([box.left, box.right, Math.round(box.bottom)]).toEqual([0, width, 800])
    expect(box.bottom - box.top).toBeLessThanOrEqual(480)
    expect(number.bottom).toBeLessThanOrEqual(box.top)
  } else if (width < 1280) {
    expect(box.right - box.left).toBe(384)
    expect(box.top).toBeGreaterThanOrEqual(number.bottom)
    expect(box.top - number.bottom).toBeLessThanOrEqual(12)
    expect(box.right).toBeLessThanOrEqual(body.right + 0.5)
  } else {
    const middle = ({ top, bottom }: { top: number; bottom: number }) => (top + bottom) / 2
    expect(Math.abs(middle(first) - middle(number))).toBeLessThanOrEqual(3)
    expect(box.left).toBeGreaterThan(body.right)
    expect(box.right).toBeLessThanOrEqual(width)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(problems).toEqual([])
  await close()
})

test('a popover that has no room below its line stands above its sentence', async () => {
  const { page, aside, close } = await openArticle({ width: 820, height: 800, reducedMotion: true })
  const citation = page.locator('#ref-2')
  await citation.evaluate((link) => scrollBy(0, link.getBoundingClientRect().bottom - innerHeight + 4))
  await citation.click()
  const [box, number] = [await boxOf(aside), await boxOf(citation)]
  expect(box.bottom).toBeLessThan(number.top)
  expect(number.top - box.bottom).toBeLessThanOrEqual(16)
  await close()
})

test('in the margin it ends with the window, its dots at the line, but never on the cover or a correction', async () => {
  const { page, aside, close } = await openArticle({ width: 1280, height: 800, reducedMotion: true })
  const citation = page.locator('#ref-2')
  const cover = await boxOf(page.locator('.article-cover'))
  // Below the cover, and too far down to end within the window.
  await page.locator('.prose').evaluate((prose) => (prose.style.paddingTop = '700px'))
  await citation.evaluate((link) => scrollBy(0, link.getBoundingClientRect().bottom - innerHeight + 4))
  await citation.click()
  const [box, number] = [await boxOf(aside), await boxOf(citation)]
  expect(Math.round(box.bottom)).toBe(792)
  expect(box.top).toBeGreaterThan((await boxOf(page.locator('.site-header'))).bottom)
  const dots = await aside.evaluate((note) => parseFloat(getComputedStyle(note, '::before').insetBlockStart))
  expect(Math.abs(box.top + dots - (number.top + number.bottom) / 2)).toBeLessThan(12)
  await page.keyboard.press('Escape')
  // Where the cover ends just above, there it begins.
  await page.locator('.prose').evaluate((prose) => (prose.style.paddingTop = '0'))
  await page.evaluate(() => scrollTo(0, 0))
  const line = await boxOf(citation)
  await page.setViewportSize({ width: 1280, height: Math.ceil(Math.max(line.bottom, cover.bottom + 20)) + 4 })
  await citation.click()
  expect((await boxOf(aside)).top).toBeGreaterThanOrEqual(Math.min(cover.bottom, line.top))
  await page.keyboard.press('Escape')
  // A correction stands first, and never moves.
  await citation.evaluate((link) => {
    const note = document.createElement('p')
    note.className = 'correction'
    note.textContent = 'Corrected November 21, 2026 It was so.'
    link.closest('p')?.before(note)
  })
  await page.setViewportSize({ width: 1280, height: 1200 })
  const note = await boxOf(page.locator('.correction'))
  await citation.click()
  expect((await boxOf(aside)).top).toBeGreaterThanOrEqual(note.bottom)
  expect((await boxOf(page.locator('.correction'))).top).toBe(note.top)
  await page.keyboard.press('Escape')
  // One that stands below does not drive it away from its line, where there is room above.
  await page.locator('.prose').evaluate((prose) => (prose.style.paddingTop = '300px'))
  await citation.evaluate((link) => link.closest('p')?.after(document.querySelector('.correction') ?? ''))
  const next = await boxOf(page.locator('.correction'))
  await citation.click()
  const [beside, its] = [await boxOf(aside), await boxOf(citation)]
  expect(beside.bottom).toBeLessThan(next.top)
  expect([beside.top < its.bottom, beside.bottom > its.top]).toEqual([true, true])
  await close()
})

test('on touch a tap opens a sheet that scrolls its sentence into sight, and a tap elsewhere or the cross closes it', async () => {
  const { page, problems, aside, close } = await openArticle({ width: 390, height: 640, touch: true })
  const citation = page.locator('#ref-2')
  // At the lower edge, where the sheet will be.
  await citation.evaluate((link) => scrollBy(0, link.getBoundingClientRect().bottom - innerHeight + 4))
  await citation.tap()
  await expect.poll(() => open(page)).toEqual(['ref-2'])
  const [sheet, number] = [await boxOf(aside), await boxOf(citation)]
  expect(number.bottom).toBeLessThanOrEqual(640 - (sheet.bottom - sheet.top) + 12)
  await page.locator('h1').evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
  await page.locator('h1').tap()
  expect(await isEmpty(aside)).toBe(true)
  await citation.tap()
  await aside.getByRole('button', { name: 'Close' }).tap()
  expect([await isEmpty(aside), await focusedId(page)]).toEqual([true, 'ref-2'])
  expect(problems).toEqual([])
  await close()
})

test('a tap on a citation that was tapped before puts the sheet away', async () => {
  const { page, aside, close } = await openArticle({ width: 390, touch: true })
  await page.locator('#ref-1').tap()
  await expect.poll(() => open(page)).toEqual(['ref-1'])
  await page.locator('#ref-1').tap()
  expect(await isEmpty(aside)).toBe(true)
  await close()
})

test.for([
  { width: 320, textSize: '100%' },
  { width: 390, textSize: '200%' },
  { width: 820, textSize: '200%' },
])('at $width px with text of $textSize nothing leaves the window', async ({ width, textSize }) => {
  const { page, aside, close } = await openArticle({ width, height: 640 })
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize)
  await page.locator('#ref-2').click()
  const box = await boxOf(aside)
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(box.right).toBeLessThanOrEqual(width)
  if (width < 768) expect(Math.round(box.bottom - box.top)).toBeLessThanOrEqual(384)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await close()
})

test('in forced colours the open number is told by an outline, and the way to its evidence by dots', async () => {
  const { page, aside, close } = await openArticle({ forcedColors: true })
  await page.locator('#ref-2').click()
  expect(await page.locator('#ref-2').evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid')
  expect(await aside.evaluate((it) => getComputedStyle(it, '::before').borderTopStyle)).toBe('dotted')
  await close()
})

test('a citation without evidence on record stays a link to its source', async () => {
  const { page, aside, close } = await openArticle()
  expect(await page.locator('#ref-2-2').getAttribute('aria-expanded')).toBeNull()
  expect(await page.locator('#ref-2-2').getAttribute('aria-label')).toBe('Source 2')
  await page.locator('#ref-2-2').click()
  await page.waitForURL('**#s2')
  expect(await isEmpty(aside)).toBe(true)
  await close()
})

test('no line begins with a number, and two numbers are told apart', async () => {
  const { page, close } = await openArticle({ width: 390 })
  const lines = await page.locator('.prose').evaluate((prose) => {
    const [paragraph, number] = [prose.querySelector('p'), prose.querySelector('#ref-2')]
    if (!paragraph || !number) throw new Error('There is no citation.')
    const broken: number[] = []
    for (let width = 120; width < 360; width += 3) {
      paragraph.style.width = `${width}px`
      if (number.getBoundingClientRect().left < paragraph.getBoundingClientRect().left + 12) broken.push(width)
    }
    return broken
  })
  expect(lines).toEqual([])
  const comma = await page.locator('#ref-1-2').evaluate((link) => getComputedStyle(link, '::after').content)
  expect(comma).toContain(',')
  await close()
})

test('each source is listed once, with its dates, and leads back to every place that cites it', async () => {
  const { page, close } = await openArticle()
  expect(await page.locator('.sources > li').allInnerTexts()).toEqual(
    [
      'What the maker says\nMaker · no date given · read November 20, 2026\nCited at\n1\n2',
      'What the paper says\nPaper · November 1, 2026 · read November 20, 2026\nCited at\n1\n2',
      'A source of an older record\nPress\n',
    ].map((text) => text.trim()),
  )
  expect(await page.locator('main').getByText('What the maker says').count()).toBe(1)
  await close()
})

test('without scripts the list of sources holds the passages, each with its place in the source and the ways back', async () => {
  const { page, close } = await openArticle({ javaScript: false })
  const [first, second] = [page.locator('#s1'), page.locator('#s2')]
  expect(await first.locator('q').count()).toBe(1)
  expect(await second.locator('q').count()).toBe(2)
  await page.locator('#ref-1').click()
  expect(new URL(page.url()).hash).toBe('#s1')
  expect(await first.locator('q').isVisible()).toBe(true)
  expect(
    await first.locator('.backs a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['#ref-1', '#ref-1-2'])
  expect(await first.locator('q + a').first().getAttribute('href')).toMatch(/^https:\/\/maker\.example\/news#:~:text=/)
  await close()
})

test('the panel says who judged, and what it found of the planted errors', async () => {
  const { page, close } = await openArticle()
  const panel = page.getByRole('group').filter({ hasText: 'Judged by' })
  await panel.locator('summary').click()
  expect(await panel.innerText()).toContain(
    'judge-model (p). It compared 20 sentences, and found 7 of 8 errors planted to test it.\nSentences left out, as they failed: 1.',
  )
  await close()
})

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    if (await page.locator(selector).evaluate((it) => it === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${selector}.`)
}

function focusedId(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.id)
}

function boxOf(place: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  return place.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { left, right, top, bottom }
  })
}
