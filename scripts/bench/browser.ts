import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts'
import { findPaths, inTurn, withServers, type Bench, type Server } from './servers.ts'

const DESKTOP = { viewport: { width: 1280, height: 900 } } as const
const PHONE = { viewport: { width: 412, height: 915 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const
// Lighthouse's slow phone network: 1.6 Mbit/s down and 750 kbit/s up, here in bytes per second.
const NETWORK = { offline: false, latency: 150, downloadThroughput: 209_715, uploadThroughput: 96_000 }
const CPU_SLOWDOWN = 4
// Time to wait before measuring, because Chromium keeps the processor busy for a few seconds after it opens a page.
const REST_MS = 4_000
const SETTLE_MS = 3_000

// Records the metrics of the first view. This script runs before the page's own scripts.
const OBSERVE_VIEW = `(() => {
  const view = (window.__view = { fcp: 0, lcp: 0, cls: 0, tasks: [] })
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') view.fcp = startTime })
  observe('largest-contentful-paint', ({ startTime }) => { view.lcp = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) view.cls += value })
  observe('longtask', ({ startTime, duration }) => view.tasks.push([startTime, startTime + duration]))
})()`
type View = { fcp: number; lcp: number; cls: number; tasks: [from: number, to: number][] }

// Records when the click event occurs and when the next page's heading is first painted.
const OBSERVE_CLICK = `(() => {
  const from = location.pathname
  const click = (window.__click = { start: 0, end: 0 })
  addEventListener('click', ({ timeStamp }) => { click.start ||= timeStamp }, { capture: true })
  new PerformanceObserver((list) => list.getEntries().forEach(({ identifier, renderTime }) => {
    if (identifier === 'heading') click.end ||= renderTime
  })).observe({ type: 'element' })
  new MutationObserver(() => {
    const heading = document.querySelector('main h1')
    if (location.pathname !== from && heading?.textContent) heading.setAttribute('elementtiming', 'heading')
  }).observe(document, { childList: true, subtree: true, characterData: true })
})()`

/** Measures first views at phone and desktop widths, with a slow network and processor. */
export async function measurePages(bench: Bench): Promise<void> {
  await withBrowser(bench, async (browser, servers) => {
    for (const { item } of inTurn(servers, bench.runs)) {
      const { category, id } = await findPaths(item.url)
      const pages = { home: '/', article: `/post/${category}/${id}`, category: `/category/${category}` }
      for (const [page, path] of Object.entries(pages))
        for (const device of [PHONE, DESKTOP]) {
          const context = await browser.newContext(device)
          bench.add(`${page}, ${device.viewport.width} px, ${item.name}`, await viewPage(context, item.url + path))
          await context.close()
        }
    }
  })
}

async function viewPage(context: BrowserContext, url: string): Promise<Record<string, number>> {
  const page = await openSlowPage(context, OBSERVE_VIEW)
  const requests: Request[] = []
  context.on('requestfinished', (request) => requests.push(request))
  await page.goto(url, { waitUntil: 'networkidle' })
  await pause(SETTLE_MS)
  const { fcp, lcp, cls, tasks } = await page.evaluate<View>('window.__view')
  const blocked = tasks.map(([from, to]) => Math.max(0, to - Math.max(from, fcp) - 50))
  const kilobytes = async (kind: string) => {
    const sizes = await Promise.all(requests.filter((each) => each.resourceType() === kind).map((each) => each.sizes()))
    return sumOf(sizes.map(({ responseBodySize }) => responseBodySize)) / 1_000
  }
  return {
    'FCP ms': fcp,
    'LCP ms': lcp,
    'TBT ms': sumOf(blocked),
    CLS: cls,
    requests: requests.length,
    'HTML KB': await kilobytes('document'),
    'script KB': await kilobytes('script'),
  }
}

/**
 * Measures the time from a click on a home page card until the article's heading appears, with a slow network and
 * processor.
 */
export async function measureNavigation(bench: Bench): Promise<void> {
  await withBrowser(bench, async (browser, servers) => {
    for (const way of ['cold', 'hovered', 'just scrolled to'])
      for (const { item, round } of inTurn(servers, bench.runs)) {
        const { name, url } = item
        const context = await browser.newContext(DESKTOP)
        // Visit a page first so that scripts, styles and fonts are in the browser's cache.
        const first = await openSlowPage(context, '')
        await first.goto(`${url}/about`, { waitUntil: 'networkidle' })
        await first.close()
        bench.add(`${way}, ${name}`, { 'click to heading, ms': await clickCard(context, { url, way, round }) })
        await context.close()
      }
  })
}

async function clickCard(
  context: BrowserContext,
  options: { url: string; way: string; round: number },
): Promise<number> {
  const page = await openSlowPage(context, OBSERVE_CLICK)
  await page.goto(options.url, { waitUntil: 'networkidle' })
  await pause(SETTLE_MS)
  // The first links are at the top of the page. The last ones are below the viewport, so a click scrolls to them first.
  const links = page.locator('main a[href^="/post/"]')
  const link = links.nth(options.way === 'just scrolled to' ? -1 - (options.round % 3) : options.round % 3)
  if (options.way === 'hovered') {
    await link.hover()
    await pause(SETTLE_MS)
  }
  await link.click()
  // Pass a function, because the Content-Security-Policy forbids evaluating strings in the page.
  await page.waitForFunction(() => Number(Reflect.get(globalThis, '__click')?.end) > 0, null, { polling: 50 })
  const { start, end } = await page.evaluate<{ start: number; end: number }>('window.__click')
  return end - start
}

async function openSlowPage(context: BrowserContext, script: string): Promise<Page> {
  const page = await context.newPage()
  await pause(REST_MS)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript({ content: script })
  return page
}

async function withBrowser(
  bench: Bench,
  measure: (browser: Browser, servers: Server[]) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  try {
    await withServers(bench, (servers) => measure(browser, servers))
  } finally {
    await browser.close()
  }
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
