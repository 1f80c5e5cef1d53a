import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { hydrated, openSession, shiftOf, WIDTHS } from './browser.ts'
import { firstEdition, type Site } from './site.ts'

// Tables, formulas, what changes, contents and tools, as the articles of the first edition show them.

const TABLES = '/post/blockchain/blobs-priced-apart'
const FORMULAS = '/post/blockchain/one-reused-nonce'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

test('on a phone a table of short columns fits, and a wide one scrolls under its caption, its first column in sight', async () => {
  const { page, close } = await openSession({ width: 390 })
  await page.goto(site.url + TABLES)
  const boxes = page.locator('.prose .table')
  const [short, wide] = await boxes.evaluateAll((all) => all.map((box) => box.scrollWidth - box.clientWidth))
  expect(short).toBe(0)
  expect(wide).toBeGreaterThan(100)
  expect(await boxes.first().getAttribute('tabindex')).toBeNull()
  const region = page.getByRole('region', { name: 'Blob parameters of mainnet' })
  await region.evaluate((box) => (box.scrollLeft = 200))
  const places = await region.evaluate((box) => {
    const left = (element: Element | null | undefined) => element?.getBoundingClientRect().left ?? NaN
    return [box.querySelector('tbody td'), box.parentElement?.querySelector('figcaption')].map(left)
  })
  const edge = await region.evaluate((box) => box.getBoundingClientRect().left)
  for (const place of places) expect(Math.abs(place - edge)).toBeLessThanOrEqual(1)
  await close()
})

test('only whole numbers are set at a fixed width, and numbers stand at the end', async () => {
  const { page, close } = await openSession({ width: 390 })
  await page.goto(site.url + TABLES)
  const styleOf = (text: string) =>
    page
      .getByRole('cell', { name: text, exact: true })
      .first()
      .evaluate((cell) => {
        const { fontVariantNumeric, textAlign } = getComputedStyle(cell)
        return [fontVariantNumeric, textAlign]
      })
  expect(await styleOf('2,097,152')).toEqual(['normal', 'end'])
  expect(await styleOf('14')).toEqual(['tabular-nums', 'end'])
  expect(await styleOf('Total units')).toEqual(['normal', 'start'])
  await close()
})

test('a formula is drawn as one, is read aloud in words, and fits a narrow phone', async () => {
  const { page, close } = await openSession({ width: 320 })
  await page.goto(site.url + FORMULAS)
  const formula = page.locator('.formula math').first()
  expect(await formula.getAttribute('aria-label')).toBe('s equals: h plus r times d, over k, modulo n')
  const [above, below] = await formula
    .locator('mfrac > *')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
  expect(below).toBeGreaterThan((above ?? NaN) + 8)
  expect(
    await formula
      .locator('mi')
      .first()
      .evaluate((letter) => getComputedStyle(letter).fontFamily),
  ).toContain('Newsreader')
  for (const box of await page.locator('.formula > div').all())
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await close()
})

test('on phones what changes, then the folded contents, stand between lead and text, also without JavaScript', async () => {
  for (const javaScript of [true, false]) {
    const { page, problems, close } = await openSession({ width: 390, javaScript })
    await page.goto(site.url + TABLES)
    if (javaScript) await hydrated(page)
    const order = await page
      .locator('.article-body')
      .evaluate((body) =>
        [...body.querySelectorAll('.lead, .changes, .contents, .prose:not(:has(.changes)) > p')]
          .slice(0, 4)
          .map((element) => element.className),
      )
    expect(order).toEqual(['lead', 'changes', 'contents', ''])
    const contents = page.locator('.contents')
    expect((await contents.locator('summary').boundingBox())?.height).toBeGreaterThanOrEqual(48)
    await contents.locator('summary').click()
    const entry = contents.getByRole('link', { name: 'A meter of its own' })
    expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await entry.click()
    await page.waitForURL(/#a-meter-of-its-own$/)
    expect(problems).toEqual([])
    await close()
  }
})

test('the data of a page leaves out the headings, which the application reads off the contents', async () => {
  const { page, problems, close } = await openSession({ width: 1280 })
  await page.goto(site.url + TABLES)
  const entries = page.locator('.toc li')
  const served = await entries.allTextContents()
  expect(served).toContain('A meter of its own')
  expect(await page.locator('#page-data').textContent()).not.toContain('A meter of its own')
  await hydrated(page)
  expect(await entries.allTextContents()).toEqual(served)
  // What the application would have drawn otherwise it reports.
  expect(problems).toEqual([])
  await close()
})

test('from 1152 px on the contents stand beside the text, and once', async () => {
  const { page, close } = await openSession({ width: 1280 })
  await page.goto(site.url + TABLES)
  expect(await page.locator('.contents').isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'On this page' }).isVisible()).toBe(true)
  await close()
})

test.for(WIDTHS)('the tools come into a row that was kept free for them, at %i px', async (width) => {
  const { page, problems, close } = await openSession({ width })
  await page.goto(site.url + TABLES)
  await page.getByRole('button', { name: 'Cite' }).waitFor()
  // A font that comes late may move a line by a pixel; a row without room would move the whole text.
  expect(await shiftOf(page)).toBeLessThan(0.002)
  const tools = page.getByRole('group', { name: 'This article' })
  // A browser without a voice: nobody is promised one.
  expect(await tools.getByRole('button').allInnerTexts()).toEqual(['Save', 'Share', 'Cite'])
  for (const button of await tools.getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(width === 390 ? 44 : 32)
  expect(problems).toEqual([])
  await close()
})

test('without JavaScript there are no tools, and no room for them', async () => {
  const { page, close } = await openSession({ width: 390, javaScript: false })
  await page.goto(site.url + TABLES)
  expect(await page.locator('.tools').isVisible()).toBe(false)
  await close()
})

test('a saved article stays saved, is listed in the search before anything is typed, and can be taken out again', async () => {
  const { page, problems, close } = await openSession({ width: 390 })
  const save = page.getByRole('group', { name: 'This article' }).getByRole('button').first()
  const listed = async () => {
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('option').first().waitFor()
    return page.getByRole('group', { name: 'Saved' }).getByRole('option').allInnerTexts()
  }
  await page.goto(site.url + TABLES)
  await save.click()
  await expect.poll(() => save.innerText()).toBe('Saved')
  expect(await save.getAttribute('aria-pressed')).toBe('true')
  // By another spelling of its category, too.
  await page.goto(site.url + TABLES.replace(/post\/[^/]+/, (part) => part.toUpperCase().replace('POST', 'post')))
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  expect((await listed()).map((text) => text.split('\n')[0])).toEqual([title])
  await page.keyboard.press('Enter')
  await save.click()
  await expect.poll(() => save.innerText()).toBe('Removed')
  expect(await save.getAttribute('aria-pressed')).toBe('false')
  expect(await listed()).toEqual([])
  expect(problems).toEqual([])
  await close()
})

test('a citation says who wrote the article, and sharing copies its address where nothing else can be done', async () => {
  const { page, context, close } = await openSession()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.url}${TABLES}#a-meter-of-its-own`)
  await page.getByRole('button', { name: 'Cite' }).click()
  await page.getByRole('button', { name: 'Citation copied' }).waitFor()
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const date = await page.locator('.byline > time').innerText()
  const address = await page.locator('link[rel=canonical]').getAttribute('href')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await copied()).toBe(`Stet Newsroom, “${title}”, Stet, ${date}. Written by AI. ${address}`)
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Link copied' }).waitFor()
  expect(await copied()).toBe(address)
  await close()
})

test('where the device has a voice of its own, an article is read aloud, until it is stopped or left', async () => {
  const { page, problems, close } = await openSession()
  await page.addInitScript(() => {
    const said: string[] = []
    const voices = [
      { lang: 'en-GB', localService: false, default: true, name: 'far' },
      { lang: 'de-DE', localService: true, default: false, name: 'German' },
      { lang: 'en-GB', localService: true, default: false, name: 'here' },
    ]
    class Utterance extends EventTarget {
      text: string
      voice: unknown = null
      constructor(text: string) {
        super()
        this.text = text
      }
    }
    Object.assign(window, { said, SpeechSynthesisUtterance: Utterance })
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => voices,
        speak: ({ text, voice }: { text: string; voice: { name: string } }) => said.push(`${voice.name}: ${text}`),
        cancel: () => said.push('cancelled'),
      },
    })
  })
  await page.goto(site.url + TABLES)
  const tools = page.getByRole('group', { name: 'This article' })
  await tools.getByRole('button', { name: 'Listen' }).click()
  const said: () => Promise<string[]> = () => page.evaluate('said')
  const lead = await page.locator('.lead').innerText()
  expect((await said())[0]).toBe(`here: ${lead}`)
  expect((await said())[1]).toBe('here: What changes')
  expect((await said()).join(' ')).not.toMatch(/console\.log|far:|German:|undefined/)
  await tools.getByRole('button', { name: 'Stop' }).click()
  expect((await said()).at(-1)).toBe('cancelled')
  await tools.getByRole('button', { name: 'Listen' }).click()
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect.poll(async () => (await said()).filter((words) => words === 'cancelled').length).toBe(2)
  expect(problems).toEqual([])
  await close()
})

test('a tag leads to what is found by it', async () => {
  const { page, close } = await openSession()
  await page.goto(site.url + TABLES)
  await hydrated(page)
  const tag = page.locator('.tag a').first()
  const words = await tag.innerText()
  await tag.click()
  await page.waitForURL((url) => url.pathname === '/search' && url.searchParams.get('q') === words)
  await page
    .getByRole('link', { name: await titleOf(TABLES) })
    .first()
    .waitFor()
  await close()
})

test('long words are hyphenated on phones alone, and never in code, headings and numbers', async () => {
  for (const [width, hyphens] of [
    [390, 'auto'],
    [820, 'manual'],
  ] as const) {
    const { page, close } = await openSession({ width })
    await page.goto(site.url + TABLES)
    const of = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).hyphens)
    expect(await of('.prose > p')).toBe(hyphens)
    for (const selector of ['.prose h2', '.prose code', '.prose td.num']) expect(await of(selector)).toBe('manual')
    await close()
  }
})

test.for(WIDTHS)('axe finds nothing on tables, formulas, contents and tools, at %i px', async (width) => {
  for (const path of [TABLES, FORMULAS]) {
    const { page, close } = await openSession({ width })
    await page.goto(site.url + path)
    await page.getByRole('button', { name: 'Cite' }).waitFor()
    for (const panel of await page.locator('details').all())
      await panel.evaluate((element) => element.setAttribute('open', ''))
    await page.evaluate(axe)
    const found = await page.evaluate(`axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`)
    expect(found).toEqual([])
    await close()
  }
})

async function titleOf(path: string): Promise<string> {
  const html = await (await fetch(site.url + path)).text()
  return /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? ''
}
