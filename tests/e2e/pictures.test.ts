import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hydrated, LOOKS, openSession, shiftOf, WIDTHS } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { firstEdition, publish, startSite, type Site } from './site.ts'

// Pictures in several sizes and formats (decisions, "What readers get beyond the specification"): over the first edition,
// and over a backend that keeps no record of them, keeps one, or keeps a wrong one.

const ARTICLE = '/post/artificial-intelligence/what-a-context-window-costs'
const PAGES = ['/', '/category/cybersecurity', ARTICLE]
const FOREIGN = '/post/web-development/web-development-1'
const SIZES = [240, 480, 720, 960, 1200]

let own: Site
let api: FakeBackend
let foreign: Site

beforeAll(async () => {
  own = await firstEdition()
  api = await startFakeBackend()
  foreign = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
beforeEach(() => {
  api.behaviour.content = 'ok'
})
afterAll(async () => {
  await foreign.close()
  await api.close()
})

const ways = [
  ...LOOKS.map((look) => ({ ...look, javaScript: look.dark })),
  ...[700, 1000, 1680].map((width) => ({ width, dark: false, javaScript: true })),
]

test.for(ways)('each cover is a WebP that fits its box, at $width px, JavaScript $javaScript', async (way) => {
  for (const path of PAGES) {
    const { page, problems, close } = await openSession(way)
    await page.goto(own.url + path)
    const pictures = await shownPictures(page)
    expect(pictures.length, path).toBeGreaterThan(3)
    const posts = new Set<string>()
    for (const { box, file, folder } of pictures) {
      const smaller = SIZES.findLast((one) => one < sizeOf(file)) ?? 0
      expect(file).toMatch(/^thumbnail-\d+\.webp$/)
      // A picture is chosen before the page is laid out, so by an estimate.
      expect(sizeOf(file), `${path}: ${file} in ${box}px`).toBeGreaterThanOrEqual(Math.min(1200, box * 0.82))
      // What is there already in a larger size is not fetched again in a smaller one.
      if (!posts.has(folder)) expect(smaller, `${path}: ${file} in ${box}px`).toBeLessThan(box * 1.3)
      posts.add(folder)
    }
    expect(problems).toEqual([])
    await close()
  }
})

test('a cover is offered as WebP, then PNG, each there, and of at most 32 KB at any width', async () => {
  const { page, close } = await openSession({ width: 390 })
  await page.goto(own.url)
  const hero = page.getByTestId('hero').locator('picture')
  const sources = await hero
    .locator('source')
    .evaluateAll((all: HTMLSourceElement[]) =>
      all.map(({ type, srcset }) => ({ type, names: srcset.split(',').map((candidate) => candidate.split(' ')) })),
    )
  expect(sources.map(({ type }) => type)).toEqual(['image/webp'])
  for (const { type, names } of sources) {
    expect(names.map(([, width]) => width)).toEqual(['240w', '480w', '720w', '960w', '1200w'])
    for (const [address = ''] of names) {
      const answer = await fetch(own.url + address)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(32_000)
    }
  }
  const png = await fetch(own.url + (await hero.locator('img').getAttribute('src')))
  expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png'])
  await close()
})

test.for(WIDTHS)('what is seen first is loaded at once, all else when it comes near, at %i px', async (width) => {
  const { page, close } = await openSession({ width, javaScript: false })
  for (const [path, first] of [
    ['/', '.hero'],
    ['/category/cybersecurity', '.grid > :first-child'],
    [ARTICLE, '.article-cover'],
  ] as const) {
    await page.goto(own.url + path)
    const pictures = await page.locator('main img.cover').evaluateAll(
      (all: HTMLImageElement[], firstOnes) =>
        all.map((image) => ({
          first: image.closest(firstOnes) !== null,
          loading: [image.getAttribute('loading'), image.getAttribute('fetchpriority')],
          size: [image.getAttribute('width'), image.getAttribute('height')],
        })),
      first,
    )
    expect(pictures.some((picture) => picture.first)).toBe(true)
    for (const picture of pictures) {
      expect(picture.loading, path).toEqual(picture.first ? [null, 'high'] : ['lazy', null])
      expect(picture.size).toEqual(['1200', '675'])
    }
  }
  await close()
})

test.for(LOOKS)(
  'until a picture is there its box has its size and its colour, and nothing moves, at $width px, dark $dark',
  async ({ width, dark }) => {
    const { page, problems, close } = await openSession({ width, dark })
    const arrived = Promise.withResolvers<void>()
    await page.route(/thumbnail/, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto(own.url, { waitUntil: 'domcontentloaded' })
    const hero = page.getByTestId('hero').locator('img')
    const seen = () =>
      hero.evaluate((image: HTMLImageElement) => {
        const { x, y, width, height } = image.getBoundingClientRect()
        const { backgroundColor } = getComputedStyle(image)
        return { box: [x, y, width, height], ratio: width / height, backgroundColor, loaded: image.naturalWidth > 0 }
      })
    await page.waitForFunction(() => document.styleSheets.length > 0)
    await expect.poll(async () => (await seen()).ratio).toBeCloseTo(16 / 9, 2)
    const before = await seen()
    expect(before.loaded).toBe(false)
    const tint = (await hero.getAttribute('data-tint')) ?? ''
    expect(tint).toMatch(/^#[0-9a-f]{6}$/)
    expect(before.backgroundColor).toBe(`rgb(${[...Buffer.from(tint.slice(1), 'hex')].join(', ')})`)
    arrived.resolve()
    await hero.evaluate((image: HTMLImageElement) => image.decode())
    await hydrated(page)
    expect((await seen()).box).toEqual(before.box)
    expect(await shiftOf(page)).toBeLessThan(0.001)
    expect(problems).toEqual([])
    await close()
  },
)

test('a post without a record of its pictures has thumbnail.png, as one that is decoration', async () => {
  const site = await startSite()
  await publish(site, { id: 'older' })
  const { page, close } = await openSession()
  for (const path of ['/', '/post/technology/older']) {
    await page.goto(site.url + path)
    expect(await page.locator('picture, source').count()).toBe(0)
    const images = await page
      .locator('main img')
      .evaluateAll((all) => all.map((image) => [image.getAttribute('src'), image.getAttribute('alt')]))
    expect(images.length).toBeGreaterThan(0)
    for (const image of images) expect(image).toEqual(['/bucket/stet/posts/technology/older/thumbnail.png', ''])
  }
  await close()
  await site.close()
})

test.for(['served', 'navigated to'] as const)('a foreign backend that names none: PNG alone, %s', async (way) => {
  const { page, problems, close } = await openForeign(way)
  const image = page.getByRole('article').locator('img')
  await expect
    .poll(() => currentOf(page))
    .toBe(`${api.bucketUrl}/posts/web-development/web-development-1/thumbnail.png`)
  expect([await image.getAttribute('alt'), await image.getAttribute('data-tint')]).toEqual(['', null])
  expect(await page.locator('picture, source').count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

const RECORD = { widths: [1200, 400], formats: ['webp'], placeholder: '#123456', alt: 'A lock on a gate.' }

test.for(['served', 'navigated to'] as const)(
  'a foreign backend that names some: those, with its words, %s',
  async (way) => {
    answerWith(RECORD)
    const { page, problems, close } = await openForeign(way)
    const folder = `${api.bucketUrl}/posts/web-development/web-development-1`
    await expect.poll(() => currentOf(page)).toBe(`${folder}/thumbnail-400.webp`)
    const image = page.getByRole('article').getByRole('img', { name: 'A lock on a gate.' })
    expect([await image.count(), await image.getAttribute('src')]).toEqual([1, `${folder}/thumbnail.png`])
    expect(
      await page.locator('article source').evaluateAll((all: HTMLSourceElement[]) => all.map(({ type }) => type)),
    ).toEqual(['image/webp'])
    expect(problems).toEqual([])
    await close()
  },
)

test.for(['served', 'navigated to'] as const)(
  'a picture that is on record and not there gives way to thumbnail.png, %s',
  async (way) => {
    answerWith({ ...RECORD, formats: ['avif', 'webp'] })
    const { page, close } = await openForeign(way, ['png'])
    await expect
      .poll(() => currentOf(page))
      .toBe(`${api.bucketUrl}/posts/web-development/web-development-1/thumbnail.png`)
    const image = page.getByRole('article').locator('img')
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    await close()
  },
)

test.for(['https://example.org/a.png', { widths: [0], formats: ['avif'] }])(
  'a record that cannot be used (%j) is none',
  async (record) => {
    answerWith(record)
    const { page, problems, close } = await openForeign('served')
    await expect
      .poll(() => currentOf(page))
      .toBe(`${api.bucketUrl}/posts/web-development/web-development-1/thumbnail.png`)
    expect(await page.locator('source').count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  },
)

function answerWith(thumbnail: unknown): void {
  const [content, thumbnail_path] = [
    api.contents['web-development-1'],
    'posts/web-development/web-development-1/thumbnail.png',
  ]
  api.behaviour.content = { body: JSON.stringify({ content, thumbnail_path, thumbnail }) }
}

// Its bucket holds a picture in these formats, and no other.
async function openForeign(way: 'served' | 'navigated to', formats: readonly ('png' | 'webp')[] = ['png', 'webp']) {
  const session = await openSession({ width: 390 })
  const { page } = session
  await page.route(`${api.bucketUrl}/**`, async (route) => {
    const format = formats.find((ending) => route.request().url().endsWith(`.${ending}`))
    const picture = sharp({ create: { width: 400, height: 225, channels: 3, background: '#123456' } })
    if (format === undefined) await route.fulfill({ status: 404, body: '' })
    else await route.fulfill({ body: await picture.toFormat(format).toBuffer(), contentType: `image/${format}` })
  })
  await page.goto(foreign.url + (way === 'served' ? FOREIGN : '/category/web-development'))
  await settled(page)
  if (way === 'navigated to') await page.getByRole('main').locator(`a[href="${FOREIGN}"]`).click()
  await page.getByRole('article').locator('h1').waitFor()
  return session
}

function currentOf(page: Page): Promise<string> {
  return page
    .getByRole('article')
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.currentSrc)
}

// Every picture of a page once it has been in view: how wide it is shown, and which file it is.
async function shownPictures(page: Page): Promise<{ box: number; folder: string; file: string }[]> {
  return await page.evaluate(async () => {
    const pictures = []
    for (const image of document.querySelectorAll<HTMLImageElement>('main img.cover')) {
      if (!image.checkVisibility()) continue
      image.scrollIntoView({ block: 'center' })
      await image.decode()
      const parts = image.currentSrc.split('/')
      const [file = '', folder] = [parts.pop(), parts.join('/')]
      // A band, or a square, is cut from a picture of 16 : 9.
      const { width, height } = image.getBoundingClientRect()
      pictures.push({ box: Math.max(width, (height * 16) / 9), folder, file })
    }
    return pictures
  })
}

function sizeOf(file: string): number {
  return Number(/-(\d+)\.\w+$/.exec(file)?.[1] ?? Number.NaN)
}
