import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import * as z from 'zod'
import { inTurn, withServers, type Bench, type Measured } from './bench.ts'
import type { Server } from './checkout.ts'
import { openBrowser, openReader, openSlowPage, readFrom, settle, type SlowPage } from './browser.ts'
import { collectSamples, type Result, type Samples } from './table.ts'

const CLICKS = 20
const SESSIONS = 15

// How a reader comes to click: after pointing at the link until nothing is fetched any more, at once on a card of a page
// that nothing was done to yet, or at once on one that was just scrolled to.
const WAYS = ['hovered', 'cold', 'just scrolled to'] as const
type Way = (typeof WAYS)[number]

// The time of the click is the event's own; the new heading is marked before the frame that first paints it, and the
// browser itself then says when that was.
const LISTEN = `(() => {
  const from = location.pathname
  const seen = (window.__arrival = { clicked: null, painted: null, skeleton: false })
  addEventListener('click', (event) => { seen.clicked ??= event.timeStamp }, { capture: true })
  new PerformanceObserver((list) => {
    for (const { identifier, renderTime } of list.getEntries())
      if (identifier === 'arrival' && renderTime > 0) seen.painted ??= renderTime
  }).observe({ type: 'element' })
  new MutationObserver(() => {
    if (location.pathname === from) return
    if (document.querySelector('[data-testid=skeleton]')) seen.skeleton = true
    const heading = document.querySelector('main h1')
    if (heading && heading.textContent.trim() !== '' && !heading.hasAttribute('elementtiming'))
      heading.setAttribute('elementtiming', 'arrival')
  }).observe(document, { childList: true, subtree: true, characterData: true })
})()`

const arrival = z.object({ clicked: z.number(), painted: z.number(), skeleton: z.boolean() })

/** Measures the time from a click to the heading of the next page, and how long interactions take. */
export async function measureNavigation(bench: Bench): Promise<Result> {
  return await withServers(bench, null, async (servers) => {
    const clicks = collectSamples('click to painted heading', { time: 'ms', skeletons: '%' })
    const interactions = collectSamples('interactions on a phone', { time: 'ms' })
    const browser = await openBrowser()
    try {
      for (const way of WAYS)
        for (let run = 0; run < bench.runs(CLICKS); run += 1)
          for (const server of inTurn(servers, run)) {
            const { clicked, painted, skeleton } = await clickThrough({ browser, server, way, run })
            clicks.add({ row: way, build: server.name }, [painted - clicked, skeleton ? 100 : 0])
          }
      for (let run = 0; run < bench.runs(SESSIONS); run += 1)
        for (const server of inTurn(servers, run)) await interact({ browser, server, samples: interactions })
    } finally {
      await browser.close()
    }
    return {
      section: 'navigation',
      sentence:
        'Chromium, processor ÷ 4, 1.6 Mbit/s, 150 ms, built files cached: from the click event on a card of the home page to the paint of the article’s heading, as the browser reports both. Interactions are those of a scripted reader on a phone; INP is the longest of a session.',
      tables: [clicks.table(), interactions.table()],
    }
  })
}

async function clickThrough(options: {
  browser: Browser
  server: Measured
  way: Way
  run: number
}): Promise<z.infer<typeof arrival>> {
  const { browser, server, way, run } = options
  const reader = await openReader(browser, 'desk')
  try {
    // A first visit, so that the built files are in the cache as they are for whoever reads on.
    const first = await openSlowPage(reader)
    await first.page.goto(`${server.url}/about`, { waitUntil: 'load' })
    await settle(first)
    await first.page.close()
    const slow = await openSlowPage(reader, LISTEN)
    await slow.page.goto(server.url + server.paths.home, { waitUntil: 'load' })
    await settle(slow)
    await point(slow, { way, run })
    // A function: a string would have to be evaluated in the page, whose policy forbids that.
    await slow.page.waitForFunction(() => Number(Reflect.get(globalThis, '__arrival')?.painted) > 0, null, {
      timeout: 20_000,
      polling: 50,
    })
    return await readFrom(slow.page, { script: 'window.__arrival', shape: arrival })
  } finally {
    await reader.close()
  }
}

async function point(slow: SlowPage, { way, run }: { way: Way; run: number }): Promise<void> {
  const { page } = slow
  const scrolled = way === 'just scrolled to'
  // The first line of a long title: the middle of a link that breaks may lie beside it. What was out of view may take
  // another height once it is drawn, so it is scrolled to twice.
  const place = await readFrom(page, {
    script: `(async () => {
      const links = [...document.querySelectorAll('main a[href^="/post/"]')].filter((link) => {
        const { top, bottom, width } = link.getBoundingClientRect()
        return ${scrolled ? 'top > 2 * innerHeight' : 'top >= 0 && bottom <= innerHeight && width > 0'}
      })
      const link = links[${run} % links.length]
      for (const _ of ${scrolled ? '[1, 2]' : '[]'}) {
        link.scrollIntoView({ block: 'center', behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }
      const { left, top, height } = link?.getClientRects()[0] ?? { left: 0, top: 0, height: 0 }
      const [x, y] = [left + 10, top + height / 2]
      return link?.contains(document.elementFromPoint(x, y)) ? { x, y } : null
    })()`,
    shape: z.object({ x: z.number(), y: z.number() }).nullable(),
  })
  if (place === null) throw new Error(`${page.url()} has no link to an article that can be clicked.`)
  await page.mouse.move(place.x, place.y)
  if (way === 'hovered') await settle(slow)
  await page.mouse.down()
  await page.mouse.up()
}

// Event timing, as INP is defined: of the events of one interaction the longest counts. The browser rounds to 8 ms, and
// tells only of those that take 16 or more; a shorter one counts as 16.
const LISTEN_EVENTS = `(() => {
  window.__events = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name } of list.getEntries())
      if (interactionId > 0) window.__events.push({ interactionId, duration, name })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
})()`

const events = z.array(z.object({ interactionId: z.number(), duration: z.number(), name: z.string() }))

const STEPS: [name: string, act: (page: Page) => Promise<unknown>][] = [
  ['open the menu', (page) => tap(page, page.getByRole('button', { name: 'Menu' }))],
  ['go to a category', (page) => tap(page, page.locator('nav a[href^="/category/"]').first())],
  ['open an article', (page) => tap(page, page.locator('main a[href^="/post/"]').first())],
  ['open the search', (page) => tap(page, page.getByRole('button', { name: 'Search', exact: true }))],
  ['type a word', (page) => page.keyboard.type('model', { delay: 60 })],
  ['close the search', (page) => page.keyboard.press('Escape')],
]
const SHORTEST = 16

/** Adds the longest interaction of each step of a scripted reader on a phone, and of all of them (INP), in milliseconds. */
async function interact(options: { browser: Browser; server: Server; samples: Samples }): Promise<void> {
  const { browser, server, samples } = options
  const reader = await openReader(browser, 'phone')
  try {
    const slow = await openSlowPage(reader, LISTEN_EVENTS)
    await slow.page.goto(server.url, { waitUntil: 'load' })
    await settle(slow)
    let known = 0
    let longest = SHORTEST
    for (const [row, act] of STEPS) {
      await act(slow.page)
      await settle(slow)
      // Events are told of after the frame that they led to.
      await pause(300)
      const all = await readFrom(slow.page, { script: 'window.__events', shape: events })
      const duration = Math.max(SHORTEST, ...all.slice(known).map((event) => event.duration))
      known = all.length
      longest = Math.max(longest, duration)
      samples.add({ row, build: server.name }, [duration])
    }
    if (known === 0) throw new Error(`The browser told of no interaction at ${server.url}, though there were some.`)
    samples.add({ row: 'INP', build: server.name }, [longest])
  } finally {
    await reader.close()
  }
}

// By its place: a locator's own tap runs scripts of Playwright's in the page while the browser handles the touch.
async function tap(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${page.url()} does not show what is to be tapped: ${target}.`)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}
