import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fontsShown, hydrated, openSession, shiftOf } from './browser.ts'
import { readFont } from './font-file.ts'
import { PAGES } from './pages.ts'
import { firstEdition, publish, startSite, type Site } from './site.ts'

const ASSETS = 'dist/client/assets'

// What the styles declare of each file, the file as built, and the same file in its package.
const FACES = [...readFileSync('src/site/styles/fonts.css', 'utf8').matchAll(/@font-face \{[^}]*url\([^}]*\}/g)].map(
  ([face]) => {
    const path = /url\('([^']*)'\)/.exec(face)?.[1] ?? ''
    const name = /[\w-]+(?=\.woff2)/.exec(path)?.[0] ?? ''
    const built = readdirSync(ASSETS).filter((file) => file.startsWith(`${name}-`) && file.length === name.length + 15)
    return {
      name,
      group: name.replace(/-latin-(?:ext|more)-/, '-latin-'),
      isUsual: name.endsWith('-latin-wght-normal'),
      weights: /font-weight: (\d+) (\d+);/.exec(face)?.slice(1).map(Number) ?? [],
      range: charactersIn(/unicode-range:([^;]*);/.exec(face)?.[1] ?? ''),
      files: built,
      built: readFont(join(ASSETS, built[0] ?? '')),
      // Two files are cut from one.
      source: readFont(join('node_modules', path.replace('-latin-more-', '-latin-'))),
    }
  },
)

let site: Site
let names: Site
let edition: Site

beforeAll(async () => {
  site = await startSite()
  names = await startSite()
  edition = await firstEdition()
  await publish(site, { id: 'plain', html: '<p>Plain words.</p>' })
  await publish(site, { id: 'italic', html: '<p>One word is <em>slanted</em>.</p>' })
  await publish(names, { id: 'name', title: 'What Łukasz Žižek said', html: '<p>Said Łukasz Žižek of Kraków.</p>' })
  await publish(site, {
    id: 'outside',
    html: '<p>Plain words, naïve ones.</p><p>α γ ≤ ⌊x⌋ → ₂ ⁻ √</p><p>漢字 🙂 Ж</p>',
  })
})
afterAll(async () => {
  await site.close()
  await names.close()
})

test('each file of a font is built once, with the weights that its styles declare', () => {
  expect(FACES).toHaveLength(9)
  for (const { name, files, weights, built } of FACES) {
    expect(files, name).toHaveLength(1)
    expect(built.weights, name).toEqual(weights)
  }
})

test('no character and no feature in use is lost by building, and no character is in two files', () => {
  for (const group of new Set(FACES.map((face) => face.group))) {
    const faces = FACES.filter((face) => face.group === group)
    const kept = faces.flatMap(({ built }) => [...built.characters])
    const had = new Set(faces.flatMap(({ source }) => [...source.characters]))
    expect(show(kept), group).toEqual(show([...had]))
    const declared = faces.flatMap(({ range }) => [...range])
    expect(show(declared), group).toEqual(show([...new Set(declared)]))
  }
  // Combining marks are in "latin-more", with the letters that they are joined to; "latin-ext" has none.
  const inUse = ['ccmp', 'kern', 'liga', 'locl', 'lnum', 'mark', 'mkmk', 'rvrn', 'tnum']
  for (const { name, group, built, source } of FACES.filter((face) => face.name === face.group)) {
    const more = FACES.find((face) => face.group === group && face.name.includes('-more-'))
    for (const feature of inUse)
      expect(built.features.has(feature) || more?.built.features.has(feature), `${name} ${feature}`).toBe(
        source.features.has(feature),
      )
    expect(built.features.has('kern'), name).toBe(true)
  }
})

test('a file is asked for only for characters that it has', () => {
  for (const { name, isUsual, range, built } of FACES) {
    expect(show([...built.characters].filter((code) => !range.has(code))), name).toEqual([])
    // Those of the plain files would load for the letters around them anyway.
    if (name.includes('-ext-')) expect(show([...range].filter((code) => !built.characters.has(code))), name).toEqual([])
    if (isUsual) expect(built.characters.size, name).toBeGreaterThan(120)
  }
})

test('what the families can show of the texts of the project is in the usual files', () => {
  const texts = ['editorial/**/*.{md,json}', 'src/site/**/*.{tsx,html}', 'src/blog/*.ts'].flatMap((glob) =>
    globSync(glob),
  )
  expect(texts.length).toBeGreaterThan(60)
  const used = new Set(
    texts.flatMap((file) => Array.from(readFileSync(file, 'utf8'), (one) => one.codePointAt(0) ?? 0)),
  )
  for (const { name, group, built } of FACES.filter((face) => face.isUsual)) {
    const family = FACES.filter((face) => face.group === group)
    const can = [...used].filter((code) => family.some(({ source }) => source.characters.has(code)))
    expect(can.length, name).toBeGreaterThan(100)
    expect(show(can.filter((code) => !built.characters.has(code))), name).toEqual([])
  }
})

test.for([
  { id: 'plain', loads: [] },
  { id: 'italic', loads: ['newsreader-latin-wght-italic'] },
  {
    id: 'name',
    loads: [
      'newsreader-latin-ext-wght-normal',
      'newsreader-latin-more-wght-normal',
      'schibsted-grotesk-latin-ext-wght-normal',
    ],
  },
  { id: 'outside', loads: ['newsreader-latin-more-wght-normal'] },
])('beside the two usual files, the page "$id" loads what it shows: $loads', async ({ id, loads }) => {
  const { page, close } = await openSession({ width: 390 })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.push(request.url().replace(/.*\/|-[\w-]{8}\.woff2$/g, ''))
  })
  await page.goto(`${id === 'name' ? names.url : site.url}/post/technology/${id}`)
  await hydrated(page)
  await fontsShown(page)
  const always = FACES.filter((face) => face.isUsual).map(({ name }) => name)
  expect(asked.toSorted()).toEqual([...always, ...loads].toSorted())
  await close()
})

test('a first visit asks for the fonts once its page is loaded, a later one before, and learns of them when they are there', async () => {
  const { page, close } = await openSession()
  await page.addInitScript(() => {
    const add = document.fonts.add.bind(document.fonts)
    document.fonts.add = (face) => {
      document.documentElement.dataset.added ??= ''
      document.documentElement.dataset.added += ` ${face.status}`
      return add(face)
    }
  })
  const asked = async () => {
    await page.goto(`${edition.url}/`)
    await fontsShown(page)
    return await page.evaluate(() => {
      const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
      const [page] = performance.getEntriesByType('navigation')
      const isLoaded = fonts.map(
        ({ startTime }) => page instanceof PerformanceNavigationTiming && startTime > page.loadEventStart,
      )
      return { isLoaded, added: document.documentElement.dataset.added }
    })
  }
  const added = ' loaded loaded loaded'
  expect(await asked()).toEqual({ isLoaded: [true, true, true], added })
  expect(await asked()).toEqual({ isLoaded: [false, false, false], added })
  await close()
})

test('the two usual fonts are asked for before others are looked for, where they may be and in no frame', async () => {
  const { page, close } = await openSession({ width: 390 })
  await page.addInitScript(() => {
    const steps: string[] = []
    const add = (step: string) => {
      steps.push(isFrame ? `${step}, in a frame` : step)
      document.documentElement.dataset.steps = steps.join()
    }
    const load = FontFace.prototype.load
    FontFace.prototype.load = function (this: FontFace) {
      add(`${this.style} ${this.family.replaceAll('"', '')}`)
      return load.call(this)
    }
    // Also of what the browser skips, which it styles for an answer.
    const ask = Element.prototype.checkVisibility
    Element.prototype.checkVisibility = function (this: Element, options) {
      if (!options) add(`is .${this.className} shown?`)
      return ask.call(this, options)
    }
    let isFrame = false
    const request = requestAnimationFrame
    window.requestAnimationFrame = (act) =>
      request((time) => {
        isFrame = true
        act(time)
        isFrame = false
      })
  })
  await page.goto(`${edition.url}/`)
  await fontsShown(page)
  expect(await page.evaluate(() => document.documentElement.dataset.steps?.split(','))).toEqual([
    'normal Schibsted Grotesk Variable',
    'normal Newsreader Variable',
    'is .strapline shown?',
  ])
  await close()
})

test.for([
  { isPainted: true, tasks: ['Schibsted Grotesk Variable', 'Newsreader Variable'] },
  { isPainted: false, tasks: ['Schibsted Grotesk Variable, Newsreader Variable'] },
])('a page is set in a family in each task, or before its first frame in all at once (%o)', async (options) => {
  const { page, close } = await openSession({ width: 390 })
  await page.addInitScript((isPainted) => {
    const entries = performance.getEntriesByName.bind(performance)
    performance.getEntriesByName = (name, type) =>
      name !== 'first-contentful-paint' ? entries(name, type) : isPainted ? entries(location.href) : []
    const tasks: Set<string>[] = []
    let task: Set<string> | null = null
    const add = FontFaceSet.prototype.add
    FontFaceSet.prototype.add = function (face) {
      if (task === null) tasks.push((task = new Set()))
      task.add(face.family.replaceAll('"', ''))
      queueMicrotask(() => (task = null))
      document.documentElement.dataset.tasks = JSON.stringify(tasks.map((families) => [...families].join(', ')))
      return add.call(this, face)
    }
  }, options.isPainted)
  await page.goto(`${edition.url}/`)
  const tasks = () => page.evaluate(() => document.documentElement.dataset.tasks)
  await expect.poll(tasks).toBe(JSON.stringify(options.tasks))
  await close()
})

test('a font that cannot be had keeps no other away', async () => {
  const { page, close } = await openSession()
  await page.route('**/newsreader-*.woff2', (route) => route.abort())
  await page.goto(`${names.url}/post/technology/name`)
  await fontsShown(page)
  expect((await fontsOf(page, '.site-nav a')).map(({ isCustomFont }) => isCustomFont)).toEqual([true])
  expect((await fontsOf(page, '.prose p')).map(({ isCustomFont }) => isCustomFont)).toEqual([false])
  await close()
})

test('an application that is there tells the browser of no font, until another page has been shown for a moment', async () => {
  const { page, close } = await openSession()
  const faces = () =>
    page.evaluate(() => [...document.fonts].filter(({ family }) => !family.includes('Fallback')).length)
  await page.goto(`${names.url}/`)
  await expect.poll(faces).toBeGreaterThan(1)
  const before = await faces()
  await hydrated(page)
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/site-')))
  expect(await faces()).toBe(before)
  await page.locator('a[href="/about"]').first().click()
  await page.locator('h1', { hasText: 'About' }).waitFor()
  // The browser would lay out the page twice before the reader has seen it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.locator('link[href*="/fonts-"]').count()).toBe(0)
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/fonts-')))
  expect(await faces()).toBe(before + FACES.length)
  await close()
})

test('names are set in the web fonts, and what no web font has in another font, in a line as high', async () => {
  const { page, close } = await openSession()
  await page.goto(`${names.url}/post/technology/name`)
  await hydrated(page)
  await fontsShown(page)
  expect((await fontsOf(page, '.prose p')).filter(({ isCustomFont }) => !isCustomFont)).toEqual([])
  await page.goto(`${site.url}/post/technology/outside`)
  await hydrated(page)
  await fontsShown(page)
  expect((await fontsOf(page, '.prose p:nth-of-type(1)')).filter(({ isCustomFont }) => !isCustomFont)).toEqual([])
  expect((await fontsOf(page, '.prose p:nth-of-type(2)')).some(({ isCustomFont }) => !isCustomFont)).toBe(true)
  const heights = await page.$$eval('.prose p + p', (paragraphs) => paragraphs.map(({ clientHeight }) => clientHeight))
  expect(heights).toHaveLength(2)
  expect(new Set(heights).size).toBe(1)
  await close()
})

test('no text is lighter or bolder than the fonts are', async () => {
  const { page, close } = await openSession()
  for (const { path } of PAGES) {
    await page.goto(edition.url + path)
    const weights = await page.$$eval('body *', (all) => [
      ...new Set(all.filter((one) => one.textContent?.trim()).map((one) => Number(getComputedStyle(one).fontWeight))),
    ])
    expect(weights.length, path).toBeGreaterThan(2)
    expect(weights.filter((weight) => weight < 400 || weight > 640)).toEqual([])
  }
  await close()
})

test.for([
  { width: 390, path: '/' },
  // Here a text would take a line more or less in its font than in what stands in for it.
  { width: 412, path: '/', isSpaced: true },
  { width: 412, path: '/about', isSpaced: true },
  { width: 1024, path: '/category/cybersecurity', isSpaced: true },
  { width: 390, path: '/post/blockchain/one-reused-nonce' },
  { width: 1280, path: '/post/web-development/what-hydration-costs' },
])('nothing moves when the fonts of $path arrive late, at $width px', async ({ width, path, isSpaced = false }) => {
  const { page, close } = await openSession({ width })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/*.woff2', async (route) => {
    asked += 1
    await released
    await route.continue()
  })
  await page.goto(edition.url + path, { waitUntil: 'domcontentloaded' })
  // The page is drawn, and every font is still on its way.
  await expect.poll(() => asked).toBeGreaterThan(1)
  expect(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
  release()
  await hydrated(page)
  await fontsShown(page)
  expect(await shiftOf(page)).toBeLessThan(0.0001)
  const spacings = await page.$$eval('[style*="letter-spacing"]', (texts) =>
    texts.map((text) => {
      const spacing = () => parseFloat(getComputedStyle(text).letterSpacing) || 0
      const given = spacing()
      if (text instanceof HTMLElement) text.style.letterSpacing = ''
      return Math.abs(given - spacing()) / parseFloat(getComputedStyle(text).fontSize)
    }),
  )
  expect(spacings.length > 0).toBe(isSpaced)
  for (const spacing of spacings) expect(spacing).toBeLessThan(0.017)
  await close()
})

async function fontsOf(page: Page, selector: string) {
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { root } = await client.send('DOM.getDocument')
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId })
  expect(fonts.length).toBeGreaterThan(0)
  return fonts
}

function charactersIn(ranges: string): Set<number> {
  return new Set(
    ranges.split(',').flatMap((range) => {
      const [first = 0, last = first] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    }),
  )
}

// As sorted code points in words, so that a failure can be read.
function show(codes: number[]): string[] {
  return codes.toSorted((a, b) => a - b).map((code) => `U+${code.toString(16)} ${String.fromCodePoint(code)}`)
}
