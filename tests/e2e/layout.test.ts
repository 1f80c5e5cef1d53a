import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, cutTexts, openPage, overflowOf, sessionFor, WIDTHS, type SessionOptions } from './browser.ts'
import { firstEdition, startForeignSite } from './site.ts'

// Tests the layout at several widths, with zoom and with reduced motion. pages.test.ts tests the print layout. Most
// tests run without JavaScript, because the served page has the same layout and loads faster.

const TABLES = '/post/blockchain/blobs-priced-apart'
const FORMULAS = '/post/blockchain/one-reused-nonce'
const CODE = '/post/artificial-intelligence/what-a-context-window-costs'

const edition = await firstEdition()
const { api, site } = await startForeignSite()

test('excerpts are clamped to two lines in the hero and three in cards', async () => {
  // Wide letters make every excerpt longer than the space for it.
  const excerpt = 'MAMMOTH COMMERCE AMONG WOMANLY HAMLETS '.repeat(8)
  for (const list of Object.values(api.lists)) for (const post of list) Object.assign(post ?? {}, { excerpt })
  const { page } = await openLayout(site.url)
  const excerptIn = (part: Locator) => part.locator('p').first()
  for (const width of WIDTHS) {
    await setWidth(page, width)
    expect(await visibleLines(excerptIn(page.getByTestId('hero')))).toBe(2)
    expect(await visibleLines(excerptIn(page.getByTestId('latest').getByTestId('post-card').first()))).toBe(3)
  }
})

test('the logo is centred at the top, and Trending is next to the sections, or below them on a phone', async () => {
  const { page } = await openLayout(edition.url)
  for (const width of WIDTHS) {
    await setWidth(page, width)
    const logo = await boxOf(page.getByRole('banner').getByRole('link', { name: 'Stet, home' }))
    expect(Math.abs((logo.left + logo.right) / 2 - width / 2)).toBeLessThanOrEqual(1)
    expect((await boxOf(page.getByRole('banner'))).top).toBe(0)
    const sections = await boxOf(page.getByTestId('category-section').last())
    const trending = await boxOf(page.getByTestId('trending'))
    if (width < 768) expect(trending.top).toBeGreaterThanOrEqual(sections.bottom)
    else expect(trending.left).toBeGreaterThanOrEqual(sections.right)
  }
})

test('the large covers on a phone declare the width that they have', async () => {
  for (const path of ['/', '/category/technology', CODE]) {
    const { page } = await openLayout(edition.url + path, { width: 390, height: 844 })
    const cover = page.locator('main img').first()
    const declared = await cover.evaluate((image: HTMLImageElement) => {
      const box = document.createElement('div')
      box.style.inlineSize = image.sizes.split(', ').at(-1) ?? ''
      document.body.append(box)
      const { width } = box.getBoundingClientRect()
      box.remove()
      return width
    })
    const { left, right } = await boxOf(cover)
    expect(Math.abs(declared - (right - left))).toBeLessThanOrEqual(1)
  }
})

test('an article begins in the first view, with its text in the middle and its cover next to the title', async () => {
  const { page } = await openLayout(edition.url + CODE, { width: 1280, height: 800 })
  const text = page.locator('.prose p').first()
  expect((await boxOf(text)).top).toBeLessThan(740)
  for (const width of [1440, 1920]) {
    await setWidth(page, width)
    const { left, right } = await boxOf(text)
    expect(Math.abs((left + right) / 2 - width / 2)).toBeLessThan(10)
  }
  for (const width of [390, 820, 1280]) {
    await setWidth(page, width)
    const cover = await boxOf(page.locator('article img').first())
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    if (width < 1280) expect(cover.top).toBeGreaterThanOrEqual(title.bottom)
    else expect(cover.left).toBeGreaterThanOrEqual(title.right - 1)
  }
})

test('the header stays visible above a linked section, except in a low viewport, as at 400% zoom', async () => {
  const { page } = await openLayout(edition.url + CODE)
  const header = page.getByRole('banner')
  for (const [width, height, stays] of [
    [320, 256, false],
    [390, 844, true],
    [1280, 900, true],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 600))
    expect((await boxOf(header)).bottom > 0, `${width} × ${height}`).toBe(stays)
    if (!stays) continue
    await page.evaluate(() => (location.hash = '#sources'))
    const { top } = await boxOf(page.locator('#sources'))
    expect(top).toBeGreaterThanOrEqual((await boxOf(header)).bottom)
    expect(top).toBeLessThan(200)
    await page.evaluate(() => (location.hash = ''))
  }
})

test('on a phone, the table of contents is collapsed above the text, and only a wide table scrolls', async () => {
  const { page } = await openLayout(edition.url + TABLES, { width: 390 })
  const contents = page.getByRole('main').locator('details', { hasText: 'On this page' })
  const heading = page.locator('.prose h2[id]').first()
  const [lead, fold, text] = await Promise.all([page.locator('.lead'), contents, heading].map(boxOf))
  expect(fold?.top).toBeGreaterThanOrEqual(lead?.bottom ?? NaN)
  expect(text?.top).toBeGreaterThanOrEqual(fold?.bottom ?? NaN)
  await contents.locator('summary').click()
  await contents.getByRole('link').first().click()
  await page.waitForURL(`${edition.url}${TABLES}#${await heading.getAttribute('id')}`)

  await setWidth(page, 320)
  const table = page.getByRole('region', { name: 'Blob parameters of mainnet' })
  expect(await table.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
  await table.focus()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  expect(await overflowOf(page)).toBe(0)
})

test('a formula is drawn as a fraction, has an accessible name and fits a narrow phone', async () => {
  const { page } = await openLayout(edition.url + FORMULAS, { width: 320 })
  const formula = page.locator('math').first()
  expect(await formula.getAttribute('aria-label')).toBe('s equals: h plus r times d, over k, modulo n')
  const [above, below] = await Promise.all((await formula.locator('mfrac > *').all()).slice(0, 2).map(boxOf))
  expect(below?.top).toBeGreaterThan((above?.top ?? NaN) + 8)
  expect(await overflowOf(page)).toBe(0)
})

test('a hyphenated word in inline code stays on one line of a phone', async () => {
  const { page } = await openLayout(`${edition.url}/post/web-development/a-content-policy-without-exceptions`)
  for (const width of [320, 360, 390]) {
    await setWidth(page, width)
    const broken = await page
      .locator('.prose p code')
      .evaluateAll((all) =>
        all
          .filter(
            (code) =>
              !code.textContent.includes(' ') && code.textContent.length <= 26 && code.getClientRects().length > 1,
          )
          .map((code) => code.textContent),
      )
    expect([width, broken, await overflowOf(page)]).toEqual([width, [], 0])
  }
})

test('text is not cut off with the spacing of WCAG 1.4.12', async () => {
  for (const path of [CODE, '/category/cybersecurity', '/about']) {
    const { page } = await openLayout(edition.url + path, { width: 390 })
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
      )
      document.adoptedStyleSheets.push(sheet)
    })
    expect([path, await page.evaluate(cutTexts), await overflowOf(page)]).toEqual([path, [], 0])
  }
})

test('pages fade into each other unless the reader prefers reduced motion', async () => {
  for (const reducedMotion of [false, true]) {
    const { page } = await sessionFor({ reducedMotion, newTab: true })
    await page.addInitScript(
      `addEventListener('pagereveal', (event) => { window.fades = event.viewTransition !== null })`,
    )
    const load = async () => {
      await page.goto(`${edition.url}/corrections`)
      await page.evaluate(() => {
        const link = Object.assign(document.createElement('a'), { href: '/about', textContent: 'load' })
        document.body.append(link)
        link.click()
      })
      await page.waitForURL('**/about')
      return await page.evaluate('window.fades')
    }
    // Try again, because a busy machine may draw a page before it can fade in.
    await expect.poll(load).toBe(!reducedMotion)
  }
})

function openLayout(url: string, look: SessionOptions = {}) {
  return openPage(url, { ...look, javaScript: false })
}

/** Returns the number of visible lines in an element, excluding lines hidden by `line-clamp`. */
function visibleLines(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { bottom } = element.getBoundingClientRect()
    const lines = [...range.getClientRects()].filter(({ top, height }) => top + height / 2 < bottom)
    return new Set(lines.map(({ top }) => Math.round(top))).size
  })
}

async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
}
