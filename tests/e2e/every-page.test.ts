import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { overflowOf } from './browser.ts'
import { walkFaults } from './keyboard-walk.ts'
import { deadControls, motions, textFaults } from './page-faults.ts'
import { openPageKinds } from './page-kinds.ts'

// Every kind of page by keyboard, with large text, without scripts and with reduced motion.

const all = await openPageKinds()
afterAll(() => all.close())

test.for([1280, 390])('Tab reaches every element once, in view, and Shift+Tab goes back, at %i px', async (width) => {
  const faults = await all.check({ width }, async ({ page }, { name }) => {
    // Evidence opens while Tab goes through its article, and a dialog keeps the focus (keyboard.test.ts).
    return ['the search overlay', 'the open menu', 'open evidence'].includes(name) ? [] : await walkFaults(page)
  })
  expect(faults).toEqual([])
})

test.for([
  { width: 390, by: 'root' },
  { width: 1280, by: 'root' },
  { width: 390, by: 'browser' },
  { width: 1280, by: 'browser' },
])('text of 200% fits into the window and is not cut off (%o)', async ({ width, by }) => {
  const faults = await all.check({ width }, async ({ page }) => {
    await enlarge(page, by)
    return await layoutFaults(page)
  })
  expect(faults).toEqual([])
})

test('at 400% zoom every page fits into the window', async () => {
  expect(await all.check({ width: 320, height: 256 }, ({ page }) => layoutFaults(page))).toEqual([])
})

test.for([390, 1280])('without scripts a page has the same text and no dead controls, at %i px', async (width) => {
  const withScripts = new Map<string, string>()
  await all.check({ width }, async ({ page }, { name }) => {
    withScripts.set(name, await textOf(page))
    return []
  })
  const faults = await all.check({ width, javaScript: false }, async ({ page }, { name }) => [
    ...(await page.evaluate(deadControls)),
    ...(await page.evaluate(textFaults, 5)),
    ...difference(await textOf(page), withScripts.get(name) ?? ''),
  ])
  expect(faults).toEqual([])
})

test.for([390, 1280])('with reduced motion nothing moves by itself, at %i px', async (width) => {
  expect(await all.check({ width, reducedMotion: true }, ({ page }) => page.evaluate(motions))).toEqual([])
})

async function layoutFaults(page: Page): Promise<string[]> {
  const surplus = await overflowOf(page)
  return [
    ...(surplus > 0 ? [`the page is ${surplus} px wider than its window`] : []),
    ...(await page.evaluate(textFaults, 5)),
  ]
}

/** Doubles the size of the text: in the page, as a style of the reader does, or in the settings of the browser. */
async function enlarge(page: Page, by: string): Promise<void> {
  if (by === 'root') return void (await page.evaluate(() => (document.documentElement.style.fontSize = '200%')))
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

function difference(text: string, other: string): string[] {
  const at = [...text].findIndex((letter, index) => letter !== other[index])
  return text === other ? [] : [`has "${text.slice(at, at + 40)}" instead of "${other.slice(at, at + 40)}"`]
}

async function textOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const main = document.querySelector('main')?.cloneNode(true)
    if (!(main instanceof Element)) return ''
    for (const added of main.querySelectorAll('.tools, .copy, .evidence, time, noscript')) added.remove()
    return main.textContent.replaceAll(/\s+/g, ' ').trim()
  })
}
