import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, openSession, overflowOf, type Session } from './browser.ts'
import { openPageKinds, type PageKind, type PageKinds } from './page-kinds.ts'

// Checks that every kind of page must pass. tests/e2e/every-page.test.ts has more of them, which take longer.

// Pages that have animations, and one of each other layout.
const PAUSED = [
  'home with seven categories',
  'the first page of a category',
  'an article with everything, corrected and reviewed',
  'search with hits',
  'About',
]

let all: PageKinds

beforeAll(async () => {
  all = await openPageKinds()
})
afterAll(() => all.close())

test.for([
  { width: 390, dark: true },
  { width: 1280, dark: false },
])('every page passes every check (%o)', { timeout: 120_000 }, async (look) => {
  const faults = await faultsOf(look, all.kinds, async ({ page, problems }, kind) => [
    ...(kind.needsScript ? [] : await blankBands(page)),
    ...(await axeFindings(page)),
    ...((await page.locator('h1').count()) === 1 ? [] : ['has not exactly one h1']),
    ...(await faultsInForcedColors(page)),
    ...(await faultsAt320(page, look.width)),
    ...problems.splice(0).filter((problem) => !isExpected(problem, kind)),
  ])
  expect(faults).toEqual([])
})

test.for([390, 1280])('with paused animations no page has a blank area at %i px', async (width) => {
  const kinds = all.kinds.filter(({ name }) => PAUSED.includes(name))
  const faults = await faultsOf({ width, paused: true }, kinds, ({ page }) => blankBands(page))
  expect([kinds.length, faults]).toEqual([PAUSED.length, []])
})

/** Opens pages in one look and checks each of them. Each fault begins with the name of its page. */
async function faultsOf(
  look: { width: number; dark?: boolean; paused?: boolean },
  kinds: PageKind[],
  check: (session: Session, kind: PageKind) => Promise<string[]>,
): Promise<string[]> {
  const session = await openSession(look)
  await all.prepare(session.context)
  if (look.paused)
    await session.page.addInitScript(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('*, ::before, ::after { animation-play-state: paused !important }')
      document.adoptedStyleSheets.push(sheet)
    })
  const faults: string[] = []
  for (const kind of kinds) {
    if (look.width >= (kind.below ?? Infinity)) continue
    await kind.open(session.page)
    for (const fault of await check(session, kind)) faults.push(`${kind.name}: ${fault}`)
  }
  await session.close()
  return faults
}

// Posts of these sites have no pictures, and pages of missing posts are 404 or 410.
function isExpected(problem: string, { name }: PageKind): boolean {
  return /\b(?:404|410)\b/.test(problem) || name === 'the page offline'
}

/** Checks that the focus and the current entry of the navigation are visible without the colours of the page. */
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

async function faultsAt320(page: Page, width: number): Promise<string[]> {
  if (width > 390) return []
  const height = page.viewportSize()?.height ?? 900
  await page.setViewportSize({ width: 320, height })
  const surplus = await overflowOf(page)
  await page.setViewportSize({ width, height })
  return surplus === 0 ? [] : [`is ${surplus} px too wide at 320 px`]
}

/** Finds horizontal bands of one colour that are higher than 400 px, in a screenshot of the page's main part. */
async function blankBands(page: Page): Promise<string[]> {
  const area = await page.evaluate(() => {
    const { top, height } = (document.querySelector('main') ?? document.body).getBoundingClientRect()
    const fits = document.documentElement.scrollHeight <= innerHeight
    return { top: Math.round(top + scrollY), height: Math.round(height), fits }
  })
  const { data, info } = await sharp(await page.screenshot({ fullPage: true }))
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isUniform = (row: number) => {
    const pixels = data.subarray(row * info.width, (row + 1) * info.width)
    return pixels.every((pixel) => Math.abs(pixel - (pixels[0] ?? 0)) < 4)
  }
  const bands: string[] = []
  let start = area.top
  const end = Math.min(area.top + area.height, info.height)
  for (let row = area.top; row <= end; row += 1) {
    if (row < end && isUniform(row)) continue
    // A short page may leave the end of the window empty.
    if (row - start > 400 && !(area.fits && row === end)) bands.push(`is blank from ${start} to ${row} px`)
    start = row + 1
  }
  return bands
}
