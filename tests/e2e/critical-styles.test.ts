import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sessionFor, WIDTHS } from './browser.ts'
import { firstEdition } from './site.ts'

// The build inlines the rules that a first view needs (scripts/critical-styles.ts). If one of them were missing, the
// first view would be wrong until the whole style sheet has loaded.

const PAGES = ['/', '/category/cybersecurity', '/post/web-development/a-content-policy-without-exceptions']
// Antialiasing changes a few pixels between two screenshots of the same view.
const MAX_DIFFERENT_PIXELS = 60
const TRANSPARENT_PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test.for(PAGES)('the first view of %s looks the same without the whole style sheet', async (path) => {
  const site = await firstEdition()
  const whole = await firstViews(site.url + path, { blockSheet: false })
  const critical = await firstViews(site.url + path, { blockSheet: true })
  for (const [index, width] of WIDTHS.entries()) {
    const difference = await differentPixels(whole[index], critical[index])
    expect(difference, `${width} px`).toBeLessThanOrEqual(MAX_DIFFERENT_PIXELS)
  }
})

async function firstViews(url: string, { blockSheet }: { blockSheet: boolean }): Promise<Buffer[]> {
  const { page } = await sessionFor({ javaScript: false })
  if (blockSheet) await page.route('**/*.css', (route) => route.abort())
  // Block fonts, because they load with the whole style sheet. Replace images with a transparent pixel, because they
  // can arrive at any time.
  await page.route(/\.woff2$/, (route) => route.abort())
  await page.route(/\.(?:webp|png)$/, (route) => route.fulfill({ contentType: 'image/gif', body: TRANSPARENT_PIXEL }))
  const pictures: Buffer[] = []
  await page.goto(url, { waitUntil: 'load' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    pictures.push(await page.screenshot({ animations: 'disabled' }))
  }
  return pictures
}

async function differentPixels(first?: Buffer, second?: Buffer): Promise<number> {
  if (!first || !second) return Infinity
  const { data, info } = await sharp(first)
    .composite([{ input: second, blend: 'difference' }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  let count = 0
  for (let i = 0; i < data.length; i += info.channels)
    if ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0) > 30) count += 1
  return count
}
