import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hydrated, openSession, WIDTHS } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { startSite, type Site } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite({ BUCKET: `file:${inject('firstEdition')}` })
})
afterAll(() => site.close())

describe.for(WIDTHS)('at %i px', (width) => {
  test('the search opens by its button, finds as one types, marks the words and opens the chosen article', async () => {
    const { page, problems, close } = await openSession({ width })
    await page.goto(site.url)
    await hydrated(page)
    await page.getByRole('link', { name: 'Search' }).click()
    const field = page.getByRole('combobox', { name: 'Search articles' })
    await page.getByRole('option').nth(4).waitFor()
    expect(await page.getByRole('option').count()).toBe(5)
    await field.fill('merkle')
    const chosen = page.locator('[role=option][aria-selected=true]')
    await chosen.filter({ hasText: 'Twenty hashes prove one record among a million' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'found' }).waitFor()
    expect(await page.getByRole('status').filter({ hasText: 'found' }).innerText()).toMatch(/^\d+ articles? found$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/post/blockchain/merkle-trees-from-first-principles')
    await page.getByRole('heading', { level: 1, name: 'Twenty hashes' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })
})

test('it opens by / and by Ctrl+K, arrows wrap, Escape closes and gives the focus back', async () => {
  const { page, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: 'Search articles' })
  await dialog.waitFor()
  await page.getByRole('option').nth(4).waitFor()
  const chosen = () => page.locator('[role=option][aria-selected=true]').getAttribute('id')
  expect(await page.getByRole('combobox').inputValue()).toBe('')
  expect(await chosen()).toBe('search-result-0')
  await page.keyboard.press('ArrowUp')
  expect(await chosen()).toBe('search-result-4')
  await page.keyboard.press('ArrowDown')
  expect(await chosen()).toBe('search-result-0')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const button = page.getByRole('link', { name: 'Search' })
  await button.focus()
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  await close()
})

test('behind it nothing can be reached, and a press beside it closes it without pressing what lies there', async () => {
  const { page, close } = await openSession({ width: 1280 })
  await page.goto(site.url)
  await hydrated(page)
  const dialog = page.getByRole('dialog', { name: 'Search articles' })
  const inDialog = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await page.getByRole('link', { name: 'Search' }).click()
  await dialog.waitFor()
  expect(await inDialog()).toBe(true)
  await expect.poll(() => page.locator('#root').getAttribute('inert')).toBe('')
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    expect(await page.evaluate(() => document.activeElement?.closest('#root') === null)).toBe(true)
  }
  const place = await page.locator('.hero .cover').boundingBox()
  await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('#root').getAttribute('inert')).toBe(null)
  expect(new URL(page.url()).pathname).toBe('/')
  await close()
})

test('closed and opened at once, it is open, has the focus, and closes again', async () => {
  const { page, close } = await openSession({ width: 1280 })
  await page.goto(site.url)
  await hydrated(page)
  const dialog = page.getByRole('dialog', { name: 'Search articles' })
  for (const key of ['/', 'Escape', '/', 'Escape', '/']) await page.keyboard.press(key)
  await dialog.waitFor()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  expect(await page.locator('#root').getAttribute('inert')).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('#root').getAttribute('inert')).toBe(null)
  await close()
})

test('a result that leads to the page one is on gives the focus back, another page gives it to its heading', async () => {
  const { page, close } = await openSession()
  await page.goto(`${site.url}/post/blockchain/merkle-trees-from-first-principles`)
  await hydrated(page)
  const dialog = page.getByRole('dialog', { name: 'Search articles' })
  const openFirst = async (words: string, title: string) => {
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('combobox').fill(words)
    await page.locator('[role=option][aria-selected=true]').filter({ hasText: title }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
  await openFirst('merkle', 'Twenty hashes prove one record among a million')
  await expect.poll(focused).toBe('Search')
  await openFirst('raft', 'Raft')
  await expect.poll(focused).toBe('H1')
  await close()
})

test.for([
  '/',
  '/category/blockchain',
  '/post/blockchain/merkle-trees-from-first-principles',
  '/about',
  '/corrections',
  '/search?q=merkle',
  '/nowhere',
])('/ opens the search on %s, whatever has the focus but a field', async (path) => {
  const { page, close } = await openSession()
  await page.goto(site.url + path)
  await hydrated(page)
  const dialog = page.getByRole('dialog', { name: 'Search articles' })
  await page.keyboard.press('/')
  await dialog.waitFor()
  await page.keyboard.press('/')
  expect(await page.getByRole('combobox').inputValue()).toBe('/')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'About' }).first().focus()
  await page.keyboard.press('/')
  await dialog.waitFor()
  await close()
})

test('/ that is pressed before the application is there opens the search once it is', async () => {
  const { page, close } = await openSession()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/entry-browser-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(site.url)
  await page.waitForLoadState('load')
  await page.keyboard.press('/')
  release()
  await page.getByRole('dialog', { name: 'Search articles' }).waitFor()
  await close()
})

test('/ is a character like any other in a field', async () => {
  const { page, close } = await openSession()
  await page.goto(`${site.url}/search`)
  await hydrated(page)
  await page.getByRole('searchbox').press('/')
  expect(await page.getByRole('searchbox').inputValue()).toBe('/')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await close()
})

test('what nothing matches as typed is said, with what it may have meant and the way to what was typed', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('idempotancy')
  await page.getByText('Did you mean idempotency? Nothing matches “idempotancy” as typed.').waitFor()
  await page.getByRole('option', { name: 'idempotency key' }).first().waitFor()
  await page.getByRole('option', { name: 'Only “idempotancy”' }).click()
  await page.waitForURL(`**/search?${new URLSearchParams({ q: '"idempotancy"' })}`)
  await page.getByRole('heading', { name: 'No articles match' }).waitFor()
  expect(problems).toEqual([])
  await close()
})

test('words are marked where they begin, misspelt ones where they were meant, and what nothing matches is said', async () => {
  const { page, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('tls')
  await page.locator('.result mark', { hasText: 'TLS' }).first().waitFor()
  await page.getByRole('combobox').fill('cahce')
  await page
    .locator('.result mark', { hasText: /^cache$/ })
    .first()
    .waitFor()
  await page.getByRole('combobox').fill('zeppelin')
  await page.getByText('No articles match “zeppelin”.').waitFor()
  await close()
})

test('a word that only the text has is shown in a piece of it', async () => {
  const { page, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('smearing')
  const piece = page.getByRole('option', { name: 'leap second' }).locator('p')
  await piece
    .locator('mark', { hasText: /^smear\w*$/i })
    .first()
    .waitFor()
  expect((await piece.innerText()).length).toBeLessThan(200)
  await close()
})

test('a category is found by its name, before the articles', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('cybers')
  await page.locator('[role=option][aria-selected=true]', { hasText: 'Cybersecurity' }).waitFor()
  await page.locator('[role=option][aria-selected=true]', { hasText: 'All articles' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/category/cybersecurity')
  expect(problems).toEqual([])
  await close()
})

test('results stand in groups, a tag with what of it was asked for and how many articles it has', async () => {
  const { page, problems, close } = await openSession()
  await page.goto(site.url)
  await hydrated(page)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('option').nth(4).waitFor()
  expect(await page.locator('.result-head').allInnerTexts()).toEqual(['Newest articles'])
  await page.getByRole('combobox').fill('leap')
  const tag = page.getByRole('group', { name: 'Tags' }).getByRole('option').first()
  await tag.waitFor()
  expect(await tag.innerText()).toMatch(/^leap seconds\s+\d+ articles?$/)
  expect(await tag.locator('mark').innerText()).toBe('leap')
  expect(await page.locator('.result-head').allInnerTexts()).toEqual(['Articles', 'Tags'])
  // Options are one list for the keys, whatever their groups.
  const ids = await page.getByRole('option').evaluateAll((all) => all.map(({ id }) => id))
  expect(ids).toEqual(ids.map((_, index) => `search-result-${index}`))
  await page.getByRole('combobox').press('ArrowUp')
  await page.getByRole('combobox').press('ArrowUp')
  expect(await tag.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=leap+seconds')
  expect(problems).toEqual([])
  await close()
})

test('a foreign backend without a search is searched among its posts', async () => {
  const api: FakeBackend = await startFakeBackend()
  const foreign = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
  const { page, problems, close } = await openSession()
  await page.goto(foreign.url)
  await hydrated(page)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('technology number')
  await page.getByRole('option', { name: 'The technology article with the number 1' }).waitFor()
  // And the way to all results.
  expect(await page.getByRole('option').count()).toBe(2)
  expect(api.callsTo('/search-posts')).toEqual([])
  expect(problems).toEqual([])
  await close()
  await foreign.close()
  await api.close()
})

test('a press of the button before the application is there is not lost', async () => {
  const { page, close } = await openSession()
  await page.route('**/entry-browser-*.js', async (route) => {
    await page.getByRole('link', { name: 'Search' }).click()
    await route.continue()
  })
  await page.goto(site.url)
  await page.getByRole('dialog', { name: 'Search articles' }).waitFor()
  await close()
})

test('without JavaScript there is no search button', async () => {
  const { page, close } = await openSession({ javaScript: false })
  await page.goto(site.url)
  expect(await page.getByRole('link', { name: 'Search' }).isVisible()).toBe(false)
  await close()
})
