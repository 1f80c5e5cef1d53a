import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import * as z from 'zod'
import { CHROMIUM_FLAGS } from '../../scripts/chromium.ts'

/** The viewport widths that most tests use, in CSS pixels. */
export const WIDTHS = [390, 1280] as const

/** A narrow viewport in dark mode and a wide viewport in light mode. */
export const LOOKS = [
  { width: 390, dark: true },
  { width: 1280, dark: false },
] as const

// On a busy machine, Chromium reports this if it draws a page before the page's transition can start.
const ABORTED_TRANSITION = 'Transition was aborted because of invalid state. Page already revealed'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

// All test files in a worker share one browser, which exits when the worker does, and one session for each kind of
// device.
let launched: Promise<Browser> | null = null
const sharedSessions = new Map<string, Promise<Session>>()

/**
 * A page and its browser context. `problems` collects console errors and warnings, page errors and hydration errors.
 */
export type Session = { page: Page; context: BrowserContext; problems: string[]; close(): Promise<void> }

type Look = {
  width?: number
  height?: number
  dark?: boolean
  reducedMotion?: boolean
  forcedColors?: boolean
}

type Device = {
  /** Device pixels per CSS pixel. */
  scale?: number
  javaScript?: boolean
  touch?: boolean
}

export type SessionOptions = Look & Device

/** Opens a session with empty caches in the shared browser. */
export async function openSession({ scale = 1, javaScript = true, touch = false, ...look }: SessionOptions = {}) {
  launched ??= chromium.launch({ executablePath: inject('chromium'), args: CHROMIUM_FLAGS })
  const browser = await launched
  const context = await browser.newContext({ deviceScaleFactor: scale, javaScriptEnabled: javaScript, hasTouch: touch })
  return { ...(await openTab(context, look)), close: () => context.close() }
}

/**
 * Returns a session for a test. Tests share sessions, because loading a page in a new session takes three times the CPU
 * time. If `newTab` is set, the page has its own history and scripts but shares the caches. If `fresh` is set, the
 * session is new and its caches are empty. New tabs and sessions are closed after the test.
 */
export async function sessionFor(
  options: SessionOptions & { newTab?: boolean; fresh?: boolean } = {},
): Promise<Session> {
  const { newTab = false, fresh = false, scale, javaScript, touch, ...look } = options
  if (fresh) return closedLater(await openSession(options))
  const device = { scale, javaScript, touch }
  const key = JSON.stringify(device)
  const shared = sharedSessions.get(key) ?? openSession(device)
  sharedSessions.set(key, shared)
  const session = await shared
  await reset(session)
  if (newTab) return closedLater(await openTab(session.context, look))
  await setLook(session.page, look)
  return session
}

/** Opens a page in a session for a test. If scripts run, waits until the page is hydrated and shows no skeletons. */
export async function openPage(url: string, options: Parameters<typeof sessionFor>[0] = {}): Promise<Session> {
  const session = await sessionFor(options)
  await session.page.goto(url)
  if (options.javaScript !== false) await settled(session.page)
  return session
}

function closedLater(session: Session): Session {
  onTestFinished(() => session.close())
  return session
}

async function openTab(context: BrowserContext, look: Look): Promise<Session> {
  const page = await context.newPage()
  await setLook(page, look)
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => {
    if (error.message !== ABORTED_TRANSITION) problems.push(String(error))
  })
  return { page, context, problems, close: () => page.close() }
}

/** Removes the storage, routes, listeners and pages that the previous test left behind. */
async function reset({ page, context, problems }: Session): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of ['request', 'response'] as const) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearPermissions()
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    if (!location.protocol.startsWith('http')) return
    localStorage.clear()
    sessionStorage.clear()
  })
  // Leave the previous test's page. Otherwise, errors from its pending requests would count as the next test's
  // problems.
  await page.goto('about:blank')
  problems.length = 0
}

async function setLook(page: Page, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width ?? 1280, height: look.height ?? 900 })
  await page.emulateMedia({
    media: null,
    colorScheme: look.dark ? 'dark' : 'light',
    reducedMotion: look.reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: look.forcedColors ? 'active' : 'none',
  })
}

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  // Dispatch an input event, which starts the application immediately instead of waiting until the browser is idle.
  await page.evaluate(() => dispatchEvent(new Event('touchstart')))
  await page.waitForFunction(() => {
    // Hydration goes from the first element to the last, in slices.
    const last = document.getElementById('root')?.lastElementChild
    return last && Object.keys(last).some((key) => key.startsWith('__reactFiber'))
  })
  await drawn(page)
}

/** Waits until a page is hydrated and shows no skeletons. */
export async function settled(page: Page): Promise<void> {
  await hydrated(page)
  for (const testId of ['skeleton', 'nav-placeholder'])
    await page.getByTestId(testId).first().waitFor({ state: 'detached' })
}

/** Waits until the browser has drawn the effects of an action and run pending tasks. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
}

/** Follows a navigation link. Opens the menu first if there is one. */
export async function choose(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  if (!(await link.isVisible()) && (await menu.isVisible())) await menu.click()
  await link.click()
}

/** Returns the edges of a visible element, relative to the viewport. */
export async function boxOf(element: Locator): Promise<{ top: number; bottom: number; left: number; right: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error(`${element.toString()} is not visible.`)
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width }
}

/** Returns the focused element's id, or its URL if it is a link without an id. */
export function focusedId(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('href'))
}

/** Delays the responses to requests that match a pattern until the returned function is called. */
export async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Performs an action that opens another tab or window, and waits until the browser has a new page at this URL. */
export async function opensAnother(page: Page, address: string, act: () => Promise<void>): Promise<void> {
  // Playwright can miss a page that loads quickly, so count the pages in the browser.
  const browser = await page.context().browser()?.newBrowserCDPSession()
  const count = async () => {
    const targets = (await browser?.send('Target.getTargets'))?.targetInfos ?? []
    return targets.filter(({ type, url }) => type === 'page' && url === address).length
  }
  const before = await count()
  await act()
  await expect.poll(count).toBe(before + 1)
}

/** Returns the page's layout shift score so far. */
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

/** Returns the number of pixels by which the page is wider than the viewport. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
}

/** Runs in the page. Finds text that is cut off. Skips excerpts, because they are clamped on purpose. */
export function cutTexts(): string[] {
  return [...document.querySelectorAll('main :is(h1, h2, h3, a, button, li, p)')]
    .filter((element) => !element.closest('.excerpt, .vh') && /hidden|clip/.test(getComputedStyle(element).overflow))
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
    .map(({ outerHTML }) => `${outerHTML.slice(0, 120)} is cut off`)
}

/** Runs axe on the page in its current state, by default with all rules. Resolves to a list of violations. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  // Skip the rules about landmarks and headings while the menu or a dialog makes the page behind it inert.
  const disabled = (await page.locator('[inert]').count()) > 0 ? ['landmark-one-main', 'page-has-heading-one'] : []
  const options = {
    runOnly: rules ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: Object.fromEntries(disabled.map((id) => [id, { enabled: false }])),
    // Axe takes less time if it leaves out the details of rules that pass.
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
    selectors: false,
  }
  const found = violations.parse(
    await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`),
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
