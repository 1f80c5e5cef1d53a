import { beforeAll, expect, test } from 'vitest'
import { hydrated, openSession } from './browser.ts'
import { firstEdition, type Site } from './site.ts'

// A tab that is left open over a deploy: the files that its pages would load later are gone from the server.

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

test('a page whose files are gone is loaded whole, once, with no error on the way', async () => {
  const { page, problems, close } = await openSession()
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  // As after a deploy between the page and what it loads later.
  await page.route('**/assets/{later,client,sanitize-browser}-*.js', (route) =>
    loads.length === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  const path = '/category/cybersecurity'
  await page.goto(site.url + path)
  await expect.poll(() => loads).toEqual([path, path])
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  await page.getByTestId('post-card').first().getByRole('link').click()
  await page.locator('.prose p').first().waitFor()
  expect(loads).toEqual([path, path])
  expect(await page.getByText(/failed to load|not found/i).count()).toBe(0)
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await close()
})

test('the search and About need no file any more once a page is quiet', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  expect(await page.locator('body[data-same]').count()).toBe(1)
  expect(problems).toEqual([])
  await close()
})

test('the application itself, and files that never come: the page is loaded again once, and can be read', async () => {
  const { page, close } = await openSession()
  let loads = 0
  // Not requests: a page may have been fetched for its link.
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.route('**/assets/*.js', (route) =>
    /\/boot-/.test(route.request().url()) ? route.continue() : route.fulfill({ status: 404 }),
  )
  await page.goto(`${site.url}/category/cybersecurity`)
  await expect.poll(() => loads).toBe(2)
  await page.waitForLoadState('networkidle')
  await page.getByTestId('post-card').first().getByRole('link').click()
  await page.waitForURL('**/post/**')
  await page.locator('.prose p').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(loads).toBe(3)
  await close()
})

test('while the server cannot be reached, nothing that can be read is given up for it', async () => {
  const { page, context, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await context.setOffline(true)
  const said = page.waitForEvent('console', (message) => message.type() === 'error')
  await page.getByRole('link', { name: 'Search' }).click()
  await said
  expect(await page.locator('body[data-same]').count()).toBe(1)
  expect(await page.getByTestId('hero').isVisible()).toBe(true)
  await close()
})
