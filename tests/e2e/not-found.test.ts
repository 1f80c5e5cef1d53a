import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// Any path that no row of the route table names is the 404 page (specification 2).

let api: FakeBackend
let site: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
})
afterAll(async () => {
  await site.close()
  await api.close()
})

const UNKNOWN = [
  '/nowhere',
  '/about/us',
  '/post',
  '/post/blockchain',
  '/post/blockchain/blockchain-1/more',
  '/post//blockchain-1',
  '/category',
  '/category/',
  '/category/a/b',
  '/category/%20',
  '/%E0%A4%A',
  '/post/a/%FF',
]

test('an unknown path is the 404 page with status 404, inside the layout', async () => {
  const { page, problems, close } = await openSession()
  for (const path of UNKNOWN) {
    api.calls.length = 0
    const response = await page.goto(site.url + path)
    expect(response?.status(), path).toBe(404)
    expect(await page.title(), path).toContain('Page Not Found')
    for (const part of ['banner', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(part).count(), path).toBe(1)
    await settled(page)
    expect(await page.getByRole('heading', { level: 1 }).allTextContents(), path).toEqual(['Page Not Found'])
    expect(api.calls.filter((call) => !call.startsWith('/list-categories?'))).toEqual([])
  }
  expect(problems.filter((problem) => !isNotFound(problem))).toEqual([])
  await close()
})

test('the 404 page says what happened and leads home', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(`${site.url}/nowhere`)
  await settled(page)
  const main = page.getByRole('main')
  expect(await main.getByRole('heading', { level: 1, name: 'Page Not Found', exact: true }).isVisible()).toBe(true)
  expect(await main.getByText(/doesn't exist or has been moved/).isVisible()).toBe(true)
  const link = main.getByRole('link', { name: 'Return to Homepage', exact: true })
  expect(await link.getAttribute('href')).toBe('/')
  await link.click()
  await page.getByTestId('hero').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(problems.filter((problem) => !isNotFound(problem))).toEqual([])
  await close()
})

test('a link to nowhere opens the 404 page in the browser too', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(`${site.url}/about`)
  await settled(page)
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere')
  })
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
  expect(problems).toEqual([])
  await close()
})

// Chromium's own note on the status of the page.
function isNotFound(problem: string): boolean {
  return problem.startsWith('Failed to load resource') && problem.includes('404')
}
