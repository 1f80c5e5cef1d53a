import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { hydrated, openSession } from './browser.ts'
import { firstEdition, type Site } from './site.ts'

// What a first view of a page may cost: by size, by count and by order, never by time. Over the first edition, as it is
// served.

const HOME = '/'
const ARTICLE = '/post/web-development/a-content-policy-without-exceptions'
const PAGES = [HOME, ARTICLE, '/category/cybersecurity', '/about']
const KB = 1_000

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

const timeline = z.object({
  shifts: z.number(),
  painted: z.number(),
  application: z.number(),
})

// The browser's own record: how far things moved, when the largest of what does not load later was painted, when the
// application was asked for.
const TIMELINE = `new Promise((resolve) => {
  const seen = { shifts: 0, painted: 0 }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.shifts += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.element?.loading !== 'lazy') seen.painted = entry.startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  const application = () => performance.getEntriesByType('resource').find(({ name }) => /entry-browser-/.test(name))
  setTimeout(() => resolve({ ...seen, application: application()?.startTime ?? 0 }), 100)
})`

test.for([HOME, ARTICLE])('the page %s, with the styles in it, is at most 20 KB in brotli', async (path) => {
  const { text, bytes } = await sizeOf(path)
  expect(text).toMatch(/<style data-first>.{9000,}<\/style>/s)
  expect(bytes).toBeLessThanOrEqual(20 * KB)
})

test.for(PAGES)(
  'until a page is alive, a first view of %s on a phone asks for at most 8 things and 13 pictures, 55 KB of it fonts, and nothing moves',
  async (path) => {
    const { page, problems, close } = await openSession({ width: 390 })
    const asked: string[] = []
    page.on('request', (request) => {
      // What the application itself asks for is for the click that may follow.
      if (!asked.some((name) => /entry-browser-/.test(name))) asked.push(new URL(request.url()).pathname)
    })
    await page.goto(site.url + path)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    const pictures = asked.filter((name) => /\/(?:thumbnail|samples\/)/.test(name))
    expect(asked.length - pictures.length, asked.join(' ')).toBeLessThanOrEqual(8)
    // Rows with small pictures stand close together: their bytes are what is bounded.
    expect(pictures.length, asked.join(' ')).toBeLessThanOrEqual(13)
    expect(asked.length).toBeGreaterThan(4)
    const fonts = await Promise.all(asked.filter((name) => name.endsWith('.woff2')).map(sizeOf))
    const loaded = fonts.slice(0, 2).reduce((sum, { bytes }) => sum + bytes, 0)
    expect(loaded).toBeGreaterThan(0)
    expect(loaded).toBeLessThanOrEqual(55 * KB)
    // A word in a line may move by three pixels, which counts.
    expect(timeline.parse(await page.evaluate(TIMELINE)).shifts).toBeLessThan(0.0001)
    expect(problems).toEqual([])
    await close()
  },
)

test.for([HOME, ARTICLE])('the first picture of %s is at most 45 KB on a phone', async (path) => {
  const { page, close } = await openSession({ width: 390 })
  await page.goto(site.url + path)
  const source = await page
    .locator('main img')
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return image.currentSrc
    })
  const { bytes } = await sizeOf(new URL(source).pathname)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(45 * KB)
  await close()
})

test.for(PAGES)(
  'nothing of the application is asked for before the largest thing of %s is painted on a phone',
  async (path) => {
    const { page, close } = await openSession({ width: 390 })
    await page.goto(site.url + path)
    await hydrated(page)
    const { painted, application } = timeline.parse(await page.evaluate(TIMELINE))
    expect(painted).toBeGreaterThan(0)
    expect(application).toBeGreaterThan(painted)
    await close()
  },
)

// The bytes of an answer's body as a browser gets it, and its text.
async function sizeOf(path: string): Promise<{ bytes: number; text: string }> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    const asked = request(site.url + path, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve(Buffer.concat(parts)))
    })
    asked.on('error', reject).end()
  })
  return { bytes: body.byteLength, text: /^\/(?:$|post)/.test(path) ? brotliDecompressSync(body).toString() : '' }
}
