import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { sessionFor } from './browser.ts'
import { walkFaults } from './keyboard-walk.ts'
import { openPageKinds } from './page-kinds.ts'

// Tests the keyboard navigation of every kind of page, and looks for blank areas. pages.test.ts contains the other
// checks.

const all = await openPageKinds()
afterAll(() => all.close())

// Each test opens all kinds of pages.
const SLOW = { timeout: 180_000 }

// Number of page pixels for each pixel that the search for blank bands compares.
const SCALE = 4

test.for([1280, 390])(
  'Tab reaches and shows every element once, and Shift+Tab goes back, at %i px',
  SLOW,
  async (width) => {
    const faults = await all.check({ width }, async ({ page }, { name }) => {
      // Skip the overlay and the menu, because they trap the focus. Skip open evidence, because Tab opens it anyway on
      // its way through an article.
      return ['the search overlay', 'the open menu', 'open evidence and record'].includes(name)
        ? []
        : await walkFaults(page)
    })
    expect(faults).toEqual([])
  },
)

test('no page has a blank area, even before its animations start, at 390 px and at 1280 px', SLOW, async () => {
  const faults = await all.check({ width: 390, dark: true }, async ({ page }, kind) => {
    if (kind.needsScript) return []
    const narrow = await blankBandsWhilePaused(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    const wide = [...(await blankBands(page)), ...(await blankBandsWhilePaused(page))]
    await page.setViewportSize({ width: 390, height: 900 })
    return [...narrow, ...wide.map((fault) => `at 1280 px: ${fault}`)]
  })
  expect(faults).toEqual([])
})

test.for([
  { style: 'visibility: hidden', bands: 1 },
  { style: 'animation: appear 1ms', bands: 0 },
])('the search for blank bands finds content with the style "$style"', async ({ style, bands }) => {
  const { page } = await sessionFor({ width: 390 })
  const block = `main h1::after { content: ''; display: block; height: 1500px; background: linear-gradient(90deg, #000, #fff); ${style} }`
  // Add the style to the response, because the Content Security Policy would block it.
  await page.route('**/about', async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    const sheet = `<style>${block} @keyframes appear { from { opacity: 0 } }</style>`
    await route.fulfill({ headers, body: (await response.text()).replace('</head>', `${sheet}</head>`) })
  })
  await all.kinds.find(({ name }) => name === 'About')?.open(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await blankBands(page)).toHaveLength(bands)
    expect(await blankBandsWhilePaused(page)).toEqual([expect.stringMatching(/^is blank from \d{3} to [12]\d{3} px$/)])
  }
})

/** Finds blank bands in the first frame of all animations, to ensure that content is visible without animations. */
async function blankBandsWhilePaused(page: Page): Promise<string[]> {
  const setStyle = (style: string) =>
    page.evaluate((declaration) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`*, ::before, ::after { ${declaration} }`)
      document.adoptedStyleSheets = declaration ? [sheet] : []
      // Reading the layout applies the style immediately.
      document.body.getBoundingClientRect()
    }, style)
  // Remove all animations first, so that they start again in the paused state.
  await setStyle('animation: none !important')
  await setStyle('animation-play-state: paused !important')
  const faults = await blankBands(page)
  await setStyle('')
  return faults
}

/** Finds single-coloured horizontal bands of more than 400 px in a screenshot of the page's main element. */
async function blankBands(page: Page): Promise<string[]> {
  const { top, bottom, width, height, fits } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    const area = (document.querySelector('main') ?? document.body).getBoundingClientRect()
    const [top, bottom] = [area.top + scrollY, area.bottom + scrollY]
    return { top, bottom, width: scrollWidth, height: scrollHeight, fits: scrollHeight <= innerHeight }
  })
  // Playwright can take only full-size screenshots, which need three times the CPU time.
  const devtools = await page.context().newCDPSession(page)
  const { data: picture } = await devtools.send('Page.captureScreenshot', {
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 / SCALE },
  })
  await devtools.detach()
  const { data, info } = await sharp(Buffer.from(picture, 'base64'))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isUniform = (row: number) => {
    const pixels = data.subarray(row * info.width, (row + 1) * info.width)
    return pixels.every((pixel) => Math.abs(pixel - (pixels[0] ?? 0)) < 4)
  }
  const bands: string[] = []
  let start = Math.floor(top / SCALE)
  const end = Math.min(Math.floor(bottom / SCALE), info.height)
  for (let row = start; row <= end; row += 1) {
    if (row < end && isUniform(row)) continue
    // A short page may leave the bottom of the viewport empty.
    if ((row - start) * SCALE > 400 && !(fits && row === end))
      bands.push(`is blank from ${start * SCALE} to ${row * SCALE} px`)
    start = row + 1
  }
  return bands
}
