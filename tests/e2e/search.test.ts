import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, openPage } from './browser.ts'
import { firstEdition, startForeignSite } from './site.ts'

// Tests the search overlay, and the search page in the browser.

const site = await firstEdition()
const { api, site: foreign } = await startForeignSite()

const MERKLE = '/post/blockchain/merkle-trees-from-first-principles'

test('the overlay searches while the reader types, and Enter opens the selected article', async () => {
  const { page, problems } = await openPage(site.url, { width: 390 })
  await openOverlay(page)
  await page.getByRole('option').nth(4).waitFor()
  expect(await page.getByRole('option').count()).toBe(5)
  await field(page).fill('merkle')
  await selected(page).filter({ hasText: 'Twenty Merkle tree hashes prove one record among a million' }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ articles? found$/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${MERKLE}`)
  await page.getByRole('heading', { level: 1, name: 'Twenty Merkle tree hashes' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(problems).toEqual([])
})

test('shortcuts open the overlay, arrow keys wrap, and Escape or a click outside closes it', async () => {
  const { page } = await openPage(site.url)
  await page.keyboard.press('/')
  await dialog(page).waitFor()
  await page.getByRole('option').nth(4).waitFor()
  expect(await field(page).inputValue()).toBe('')
  await expectSelected(page, 0)
  await page.keyboard.press('ArrowUp')
  await expectSelected(page, 4)
  await page.keyboard.press('ArrowDown')
  await expectSelected(page, 0)
  // Tab does not reach the page behind the overlay.
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    expect(await page.evaluate(() => document.activeElement?.closest('#root') === null)).toBe(true)
  }
  const picture = await boxOf(page.getByTestId('hero').locator('img'))
  await page.mouse.click(picture.left + 5, picture.top + 5)
  await dialog(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/')
  const button = page.getByRole('link', { name: 'Search' })
  await button.focus()
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  for (const key of ['/', 'Escape', '/', 'Escape', '/']) await page.keyboard.press(key)
  await dialog(page).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
})

test('a result for the current page returns the focus, and one for another page focuses its heading', async () => {
  const { page } = await openPage(site.url + MERKLE)
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
  for (const [words, title, focus] of [
    ['merkle', 'Twenty Merkle tree hashes', 'Search'],
    ['raft', 'Raft', 'H1'],
  ] as const) {
    await openOverlay(page)
    await field(page).fill(words)
    await selected(page).filter({ hasText: title }).waitFor()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe(focus)
  }
})

test('groups results, marks matching words, and suggests a correction for a misspelt word', async () => {
  const { page, problems } = await openPage(site.url)
  await openOverlay(page)
  const mark = (words: RegExp) => page.getByRole('option').locator('mark', { hasText: words }).first()
  await page.getByRole('group', { name: 'Newest articles' }).waitFor()
  await field(page).fill('tls')
  await mark(/TLS/).waitFor()
  await field(page).fill('cahce')
  await mark(/^cache/i).waitFor()
  await field(page).fill('zeppelin')
  await page.getByText('No articles match “zeppelin”.').waitFor()
  await field(page).fill('cybers')
  await selected(page).filter({ hasText: 'Cybersecurity' }).waitFor()
  await field(page).fill('idempotemcy')
  await page.getByText('Did you mean idempotency?').waitFor()
  await page.getByRole('option', { name: 'idempotency key' }).first().waitFor()
  await page.getByRole('option', { name: 'Only “idempotemcy”' }).click()
  await page.getByRole('heading', { name: 'No articles match' }).waitFor()
  await openOverlay(page)
  await field(page).fill('leap')
  const tag = page.getByRole('group', { name: 'Tags' }).getByRole('option').first()
  expect(await tag.innerText()).toMatch(/^leap seconds\s+\d+ articles?$/)
  await tag.click()
  await page.waitForURL('**/search?q=leap+seconds')
  expect(problems).toEqual([])
})

test('the overlay ends with a link to the search page, where the reader can change the search words', async () => {
  const { page, problems } = await openPage(site.url)
  await openOverlay(page)
  await field(page).fill('merkle')
  await page.getByRole('option', { name: /^All (?:\d+ )?results for “merkle”$/ }).click()
  await page.waitForURL('**/search?q=merkle')
  await page.getByRole('heading', { level: 1, name: 'Search: merkle' }).waitFor()
  // In a field, / is an ordinary character.
  await page.getByRole('searchbox').press('/')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('searchbox').fill('raft')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=raft')
  await page.getByRole('main').getByRole('heading', { level: 2, name: /raft/i }).first().waitFor()
  await page.goBack()
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('merkle')
  expect(problems).toEqual([])
})

test('the overlay searches the posts of a remote backend that has no search call', async () => {
  const { page, problems } = await openPage(foreign.url)
  await openOverlay(page)
  await field(page).fill('technology number')
  await page.getByRole('option', { name: 'The technology article with the number 1' }).waitFor()
  expect(api.callsTo('/search-posts')).toEqual([])
  expect(problems).toEqual([])
})

async function openOverlay(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await dialog(page).waitFor()
}

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Search articles' })
}

function field(page: Page) {
  return page.getByRole('combobox', { name: 'Search articles' })
}

function selected(page: Page) {
  return page.getByRole('option', { selected: true })
}

async function expectSelected(page: Page, index: number): Promise<void> {
  const states = () => page.getByRole('option').evaluateAll((all) => all.map((option) => option.ariaSelected))
  await expect.poll(async () => (await states()).indexOf('true')).toBe(index)
}
