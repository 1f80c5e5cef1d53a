import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings, boxOf, focusedId, LOOKS, openPage, overflowOf, type SessionOptions } from './browser.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { startForeignSite } from './site.ts'

// Tests that a citation's evidence appears on focus, hover, click and tap. pages.test.ts runs axe on open evidence.

// This is longer than the delay in src/site/article/evidence.ts.
const POINTER_DELAY_MS = 400

const PATH = '/post/web-development/web-development-1'
const evidence = (citation: number | null, source: number, unit: string, quote: string) => {
  return { text: 'A sentence.', compute: '', citation, source, unit, quote }
}
const maker = { title: 'From the maker', publisher: 'Maker', url: 'https://maker.example/news', date: null }
const paper = { title: 'From the paper', publisher: 'Paper', url: 'https://paper.example/1#part', date: '2026-11-01' }
const PROVENANCE = {
  sources: [maker, paper].map((source) => ({ ...source, read: '2026-11-20' })),
  evidence: [
    evidence(1, 0, 'S1.4', 'It reads <b>12</b> scripts.'),
    evidence(2, 1, 'S2.1', 'Nobody had measured it before, and nobody will again in that way.'),
    evidence(3, 0, 'S1.4', 'It reads <b>12</b> scripts.'),
  ],
}
const CITED = (number: number, id: string) =>
  `<sup><a href="#s${number}" id="${id}" aria-label="Source ${number}">${number}</a></sup>`

const { api, site } = await startForeignSite()
const content =
  `<p>One.${CITED(1, 'ref-1')} Two is not one.${CITED(2, 'ref-2')} More.</p>` +
  `<p>Is it three?${CITED(1, 'ref-1-2')}${CITED(2, 'ref-2-2')}</p>`
api.behaviour.content = { body: JSON.stringify({ content: { title: 'A title', content }, provenance: PROVENANCE }) }

test.for(LOOKS)('a focused citation shows its evidence, which the keyboard can enter and leave (%o)', async (look) => {
  const { page, problems, aside } = await openArticle(look)
  const citation = page.locator('#ref-2')
  expect(await citation.getAttribute('aria-label')).toBe('Source 2: show the sentence')
  await tabTo(page, 'ref-2')
  expect((await aside.innerText()).replaceAll(/\s+/g, ' ')).toBe(
    'Source 2 of 2, word for word Nobody had measured it before, and nobody will again in that way. ' +
      'Paper November 1, 2026 · read November 20, 2026 Open “From the paper” at this sentence',
  )
  expect(await aside.getByRole('link').getAttribute('href')).toBe(
    'https://paper.example/1#part:~:text=Nobody%20had%20measured%20it%20before%2C,will%20again%20in%20that%20way.',
  )
  expect([await open(page), await marked(page)]).toEqual([['ref-2'], ['Two is not one.']])
  expect(await citation.getAttribute('aria-controls')).toBe(await aside.getAttribute('id'))
  const box = await boxOf(aside)
  expect([box.left >= 0, box.right <= look.width]).toEqual([true, true])
  await page.keyboard.press('Tab')
  expect(await aside.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await focusedId(page)).toBe('ref-2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  expect([await focusedId(page), await isEmpty(aside), await marked(page)]).toEqual(['ref-2', true, []])
  await page.keyboard.press('Tab')
  expect(await focusedId(page)).toBe('ref-1-2')
  expect(problems).toEqual([])
})

test('hovering or clicking a sentence shows its evidence, which stays while it is hovered or pinned', async () => {
  const { page, aside } = await openArticle()
  // A citation without evidence is a link to its source.
  expect(await page.locator('#ref-2-2').getAttribute('aria-expanded')).toBeNull()
  await page.locator('#ref-2-2').click()
  await page.waitForURL('**#s2')
  await page.goBack()

  await page.locator('#ref-1-2').hover()
  // The sentence is inserted as text, even if it looks like HTML.
  await expect.poll(() => aside.innerText()).toContain('\nIt reads <b>12</b> scripts.\n')
  await aside.locator('blockquote').hover()
  await page.waitForTimeout(POINTER_DELAY_MS)
  expect(await open(page)).toEqual(['ref-1-2'])
  await page.mouse.move(2, 2)
  await expect.poll(() => isEmpty(aside)).toBe(true)

  await page.locator('#ref-1').click()
  await page.mouse.move(2, 2)
  await page.waitForTimeout(POINTER_DELAY_MS)
  expect([await open(page), new URL(page.url()).hash]).toEqual([['ref-1'], ''])
  await page.locator('#ref-2').hover()
  await expect.poll(() => open(page)).toEqual(['ref-2'])
  await page.mouse.move(2, 2)
  await expect.poll(() => open(page)).toEqual(['ref-1'])
  // A second click, or a click elsewhere, closes the evidence.
  await page.locator('#ref-1').click()
  expect(await isEmpty(aside)).toBe(true)
  await page.locator('#ref-1').click()
  await page.locator('h1').click()
  expect(await isEmpty(aside)).toBe(true)
})

test('evidence appears where there is room, and never covers its sentence', async () => {
  const { page, aside } = await openArticle({ height: 800, reducedMotion: true })
  const citation = page.locator('#ref-2')
  for (const width of [390, 820, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await citation.evaluate((link) => link.scrollIntoView({ block: 'center' }))
    await citation.click()
    const [box, number, text] = await Promise.all([aside, citation, page.locator('.prose')].map(boxOf))
    if (!box || !number || !text) throw new Error('The aside, the citation or the text is not visible.')
    if (width < 768) {
      expect([box.left, box.right, Math.round(box.bottom)]).toEqual([0, width, 800])
      expect(number.bottom).toBeLessThanOrEqual(box.top)
    } else if (width < 1280) {
      expect(box.top).toBeGreaterThanOrEqual(number.bottom)
      expect(box.right).toBeLessThanOrEqual(text.right + 0.5)
    } else {
      expect(box.left).toBeGreaterThan(text.right)
      expect(box.top).toBeLessThan(number.bottom)
      expect(box.bottom).toBeGreaterThan(number.top)
      expect(box.right).toBeLessThanOrEqual(width)
    }
    expect(await overflowOf(page)).toBe(0)
    await page.keyboard.press('Escape')
    expect(await isEmpty(aside)).toBe(true)
  }
  // If there is no room below the line, the evidence appears above the sentence.
  await page.setViewportSize({ width: 820, height: 800 })
  await citation.evaluate((link) => scrollBy(0, link.getBoundingClientRect().bottom - innerHeight + 4))
  await citation.click()
  expect((await boxOf(aside)).bottom).toBeLessThan((await boxOf(citation)).top)
})

test('a tap opens a sheet below the sentence, and a second tap, or one elsewhere or on Close, closes it', async () => {
  const { page, problems, aside } = await openArticle({ width: 390, height: 640, touch: true })
  const citation = page.locator('#ref-2')
  // Scroll the citation to the place where the sheet will appear.
  await citation.evaluate((link) => scrollBy(0, link.getBoundingClientRect().bottom - innerHeight + 4))
  await citation.tap()
  await expect.poll(() => open(page)).toEqual(['ref-2'])
  await expect.poll(async () => (await boxOf(citation)).bottom <= (await boxOf(aside)).top + 12).toBe(true)
  await page.locator('h1').evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
  await page.locator('h1').tap()
  expect(await isEmpty(aside)).toBe(true)
  await citation.tap()
  await aside.getByRole('button', { name: 'Close' }).tap()
  expect([await isEmpty(aside), await focusedId(page)]).toEqual([true, 'ref-2'])
  await citation.tap()
  await citation.tap()
  expect(await isEmpty(aside)).toBe(true)
  expect(problems).toEqual([])
})

test('a sentence without a number also shows its evidence, and links to its source without JavaScript', async () => {
  const quotes = ['One is here.', 'Two is here.', 'Three is here.']
  const content = await renderArticle('One. [S1] Two. [S1]\n\nThree. [S1]', [maker], { isOfNewsroom: true })
  const provenance = {
    sources: [maker],
    evidence: quotes.map((quote, index) => ({
      ...evidence(index + 1, 0, `S1.${index}`, quote),
      text: quote.slice(0, 4),
    })),
  }
  api.behaviour.content = { body: JSON.stringify({ content: { title: 'A title', content }, provenance }) }
  const url = `${site.url}/post/web-development/web-development-2`
  const { page, problems } = await openPage(url)
  const aside = page.getByRole('complementary', { name: 'Evidence' })
  const shown = async () => [await marked(page), await aside.locator('blockquote').allInnerTexts()]
  const [first] = await page
    .locator('.prose p')
    .nth(1)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  await page.locator('.prose .quiet a[aria-expanded]').first().waitFor({ state: 'attached' })
  const at = { x: first.left + 10, y: first.top + first.height / 2 }
  await page.mouse.move(at.x, at.y)
  await expect.poll(shown).toEqual([['One.'], ['One is here.']])
  await page.mouse.move(2, 2)
  await expect.poll(() => isEmpty(aside)).toBe(true)
  await page.mouse.click(at.x, at.y)
  await page.mouse.move(2, 2)
  await page.waitForTimeout(POINTER_DELAY_MS)
  expect(await shown()).toEqual([['One.'], ['One is here.']])
  await page.keyboard.press('Escape')
  expect(await isEmpty(aside)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await shown()).toEqual([['Two.'], ['Two is here.']])
  expect(await axeFindings(page)).toEqual([])
  expect(problems).toEqual([])
  const phone = await openPage(url, { width: 390, height: 640, touch: true })
  await phone.page.locator('.prose .quiet a[aria-expanded]').first().waitFor({ state: 'attached' })
  await phone.page
    .locator('.prose p')
    .nth(2)
    .tap({ position: { x: 10, y: 10 } })
  await expect.poll(() => phone.page.locator('.evidence blockquote').allInnerTexts()).toEqual(['Three is here.'])
  const plain = await openPage(url, { javaScript: false })
  await tabTo(plain.page, '#s1')
  await plain.page.keyboard.press('Enter')
  await plain.page.waitForURL('**#s1')
  expect(await plain.page.locator('#s1 q').allInnerTexts()).toEqual(quotes)
})

async function openArticle(options: SessionOptions = {}) {
  const session = await openPage(site.url + PATH, options)
  await session.page.locator('#ref-1[aria-expanded]').waitFor()
  return { ...session, aside: session.page.getByRole('complementary', { name: 'Evidence' }) }
}

function open(page: Page): Promise<string[]> {
  return page.locator('.prose [aria-expanded="true"]').evaluateAll((all) => all.map(({ id }) => id))
}

function marked(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(CSS.highlights.get('claim') ?? [])].map((claim) => String(claim).trim()))
}

async function isEmpty(aside: Locator): Promise<boolean> {
  return (await aside.innerHTML()) === ''
}

// `target` is the element's id, or its URL if it is a link without an id.
async function tabTo(page: Page, target: string): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    if ((await focusedId(page)) === target) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${target}.`)
}
