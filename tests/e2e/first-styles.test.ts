import { expect, test } from 'vitest'
import { drawn, hydrated, openSession, WIDTHS } from './browser.ts'
import { firstEdition } from './site.ts'

// A page comes with the styles of what it shows; the whole sheet takes their place. A reader sees no difference when it does.

test.for(
  WIDTHS.flatMap((width) =>
    [
      '/',
      '/category/cybersecurity',
      '/about',
      '/corrections',
      '/search?q=retry',
      '/no/such/page',
      '/post/technology/how-a-file-survives-a-crash',
      '/post/artificial-intelligence/constrained-decoding',
      '/post/blockchain/eip-1559-as-a-control-loop',
    ].map((path) => ({ width, path })),
  ),
)('at $width px $path looks the same with its own styles as with all', async ({ width, path }) => {
  const site = await firstEdition()
  const { page, close } = await openSession({ width })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('**/assets/boot-*.js', (route) => route.abort())
  await page.goto(site.url + path)
  const sheet = await page.locator('[data-styles]').getAttribute('data-styles')
  // All of it is painted, also what is out of sight.
  await page.evaluate(async () => {
    for (const element of document.querySelectorAll<HTMLElement>('.prose > *, .end-block, .related, .card'))
      element.style.contentVisibility = 'visible'
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all([document.fonts.ready, ...[...document.images].map((picture) => picture.decode())])
  })
  // The first picture of a page has Chromium's shell lay out its code anew.
  await page.screenshot({ fullPage: true })
  const own = await page.screenshot({ fullPage: true })
  await page.evaluate(
    (href) =>
      new Promise((loaded) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
        link.addEventListener('load', () => {
          document.querySelector('style[data-first]')?.remove()
          loaded(null)
        })
        document.head.append(link)
      }),
    sheet ?? '',
  )
  await drawn(page)
  expect((await page.screenshot({ fullPage: true })).equals(own)).toBe(true)
  await close()
})

test('a page that is alive has each of its rules once, and keeps what stands in for its fonts', async () => {
  const site = await firstEdition()
  const { page, close } = await openSession({ width: 390 })
  await page.goto(site.url)
  await hydrated(page)
  const sheets = await page.evaluate(() =>
    Array.from(document.styleSheets, ({ media, cssRules }) => ({
      media: media.mediaText,
      hasFacesAlone: [...cssRules].every((rule) => rule instanceof CSSFontFaceRule),
    })),
  )
  expect(sheets).toEqual([
    { media: '', hasFacesAlone: true },
    { media: 'all', hasFacesAlone: false },
  ])
  await close()
})

test('where the whole sheet cannot be had, a page keeps the styles that it came with', async () => {
  const site = await firstEdition()
  const { page, close } = await openSession({ width: 390 })
  await page.route('**/assets/site-*.css', (route) => route.abort())
  await page.goto(site.url)
  await hydrated(page)
  expect(await page.locator('style[data-first]').count()).toBe(1)
  await close()
})
