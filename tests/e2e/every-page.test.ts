import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, drawn, LOOKS, openSession } from './browser.ts'
import { walkFaults } from './keyboard-walk.ts'
import { deadControls, motions, stickyShare, surplusWidth, textFaults, thingsToSee } from './page-faults.ts'
import { openPageKinds, type PageKind, type PageKinds } from './page-kinds.ts'

// Every kind of page by keyboard, with large text, in forced colours, without scripts and with reduced motion.

let all: PageKinds

beforeAll(async () => {
  all = await openPageKinds()
})
afterAll(() => all.close())

test.for([
  { width: 390, dark: false },
  { width: 1280, dark: true },
])('axe finds nothing (%o)', async (look) => {
  expect(await faultsOf(look, async (page) => await axeFindings(page))).toEqual([])
})

test.for([{ width: 1280 }, { width: 390 }])('Tab goes to all in order, in sight, and back (%o)', async (look) => {
  const faults = await faultsOf(look, async (page, kind) => {
    // These begin in the middle: evidence opens on the way through its article, a dialog keeps the focus (keyboard.test.ts).
    return ['the search overlay', 'the open menu', 'open evidence'].includes(kind.name) ? [] : await walkFaults(page)
  })
  expect(faults).toEqual([])
})

const sizes = [
  { width: 390, by: 'root' },
  { width: 1280, by: 'root' },
  { width: 390, by: 'browser' },
  { width: 1280, by: 'browser' },
]
test.for(sizes)('text of 200% neither leaves the window, nor is cut off or overlaps (%o)', async ({ width, by }) => {
  const faults = await faultsOf({ width }, async (page) => {
    await enlarge(page, by)
    return await layoutFaults(page)
  })
  expect(faults).toEqual([])
})

test('at 400% zoom nothing leaves the window, and sticky parts leave room to read', async () => {
  const faults = await faultsOf({ width: 320, height: 256 }, async (page, { name }) => {
    const found = [...(await layoutFaults(page)), ...(await axeFindings(page))]
    const share = name === 'the open menu' || name === 'the search overlay' ? 0 : await page.evaluate(stickyShare)
    if (share > (name === 'open evidence' ? 0.61 : 0.34))
      found.push(`${Math.round(share * 100)}% of the window is taken`)
    return found
  })
  expect(faults).toEqual([])
})

// Which colours are forced does not depend on the width.
test.for(LOOKS)('in forced colours every text, control and mark is seen (%o)', async (look) => {
  expect(await faultsOf({ ...look, forcedColors: true }, async (page) => await unseen(page))).toEqual([])
})

test.for([{ width: 390 }, { width: 1280 }])(
  'without scripts nothing is lost, and nothing is dead (%o)',
  async (look) => {
    const withScripts = new Map<string, string>()
    await faultsOf(look, async (page, { name }) => {
      withScripts.set(name, await contentOf(page))
      return []
    })
    const faults = await faultsOf({ ...look, javaScript: false }, async (page, { name }) => [
      ...(await page.evaluate(deadControls)),
      ...(await page.evaluate(textFaults, 5)),
      ...difference(await contentOf(page), withScripts.get(name) ?? ''),
    ])
    expect(faults).toEqual([])
  },
)

test('with reduced motion nothing moves by itself', async () => {
  for (const width of [390, 1280])
    expect(await faultsOf({ width, reducedMotion: true }, async (page) => await page.evaluate(motions))).toEqual([])
})

type Look = NonNullable<Parameters<typeof openSession>[0]>

/** Faults of all pages in one look. Each begins with the name of its page. */
async function faultsOf(look: Look, faultsIn: (page: Page, kind: PageKind) => Promise<string[]>): Promise<string[]> {
  const { width = 1280, javaScript = true } = look
  const { page, context, close } = await openSession(look)
  await all.prepare(context)
  const faults: string[] = []
  for (const kind of all.kinds) {
    if (width >= (kind.below ?? Infinity) || (kind.needsScript && !javaScript)) continue
    await kind.open(page, { javaScript })
    for (const fault of await faultsIn(page, kind)) faults.push(`${kind.name}: ${fault}`)
  }
  await close()
  return faults
}

async function layoutFaults(page: Page): Promise<string[]> {
  const surplus = await page.evaluate(surplusWidth)
  return [
    ...(surplus > 0 ? [`the page is ${surplus} px wider than its window`] : []),
    ...(await page.evaluate(textFaults, 5)),
  ]
}

// By a page's own size, as a reader's style does, or by the browser's setting, which media queries know of.
async function enlarge(page: Page, by: string): Promise<void> {
  if (by === 'root') {
    return void (await page.evaluate(() => (document.documentElement.style.fontSize = '200%')))
  }
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

function difference(text: string, other: string): string[] {
  const at = [...text].findIndex((letter, index) => letter !== other[index])
  return text === other
    ? []
    : [`says "${text.slice(at, at + 40)}" where it says "${other.slice(at, at + 40)}" with scripts`]
}

async function contentOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const kept = document.querySelector('main')?.cloneNode(true)
    if (!(kept instanceof Element)) return ''
    for (const own of kept.querySelectorAll('.tools, .copy, .evidence, time, noscript')) own.remove()
    return kept.textContent.replaceAll(/\s+/g, ' ').trim()
  })
}

/** Finds elements with too little contrast in screenshots of each window of the page. */
async function unseen(page: Page): Promise<string[]> {
  const { steps, height } = await page.evaluate(() => {
    const whole = document.querySelector('.search, .site-nav.open, .evidence:not(:empty)')
      ? 1
      : document.body.scrollHeight
    return { steps: Math.ceil(whole / innerHeight), height: innerHeight }
  })
  const faults: string[] = []
  for (let step = 0; step < steps; step += 1) {
    if (steps > 1) await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), step * height)
    await drawn(page)
    const things = await page.evaluate(thingsToSee)
    const { data, info } = await sharp(await page.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const contrastIn = (thing: (typeof things)[number]) => {
      let [darkest, lightest] = [1, 0]
      for (let row = Math.floor(thing.y); row < thing.y + thing.height && row < info.height; row += 1)
        for (let column = Math.floor(thing.x); column < thing.x + thing.width && column < info.width; column += 1) {
          const at = (row * info.width + column) * 3
          const light = luminance(data.subarray(at, at + 3))
          darkest = Math.min(darkest, light)
          lightest = Math.max(lightest, light)
        }
      return (lightest + 0.05) / (darkest + 0.05)
    }
    for (const thing of things)
      if (contrastIn(thing) < thing.least) faults.push(`${thing.name} is not seen: ${contrastIn(thing).toFixed(1)}`)
  }
  return faults
}

function luminance([red = 0, green = 0, blue = 0]: Uint8Array): number {
  const linear = (part: number) => (part <= 10 ? part / 3_294 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
