import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page, type Request } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts'
import { findPaths, inTurn, withServers, type Bench } from './servers.ts'

const DESKTOP = { viewport: { width: 1280, height: 900 } } as const
const PHONE = { viewport: { width: 412, height: 915 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const
// The slow phone network of Lighthouse: 1.6 Mbit/s down, 750 kbit/s up, in bytes per second.
const NETWORK = { offline: false, latency: 150, downloadThroughput: 209_715, uploadThroughput: 96_000 }
const CPU_SLOWDOWN = 4
// Chromium uses the processor for some seconds after it opens a page.
const REST_MS = 4_000
const SETTLE_MS = 3_000

// Runs before the page's own scripts.
const OBSERVE_VIEW = `(() => {
  const view = (window.__view = { fcp: 0, lcp: 0, cls: 0, tasks: [], typefaces: 0 })
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') view.fcp = startTime })
  observe('largest-contentful-paint', ({ startTime }) => { view.lcp = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) view.cls += value })
  observe('longtask', ({ startTime, duration }) => view.tasks.push([startTime, startTime + duration]))
  let loaded = 0
  requestAnimationFrame(function frame(now) {
    const count = [...document.fonts].filter(({ status }) => status === 'loaded').length
    if (count > loaded) [loaded, view.typefaces] = [count, now]
    requestAnimationFrame(frame)
  })
})()`
type View = { fcp: number; lcp: number; cls: number; tasks: [from: number, to: number][]; typefaces: number }

/** Measures first views on a slow phone network and processor, at the width of a phone and of a desktop. */
export async function measurePages(bench: Bench): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  try {
    await withServers(bench, async (servers) => {
      for (let round = 0; round < bench.runs; round += 1)
        for (const { name, url } of inTurn(servers, round)) {
          const { category, id } = await findPaths(url)
          const pages = { home: '/', article: `/post/${category}/${id}`, category: `/category/${category}` }
          for (const [page, path] of Object.entries(pages))
            for (const device of [PHONE, DESKTOP]) {
              const context = await browser.newContext(device)
              bench.add(`${page}, ${device.viewport.width} px, ${name}`, await viewPage(context, url + path))
              await context.close()
            }
        }
    })
  } finally {
    await browser.close()
  }
}

async function viewPage(context: BrowserContext, url: string): Promise<Record<string, number>> {
  const page = await openSlowPage(context)
  const requests: Request[] = []
  context.on('requestfinished', (request) => requests.push(request))
  await page.goto(url, { waitUntil: 'networkidle' })
  await pause(SETTLE_MS)
  const { fcp, lcp, cls, tasks, typefaces } = await page.evaluate<View>('window.__view')
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
    'typefaces ms': typefaces,
    requests: requests.length,
    'HTML KB': await kilobytes('document'),
    'script KB': await kilobytes('script'),
  }
}

async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await pause(REST_MS)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript({ content: OBSERVE_VIEW })
  return page
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
