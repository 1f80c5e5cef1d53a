import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { axeFindings, cutTexts, overflowOf, sessionFor } from './browser.ts'
import { EVERYTHING, openPageKinds } from './page-kinds.ts'

// Contains the checks that every kind of page has to pass. The slower every-page.test.ts checks each page's keyboard
// navigation and looks for blank areas.

const all = await openPageKinds()
afterAll(() => all.close())

// The axe rules whose results depend on the page's colours and width.
const LOOK_RULES = ['color-contrast', 'target-size', 'scrollable-region-focusable']

test('every page passes every check, at 390 px in dark mode and at 1280 px', { timeout: 180_000 }, async () => {
  const faults = await all.check({ width: 390, dark: true }, async ({ page, problems }, kind) => [
    ...(kind.needsScript ? [] : await hydrationFaults(page)),
    ...(await axeFindings(page)),
    ...((await page.locator('h1').count()) === 1 ? [] : ['does not have exactly one h1']),
    ...(await faultsInForcedColors(page)),
    ...(await faultsWithReducedMotion(page)),
    ...(await overflowAt(page, 320)),
    ...(await faultsWithLargeText(page)),
    ...(kind.below <= 1280 ? [] : await faultsInWideWindow(page)),
    ...problems.splice(0).filter((problem) => !isExpected(problem)),
  ])
  expect(faults.join('\n')).toBe('')
})

test('a correction is next to its passage at 1280 px, and below it at 390 px', async () => {
  const { page } = await openEverything()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const note = await page.locator('.prose .correction').first().boundingBox()
    const text = await page.locator('.prose .correction + *').first().boundingBox()
    if (!note || !text) throw new Error('The correction is not visible.')
    expect(note.x > text.x + text.width).toBe(width >= 1280)
    if (width < 1280) expect(note.y).toBeGreaterThanOrEqual(text.y + text.height)
    expect(await overflowOf(page)).toBe(0)
  }
})

test('a printed article shows only the text and its record, in dark text on a light background', async () => {
  const { page } = await openEverything()
  for (const { width, colorScheme } of [
    { width: 480, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ media: 'print', colorScheme })
    for (const part of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByRole('navigation', { name: 'On this page' }),
      page.getByRole('button', { name: 'Copy' }).first(),
      page.getByTestId('related'),
    ])
      expect(await part.isVisible()).toBe(false)
    // The closed panel is open in print.
    for (const words of ['Drafted by', 'model-2026-10', 'Passed: Rule 1'])
      expect(await page.locator('details').getByText(words).first().isVisible(), words).toBe(true)
    expect(await page.getByRole('region', { name: 'Corrections' }).isVisible()).toBe(true)
    const [address, paper, ink] = await page.evaluate(() => {
      const styleOf = (selector: string, part?: string) =>
        getComputedStyle(document.querySelector(selector) ?? document.body, part)
      return [
        styleOf('.prose a[href^=http]', '::after').content,
        styleOf('body').backgroundColor,
        styleOf('.prose p').color,
      ]
    })
    expect([address, paper]).toEqual(['" (https://one.example/link)"', 'rgb(255, 255, 255)'])
    expect(Math.max(...(ink?.match(/\d+/g) ?? ['255']).map(Number))).toBeLessThan(100)
  }
  expect((await page.pdf({ format: 'A4' })).byteLength).toBeGreaterThan(10_000)
})

async function openEverything() {
  const session = await sessionFor()
  await all.kinds.find(({ name }) => name === EVERYTHING)?.open(session.page)
  return session
}

// Expects console errors for missing images and for the status 404 or 410 of pages without a post.
function isExpected(problem: string): boolean {
  return /\b(?:404|410)\b/.test(problem)
}

/** Checks that hydration did not change the page's text, except for the toolbar and copy buttons that scripts add. */
async function hydrationFaults(page: Page): Promise<string[]> {
  const [served, shown] = await page.evaluate(async () => {
    const html = await (await fetch(location.href)).text()
    return [new DOMParser().parseFromString(html, 'text/html'), document].map((one) => {
      const main = one.querySelector('main')?.cloneNode(true)
      if (!(main instanceof Element)) return 'no main part'
      for (const added of main.querySelectorAll('.tools, .copy, noscript')) added.replaceChildren()
      return main.textContent
    })
  })
  return served === shown ? [] : ['its text changes when it is hydrated']
}

async function faultsInWideWindow(page: Page): Promise<string[]> {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 900 }
  await page.setViewportSize({ width: 1280, height })
  // Reduce motion, because axe could otherwise measure colours that are still changing.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const faults = [...(await axeFindings(page, LOOK_RULES)), ...(await overflowAt(page, 1280))]
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
  return faults.map((fault) => `at 1280 px: ${fault}`)
}

/** Checks that the focus and the current navigation entry remain visible with forced colours. */
async function faultsInForcedColors(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Tab')
  const [outline, decoration] = await page.evaluate(() => {
    const current = document.querySelector('nav [aria-current=page]')
    const focused = document.activeElement?.closest('form') ?? document.activeElement ?? document.body
    const outlines = [focused, ...focused.querySelectorAll('*')].map(
      (element) => getComputedStyle(element).outlineStyle,
    )
    return [
      outlines.find((style) => style !== 'none') ?? 'none',
      current ? getComputedStyle(current).textDecorationLine : 'underline',
    ]
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return [
    ...(outline === 'none' ? ['shows no focus in forced colours'] : []),
    ...(decoration === 'underline' ? [] : ['does not mark the current entry in forced colours']),
  ]
}

/** Checks that text at 200% fits the viewport and is not cut off. */
async function faultsWithLargeText(page: Page): Promise<string[]> {
  const setSize = (size: string) => page.evaluate((value) => (document.documentElement.style.fontSize = value), size)
  await setSize('200%')
  const surplus = await overflowOf(page)
  const cut = await page.evaluate(cutTexts)
  await setSize('')
  return [...(surplus === 0 ? [] : [`is ${surplus} px too wide with large text`]), ...cut]
}

async function faultsWithReducedMotion(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults = await page.evaluate(movingElements)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  return faults
}

// Runs in the page: finds animations and transitions longer than 10 ms that scrolling does not drive.
function movingElements(): string[] {
  const found = new Set<string>()
  for (const element of document.querySelectorAll('*'))
    for (const part of [undefined, '::before', '::after']) {
      const style = getComputedStyle(element, part)
      const isScrolled = style.getPropertyValue('animation-timeline') !== 'auto'
      const last = (durations: string) => Math.max(...durations.split(',').map((one) => Number.parseFloat(one) * 1_000))
      const moves = style.animationName !== 'none' && !isScrolled && last(style.animationDuration) > 10
      if (moves || last(style.transitionDuration) > 10)
        found.add(`${element.tagName} ${element.className} ${part ?? ''}`)
    }
  if (getComputedStyle(document.documentElement).scrollBehavior !== 'auto') found.add('the page scrolls smoothly')
  return [...found]
}

async function overflowAt(page: Page, width: number): Promise<string[]> {
  const size = page.viewportSize() ?? { width, height: 900 }
  await page.setViewportSize({ ...size, width })
  const surplus = await overflowOf(page)
  await page.setViewportSize(size)
  return surplus === 0 ? [] : [`is ${surplus} px too wide at ${width} px`]
}
