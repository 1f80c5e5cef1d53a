import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import * as z from 'zod'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts'

/** How a page is opened: a phone's size, a slow processor, a slow network. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const
const DESK = { viewport: { width: 1280, height: 900 } } as const

// 1.6 Mbit/s down, 750 kbit/s up, 150 ms: what Lighthouse takes for a phone; bytes a second.
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const SLOWER = 4

// Chromium sets up a window of its own around a new page, parts of which are pages too: two to three hundred milliseconds of
// processor on two threads. Whoever reads has that behind them. In milliseconds; nothing tells when it is done.
const REST = 4_000

/** Starts the browser that measures. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
}

/** A fresh reader: nothing in any cache. */
export async function openReader(browser: Browser, device: 'phone' | 'desk'): Promise<BrowserContext> {
  return await browser.newContext(device === 'phone' ? PHONE : DESK)
}

/** A page with a processor a quarter as fast and a phone's network, and what it has asked for. */
export type SlowPage = { page: Page; devtools: CDPSession; traffic: Traffic }

/** What a page has asked for. */
export type Traffic = {
  /** Every answer: what it is for (`document`, `script`, …) and its bytes on the wire, headers included. */
  answers: { kind: string; bytes: number }[]
  /** How many have not come to their end. */
  open(): number
}

/** Opens a slow page for a reader, in a browser at rest; `watch` is a script that runs in it before its own. */
export async function openSlowPage(reader: BrowserContext, watch?: string): Promise<SlowPage> {
  const page = await reader.newPage()
  await pause(REST)
  const devtools = await reader.newCDPSession(page)
  const traffic = await recordTraffic(devtools)
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  if (watch !== undefined) await page.addInitScript({ content: watch })
  return { page, devtools, traffic }
}

/** Waits until a loaded page has asked for nothing for a second and its processor is idle; at most 30 s. */
export async function settle({ page, traffic }: SlowPage): Promise<void> {
  const deadline = performance.now() + 30_000
  for (let quiet = 0; quiet < 10; quiet = traffic.open() === 0 ? quiet + 1 : 0) {
    if (performance.now() > deadline) throw new Error(`${page.url()} still asks for things after 30 seconds.`)
    await pause(100)
  }
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 10_000 }))')
}

/** Evaluates a script in a page and checks what it gives. */
export async function readFrom<Shape>(
  page: Page,
  { script, shape }: { script: string; shape: z.ZodType<Shape> },
): Promise<Shape> {
  return shape.parse(await page.evaluate<unknown>(script))
}

async function recordTraffic(devtools: CDPSession): Promise<Traffic> {
  const answers: Traffic['answers'] = []
  const kinds = new Map<string, string>()
  const open = new Set<string>()
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => {
    open.add(requestId)
    kinds.set(requestId, (type ?? 'Other').toLowerCase())
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    answers.push({ kind: kinds.get(requestId) ?? 'other', bytes: encodedDataLength })
  })
  devtools.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  await devtools.send('Network.enable')
  return { answers, open: () => open.size }
}
