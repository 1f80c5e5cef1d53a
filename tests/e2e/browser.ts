import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { CHROMIUM_FLAGS } from '../../scripts/chromium.ts'

/** The widths at which everything is looked at, in CSS pixels. */
export const WIDTHS = [390, 1280] as const

// Chromium's own words on a busy machine, where a page that is loaded whole is drawn before it can fade in.
const NO_FADE = 'Transition was aborted because of invalid state. Page already revealed'

let launched: Promise<Browser> | null = null

/** A page in a fresh session; `problems` collects console errors, page errors and hydration complaints. */
export type Session = { page: Page; context: BrowserContext; problems: string[]; close(): Promise<void> }

/** Opens a fresh session of the shared browser. */
export async function openSession(
  options: {
    width?: number
    height?: number
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
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
}

afterAll(async () => {
  await (await launched)?.close()
  launched = null
})
