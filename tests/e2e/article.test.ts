import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrated, openPage, sessionFor } from './browser.ts'
import { firstEdition } from './site.ts'

// Tests what scripts add to an article: toolbar, copy buttons, current section and reading progress.

const TABLES = '/post/blockchain/blobs-priced-apart'
const CODE = '/post/artificial-intelligence/what-a-context-window-costs'

const edition = await firstEdition()

test("a code block's button copies the code, or selects it if the clipboard is blocked", async () => {
  const { page, context, problems } = await openPage(edition.url + CODE)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const code = await page.locator('.prose pre').first().textContent()
  const button = page.locator('.prose').getByRole('button').first()
  expect(await button.innerText()).toBe('Copy')
  await button.click()
  await button.filter({ hasText: 'Copied' }).waitFor()
  expect(await copied(page)).toBe(code)
  await button.filter({ hasText: /^Copy$/ }).waitFor()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await button.click()
  await page.getByRole('button', { name: 'Press Ctrl+C' }).waitFor()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(code?.trim())
  expect(problems).toEqual([])
})

test('the search overlay lists a saved article until the reader removes it', async () => {
  const { page, problems } = await openPage(edition.url + TABLES, { width: 390 })
  const save = tools(page).getByRole('button').first()
  await save.filter({ hasText: 'Save' }).click()
  await expect.poll(() => save.innerText()).toBe('Saved')
  expect(await save.getAttribute('aria-pressed')).toBe('true')
  await page.goto(edition.url + TABLES.replace('blockchain', 'BLOCKCHAIN'))
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('link', { name: 'Search' }).click()
  const saved = page.getByRole('group', { name: 'Saved' }).getByRole('option')
  await saved.filter({ hasText: title }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await save.click()
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('false')
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('option').first().waitFor()
  expect(await saved.count()).toBe(0)
  expect(problems).toEqual([])
})

test('Cite copies a citation, Share copies the URL, and without a voice there is no Listen button', async () => {
  const { page, context } = await openPage(`${edition.url}${TABLES}#a-meter-of-its-own`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await tools(page).getByRole('button', { name: 'Cite' }).waitFor()
  expect(await tools(page).getByRole('button').allInnerTexts()).toEqual(['Save', 'Share', 'Cite'])
  await tools(page).getByRole('button', { name: 'Cite' }).click()
  await tools(page).getByRole('button', { name: 'Citation copied' }).waitFor()
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const date = await page.locator('article header time').last().innerText()
  const address = await page.locator('link[rel=canonical]').getAttribute('href')
  expect(await copied(page)).toBe(`Stet Newsroom, “${title}”, Stet, ${date}. Written by AI. ${address}`)
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await tools(page).getByRole('button', { name: 'Share' }).click()
  await tools(page).getByRole('button', { name: 'Link copied' }).waitFor()
  expect(await copied(page)).toBe(address)
})

test('Listen reads an article aloud with a local voice until the reader stops it or leaves', async () => {
  const { page, problems } = await sessionFor({ newTab: true })
  await page.addInitScript(() => {
    const spoken: string[] = []
    const voices = [
      { lang: 'en-GB', localService: false, default: true, name: 'remote' },
      { lang: 'de-DE', localService: true, default: false, name: 'German' },
      { lang: 'en-GB', localService: true, default: false, name: 'local' },
    ]
    class Utterance extends EventTarget {
      voice: unknown = null
      text: string
      constructor(text: string) {
        super()
        this.text = text
      }
    }
    Object.assign(window, { spoken, SpeechSynthesisUtterance: Utterance })
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => voices,
        speak: ({ text, voice }: { text: string; voice: { name: string } }) => spoken.push(`${voice.name}: ${text}`),
        cancel: () => spoken.push('cancelled'),
      },
    })
  })
  await page.goto(edition.url + TABLES)
  await hydrated(page)
  await page.evaluate(() => {
    const list = document.querySelector('.prose')?.appendChild(document.createElement('ul'))
    list?.insertAdjacentHTML('beforeend', '<li>The outer item.<ul><li>The inner item.</li></ul></li>')
  })
  const spoken: () => Promise<string[]> = () => page.evaluate('spoken')
  await tools(page).getByRole('button', { name: 'Listen' }).click()
  await expect.poll(async () => (await spoken()).length).toBeGreaterThan(3)
  const texts = (await spoken()).join(' ')
  expect(texts).toContain('local: What changes')
  expect(texts).toContain('The outer item. local: The inner item.')
  expect(texts).not.toMatch(/console\.log|remote:|German:|undefined/)
  await tools(page).getByRole('button', { name: 'Stop' }).click()
  expect((await spoken()).at(-1)).toBe('cancelled')
  await tools(page).getByRole('button', { name: 'Listen' }).click()
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect.poll(async () => (await spoken()).filter((text) => text === 'cancelled').length).toBe(2)
  expect(problems).toEqual([])
})

test('"On this page" marks the current section, and a progress line shows how much has been read', async () => {
  const { page, problems } = await openPage(edition.url + CODE)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  for (const name of [
    'Four properties set the cost of a request',
    'Four numbers give the bytes of a token',
    'Sources',
  ]) {
    await contents.getByRole('link', { name }).click()
    await expect.poll(() => contents.locator('[aria-current]').allTextContents()).toEqual([name])
  }
  const grown = () => page.locator('.progress').evaluate((line) => new DOMMatrix(getComputedStyle(line).transform).a)
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    for (const share of [0, 0.5, 1]) {
      await page.evaluate((part) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * part), share)
      await expect.poll(grown).toBeCloseTo(share, 1)
    }
  }
  expect(problems).toEqual([])
})

function tools(page: Page) {
  return page.getByRole('group', { name: 'This article' })
}

function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
