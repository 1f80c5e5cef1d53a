import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { CHROMIUM_FLAGS } from '../../scripts/chromium.ts'

/** The widths at which layout is looked at, in CSS pixels. */
export const WIDTHS = [390, 1280] as const

/** Both widths and both colour schemes, each once. */
export const LOOKS = [
  { width: 390, dark: true },
  { width: 1280, dark: false },
] as const

// Chromium's own words on a busy machine, where a page that is loaded whole is drawn before it can fade in.
const NO_FADE = 'Transition was aborted because of invalid state. Page already revealed'

// One for all files of a worker: it ends with the worker's process.
let launched: Promise<Browser> | null = null

/** A page in a fresh session; `problems` collects console errors, page errors and hydration complaints. */
export type Session = { page: Page; context: BrowserContext; problems: string[]; close(): Promise<void> }

/** Opens a fresh session of the shared browser. */
export async function openSession(
  options: {
    width?: number
    height?: number
    /** Dots a pixel. */
    scale?: number
    dark?: boolean
    javaScript?: boolean
    touch?: boolean
    reducedMotion?: boolean
    forcedColors?: boolean
  } = {},
): Promise<Session> {
  launched ??= chromium.launch({ executablePath: inject('chromium'), args: CHROMIUM_FLAGS })
  const browser = await launched
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    deviceScaleFactor: options.scale ?? 1,
    colorScheme: options.dark ? 'dark' : 'light',
    javaScriptEnabled: options.javaScript ?? true,
    hasTouch: options.touch ?? false,
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: options.forcedColors ? 'active' : 'none',
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => {
    if (error.message !== NO_FADE) problems.push(String(error))
  })
  return { page, context, problems, close: () => context.close() }
}

/** Waits until the application has taken over the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // It is done in slices, from the first element to the last.
    const last = document.getElementById('root')?.lastElementChild
    return last && Object.keys(last).some((key) => key.startsWith('__reactFiber'))
  })
  // The commit follows.
  await drawn(page)
}

/** Waits until the page is set in its own fonts, which its first script adds when they are there. */
export async function fontsShown(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.fonts].some(({ family }) => family.includes('Variable')))
  await drawn(page)
}

/**
 * Does what opens another page, and waits until there is one more at this address. The browser itself is asked: where
 * a page loads quickly, Playwright misses that it was opened, or that it has left about:blank.
 */
export async function opensAnother(page: Page, address: string, press: () => Promise<void>): Promise<void> {
  const browser = await page.context().browser()?.newBrowserCDPSession()
  const count = async () => {
    const targets = (await browser?.send('Target.getTargets'))?.targetInfos ?? []
    return targets.filter(({ type, url }) => type === 'page' && url === address).length
  }
  const before = await count()
  await press()
  await expect.poll(count).toBe(before + 1)
}

/** Waits until what was done to a page is drawn, and what that set off has had its turn. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
}

/** How far things of a page have moved by themselves so far, as the browser scores it. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) sum += Number(entry.value)
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )
}
