import { expect, test } from 'vitest'
import { fontsShown, hydrated, openSession, WIDTHS } from './browser.ts'
import { laidOut } from './settled.ts'
import { firstEdition } from './site.ts'

// The scroll bar does not jump: what is not laid out yet has about the size that it will have.

test.for(
  WIDTHS.flatMap((width) =>
    [
      '/',
      '/category/artificial-intelligence',
      '/post/artificial-intelligence/what-a-context-window-costs',
      '/search?q=retry',
    ].map((path) => ({ width, path })),
  ),
)('at $width px the height of $path stays the same to its end, within 2%', async ({ width, path }) => {
  const site = await firstEdition()
  const { page, close } = await openSession({ width })
  await page.goto(site.url + path)
  await hydrated(page)
  await fontsShown(page)
  await laidOut(page)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  for (let at = 0; at < (await height()); at += 700) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), at)
    await page.waitForTimeout(50)
  }
  expect(Math.abs((await height()) - before) / before).toBeLessThan(0.02)
  await close()
})
