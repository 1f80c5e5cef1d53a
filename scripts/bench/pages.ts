import type { Browser, BrowserContext } from 'playwright-core'
import * as z from 'zod'
import type { Bench, Measured } from './bench.ts'
import { withServers } from './bench.ts'
import { openBrowser, openReader, openSlowPage, readFrom, settle } from './browser.ts'
import { measured, ratio, type Plot, type Result, type Table } from './result.ts'

const RUNS = 5
const SCREENS = ['home', 'article', 'category'] as const

// Runs in the page, before anything of its own.
const WATCH = `(() => {
  const seen = (window.__seen = { fcp: null, lcp: null, cls: 0, tasks: [] })
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.fcp = startTime })
  watch('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.cls += value })
  watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, startTime + duration]))
})()`

const seen = z.object({
  fcp: z.number('was not painted'),
  lcp: z.number('has no largest paint'),
  cls: z.number(),
  tasks: z.array(z.tuple([z.number(), z.number()])),
})

/** What one view of a page took: milliseconds, the score of its shifts, and its answers. */
type View = { fcp: number; lcp: number; tbt: number; cls: number; requests: number; kilobytes: Record<string, number> }

/** Measures cold and warm pages in a browser, servers in turn. */
export async function measurePages(bench: Bench): Promise<Result> {
  return await withServers(bench, {}, async (servers) => {
    const browser = await openBrowser()
    try {
      const views = new Map<string, View[]>()
      for (let run = 0; run < bench.runs(RUNS); run += 1) {
        for (const screen of SCREENS) {
          // Whoever is first has the machine as the one before left it: each is first as often.
          for (const server of run % 2 === 0 ? servers : servers.toReversed())
            await viewTwice({ browser, server, screen, views })
        }
      }
      return resultOf(servers, views)
    } finally {
      await browser.close()
    }
  })
}

/** The blocking time of long tasks: what each takes beyond 50 ms, counted from the first paint on. */
export function blockingTime(tasks: (readonly [from: number, to: number])[], firstPaint: number): number {
  return tasks.reduce((sum, [from, to]) => sum + Math.max(0, to - Math.max(from, firstPaint) - 50), 0)
}

async function viewTwice(options: {
  browser: Browser
  server: Measured
  screen: (typeof SCREENS)[number]
  views: Map<string, View[]>
}): Promise<void> {
  const { browser, server, screen, views } = options
  const reader = await openReader(browser, 'phone')
  try {
    for (const state of ['cold', 'warm']) {
      const key = keyOf({ screen, state, server: server.name })
      views.set(key, [...(views.get(key) ?? []), await view(reader, server.url + server.paths[screen])])
    }
  } finally {
    await reader.close()
  }
}

async function view(reader: BrowserContext, url: string): Promise<View> {
  const slow = await openSlowPage(reader, WATCH)
  const response = await slow.page.goto(url, { waitUntil: 'load' })
  if (response?.status() !== 200) throw new Error(`${url} answered ${response?.status() ?? 'nothing'}, and not 200.`)
  await settle(slow)
  const { fcp, lcp, cls, tasks } = await readFrom(slow.page, { script: 'window.__seen', shape: seen })
  await slow.page.close()
  const kilobytes: Record<string, number> = {}
  for (const { kind, bytes } of slow.traffic.answers) kilobytes[kind] = (kilobytes[kind] ?? 0) + bytes / 1000
  return { fcp, lcp, tbt: blockingTime(tasks, fcp), cls, requests: slow.traffic.answers.length, kilobytes }
}

function resultOf(servers: Measured[], views: Map<string, View[]>): Result {
  const tables: Table[] = []
  const plots: Plot[] = []
  for (const state of ['cold', 'warm']) {
    const of = (screen: string, server: string) => views.get(keyOf({ screen, state, server })) ?? []
    tables.push(timeTable({ servers, state, of }))
    if (state === 'cold') tables.push(byteTable({ servers, of }))
    plots.push({
      name: `pages-${state}`,
      title: `Largest contentful paint, ${state} page (less is better)`,
      groups: SCREENS.map((screen) => ({
        name: screen,
        bars: servers.map(({ name }) => ({
          series: name,
          measure: measured(
            of(screen, name).map(({ lcp }) => lcp),
            'ms',
          ),
        })),
      })),
    })
  }
  const sentence =
    'Chromium as a phone: processor ÷ 4, 1.6 Mbit/s down, 750 kbit/s up, 150 ms; cold is a first visit, warm the second. Requests and bytes are counted until the page is quiet, what it fetches ahead included.'
  return { section: 'pages', sentence, tables, plots }
}

type Views = (screen: string, server: string) => View[]

function timeTable({ servers, state, of }: { servers: Measured[]; state: string; of: Views }): Table {
  const rows = SCREENS.flatMap((screen) => {
    const own = of(screen, 'stet')
    return servers.map(({ name }) => {
      const views = of(screen, name)
      const lcp = views.map((view) => view.lcp)
      return {
        name: `${screen}, ${name}`,
        cells: [
          measured(
            views.map((view) => view.fcp),
            'ms',
          ),
          measured(lcp, 'ms'),
          name === 'stet'
            ? null
            : ratio(
                own.map((view) => view.lcp),
                lcp,
              ),
          measured(
            views.map((view) => view.tbt),
            'ms',
          ),
          measured(
            views.map((view) => view.cls),
            '',
          ),
          measured(
            views.map((view) => view.requests),
            '',
          ),
        ],
      }
    })
  })
  return { title: `${state} page`, columns: ['FCP', 'LCP', 'LCP of stet to it', 'TBT', 'CLS', 'requests'], rows }
}

function byteTable({ servers, of }: { servers: Measured[]; of: Views }): Table {
  const all = SCREENS.flatMap((screen) => servers.flatMap(({ name }) => of(screen, name)))
  const kinds = [...new Set(all.flatMap(({ kilobytes }) => Object.keys(kilobytes)))].toSorted()
  const rows = SCREENS.flatMap((screen) =>
    servers.map(({ name }) => ({
      name: `${screen}, ${name}`,
      cells: kinds.map((kind) =>
        measured(
          of(screen, name).map(({ kilobytes }) => kilobytes[kind] ?? 0),
          'kB',
        ),
      ),
    })),
  )
  return { title: 'cold page, bytes on the wire', columns: kinds, rows }
}

function keyOf({ screen, state, server }: { screen: string; state: string; server: string }): string {
  return `${screen} ${state} ${server}`
}
