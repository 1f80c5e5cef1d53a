import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod'
import { withServers, type Bench, type Measured } from './bench.ts'
import { openBrowser, openReader, openSlowPage, readFrom, settle, type SlowPage } from './browser.ts'
import { measureInteractions } from './interactions.ts'
import { measured, type Result, type Table } from './result.ts'

const RUNS = 20

// How a reader comes to click: after pointing at the link until nothing is fetched any more, on a card that was in view
// for a while, or at once on one that was just scrolled to.
const WAYS = ['hover, then click', 'click in view', 'click just scrolled to'] as const

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

const arrival = z.object({ clicked: z.number().nullable(), painted: z.number().nullable(), skeleton: z.boolean() })

/** Measures the time from a click to the heading of the next page, and how long interactions take. */
export async function measureNavigation(bench: Bench): Promise<Result> {
  return await withServers(bench, { alone: true }, async (servers) => {
    const browser = await openBrowser()
    try {
      const rows: Table['rows'] = []
      const plotted: { name: string; bars: { series: string; measure: ReturnType<typeof measured> }[] }[] = []
      for (const way of WAYS) {
        const samples = new Map(servers.map(({ name }) => [name, { times: new Array<number>(), skeletons: 0 }]))
        for (let run = 0; run < bench.runs(RUNS); run += 1) {
          for (const server of servers) {
            const { time, skeleton } = await clickThrough({ browser, server, way, run })
            const kept = samples.get(server.name)
            kept?.times.push(time)
            if (kept && skeleton) kept.skeletons += 1
          }
        }
        const bars = [...samples].map(([series, { times }]) => ({ series, measure: measured(times, 'ms') }))
        plotted.push({ name: way, bars })
        for (const [name, { times, skeletons }] of samples)
          rows.push({ name: `${way}, ${name}`, cells: [measured(times, 'ms'), `${skeletons} of ${times.length}`] })
      }
      const stet = servers.find(({ name }) => name === 'stet')
      const interactions = stet ? await measureInteractions({ browser, url: stet.url, runs: bench.runs(15) }) : []
      return {
        section: 'navigate',
        sentence:
          'Chromium, processor ÷ 4, 1.6 Mbit/s, 150 ms, built files cached: from the click event on a card of the home page to the paint of the article’s heading, as the browser reports both. Interactions are those of a scripted reader on a phone; INP is the longest.',
        tables: [
          { title: 'click to painted heading', columns: ['time', 'with a skeleton'], rows },
          ...(interactions.length > 0 ? [{ title: 'interactions, stet', columns: ['time'], rows: interactions }] : []),
        ],
        plots: [{ name: 'navigate', title: 'Click to painted heading (less is better)', groups: plotted }],
      }
    } finally {
      await browser.close()
    }
  })
}

async function clickThrough(options: {
  browser: Browser
  server: Measured
  way: (typeof WAYS)[number]
  run: number
}): Promise<{ time: number; skeleton: boolean }> {
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
    return await arrivalOf(slow.page)
  } finally {
    await reader.close()
  }
}

async function point(slow: SlowPage, { way, run }: { way: (typeof WAYS)[number]; run: number }): Promise<void> {
  const { page } = slow
  const inView = way !== 'click just scrolled to'
  const places = await readFrom(page, {
    script: `[...document.querySelectorAll('main a[href^="/post/"]')].map((link, index) => {
      const { top, bottom, width } = link.getBoundingClientRect()
      return { index, seen: top >= 0 && bottom <= innerHeight && width > 0, below: top > 2 * innerHeight }
    })`,
    shape: z.array(z.object({ index: z.number(), seen: z.boolean(), below: z.boolean() })),
  })
  const fitting = places.filter(({ seen, below }) => (inView ? seen : below))
  const chosen = fitting[run % Math.max(1, fitting.length)]
  if (!chosen) throw new Error(`${page.url()} has no link to an article ${inView ? 'in view' : 'two screens down'}.`)
  const { x, y, hit } = await readFrom(page, {
    script: `(async () => {
      const link = document.querySelectorAll('main a[href^="/post/"]')[${chosen.index}]
      // What was out of view may take another height once it is drawn: a second try lands on it.
      for (const _ of ${inView ? '[]' : '[1, 2]'}) {
        link.scrollIntoView({ block: 'center', behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }
      // The first line of a long title: the middle of a link that breaks may lie beside it.
      const { left, top, height } = link.getClientRects()[0]
      const [x, y] = [left + 10, top + height / 2]
      return { x, y, hit: link.contains(document.elementFromPoint(x, y)) }
    })()`,
    shape: z.object({ x: z.number(), y: z.number(), hit: z.boolean() }),
  })
  if (!hit) throw new Error(`Something lies over link ${chosen.index} at ${page.url()}, so it cannot be clicked.`)
  // A reader who looks at the page: from then on what is in view is fetched ahead.
  if (way === 'click in view') {
    await page.mouse.move(2, 2)
    await settle(slow)
  }
  await page.mouse.move(x, y)
  if (way === 'hover, then click') await settle(slow)
  await page.mouse.down()
  await page.mouse.up()
}

async function arrivalOf(page: Page): Promise<{ time: number; skeleton: boolean }> {
  const deadline = performance.now() + 20_000
  for (;;) {
    // A site that loads whole pages takes the listener away in between.
    const seen = await readFrom(page, { script: 'window.__arrival', shape: arrival })
    if (seen.clicked !== null && seen.painted !== null)
      return { time: seen.painted - seen.clicked, skeleton: seen.skeleton }
    if (performance.now() > deadline)
      throw new Error(
        seen.clicked === null
          ? `${page.url()} was not clicked, or loads whole pages: its navigation cannot be measured from within.`
          : `${page.url()} painted no new heading within 20 seconds of a click.`,
      )
    await pause(50)
  }
}
