import { expect, test } from 'vitest'
import { hydrated, openSession, type Session } from './browser.ts'
import { firstEdition } from './site.ts'

// Until the application is there a link loads a page whole; the browser fetches that page while it is pointed at.

async function prefetchedBy({ context, page }: Session): Promise<string[]> {
  const fetched: string[] = []
  const browser = await context.newCDPSession(page)
  await browser.send('Preload.enable')
  browser.on('Preload.prefetchStatusUpdated', ({ key, status }) => {
    if (status === 'Ready') fetched.push(new URL(key.url).pathname)
  })
  return fetched
}

test('a link that is pointed at before the application is there has its page fetched by the browser', async () => {
  const site = await firstEdition()
  const session = await openSession()
  const { page, close } = session
  // Still on its way.
  await page.route('**/entry-browser-*.js', () => {})
  const fetched = await prefetchedBy(session)
  await page.goto(site.url)
  const link = page.locator('main article a').first()
  await link.hover()
  await expect.poll(() => fetched).toEqual([await link.getAttribute('href')])
  await close()
})

test('the application fetches what it needs by itself, and no page whole', async () => {
  const site = await firstEdition()
  const session = await openSession()
  const { page, problems, close } = session
  const fetched = await prefetchedBy(session)
  await page.goto(site.url)
  await hydrated(page)
  const links = page.locator('main article a')
  for (const number of [0, 1, 2]) {
    await links.nth(number).hover()
    // Longer than a browser waits to see whether a pointer stays.
    await page.waitForTimeout(500)
  }
  expect(fetched).toEqual([])
  expect(problems).toEqual([])
  await close()
})
