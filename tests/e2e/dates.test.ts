import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// Dates are shown in UTC, wherever the reader is; an unreadable one shows nothing (decision 2).

let api: FakeBackend
let site: Site

const LATE = '2026-11-30T23:30:00Z'
const EARLY = '2026-11-01T00:15:00Z'

beforeAll(async () => {
  api = await startFakeBackend(
    Object.entries({ late: LATE, early: EARLY, day: '2026-10-09', unreadable: 'yesterday, perhaps', blank: '' }).map(
      ([id, date]) => ({
        PostId: id,
        Category: 'clocks',
        PostTitle: `Title of ${id}`,
        Prefix: `posts/clocks/${id}/`,
        DateISO: date,
        excerpt: `Excerpt of ${id}.`,
      }),
    ),
  )
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
afterAll(async () => {
  await site.close()
  await api.close()
})

// Fourteen hours ahead of UTC, eleven behind it.
const FAR = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
const WAYS = ['as the server sends it', 'as the browser renders it'] as const
const visits = FAR.map((zone, index) => ({ zone, way: WAYS[index] ?? WAYS[0] }))

test.for(visits)('the home page shows the days of UTC to a reader in $zone, $way', async ({ zone, way }) => {
  const { page, problems, close } = await openFrom(zone, '/', way)
  await page.getByTestId('hero').waitFor()
  expect(await page.getByTestId('hero').locator('time').allTextContents()).toEqual(['November 30, 2026'])
  await expect.poll(() => page.getByTestId('trending').locator('time').allTextContents()).toEqual(['Nov 1', 'Oct 9'])
  expect(problems).toEqual([])
  await close()
})

test.for(visits)('an article shows the day of UTC to a reader in $zone, $way', async ({ zone, way }) => {
  const { page, problems, close } = await openFrom(zone, '/post/clocks/early', way)
  await expect.poll(() => page.getByRole('article').locator('time').allTextContents()).toEqual(['November 1, 2026'])
  expect(problems).toEqual([])
  await close()
})

test.for(WAYS)('an unreadable date shows nothing on the home page, %s', async (way) => {
  const { page, problems, close } = await openFrom('Pacific/Kiritimati', '/', way)
  const trending = page.getByTestId('trending').getByRole('listitem')
  await trending.first().waitFor()
  expect(await trending.locator('h3').allTextContents()).toEqual([
    'Title of early',
    'Title of day',
    'Title of unreadable',
    'Title of blank',
  ])
  for (const row of [trending.nth(2), trending.nth(3)]) expect(await row.locator('time').count()).toBe(0)
  expect(await page.getByRole('main').innerText()).not.toMatch(/invalid|yesterday|NaN|1970/i)
  expect(problems).toEqual([])
  await close()
})

test.for(['unreadable', 'blank'])('an article with a date that is %s shows none', async (id) => {
  const { page, problems, close } = await openFrom('Pacific/Kiritimati', `/post/clocks/${id}`, WAYS[0])
  expect(await page.getByRole('article').getByText('By A Foreign Desk').isVisible()).toBe(true)
  expect(await page.getByRole('article').locator('time').count()).toBe(0)
  expect(await page.getByRole('main').innerText()).not.toMatch(/invalid|yesterday|NaN|1970/i)
  expect(problems).toEqual([])
  await close()
})

async function openFrom(zone: string, path: string, way: (typeof WAYS)[number]) {
  const session = await openSession()
  const { page, context } = session
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: zone })
  if (way === 'as the server sends it') {
    await page.goto(site.url + path)
    await settled(page)
  } else {
    await page.goto(`${site.url}${path === '/' ? '/about' : '/category/clocks'}`)
    await settled(page)
    await page
      .locator(`a[href="${path}"]`)
      .filter({ hasText: /Home|Title/ })
      .click()
  }
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(zone)
  return session
}
