import { beforeAll, expect, test } from 'vitest'
import { hydrated, openSession } from './browser.ts'
import { firstEdition, type Site } from './site.ts'

const ARTICLE = '/post/artificial-intelligence/what-a-context-window-costs'

let site: Site

beforeAll(async () => {
  site = await firstEdition()
})

test('a code block is copied whole, and its button says so for two seconds', async () => {
  const { page, context, problems, close } = await openSession()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto(site.url + ARTICLE)
  await page.clock.runFor(5_000)
  await hydrated(page)
  const block = page.locator('.code').first()
  const button = block.getByRole('button')
  await button.click()
  await button.filter({ hasText: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await block.locator('pre').textContent())
  expect(await button.locator('span').getAttribute('aria-live')).toBe('polite')
  await page.clock.runFor(2_000)
  expect(await button.innerText()).toBe('Copy')
  expect(problems).toEqual([])
  await close()
})

test('where the clipboard is refused, the code is selected and the button says what to press', async () => {
  const { page, close } = await openSession()
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.goto(site.url + ARTICLE)
  await hydrated(page)
  const block = page.locator('.code').first()
  await block.getByRole('button').click()
  await block.getByRole('button').filter({ hasText: 'Press Ctrl+C' }).waitFor()
  const code = (await block.locator('pre').textContent()) ?? ''
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(code.trim())
  await close()
})
