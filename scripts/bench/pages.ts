import type { BrowserContext } from 'playwright-core'
import * as z from 'zod'
import { inTurn, withServers, type Bench } from './bench.ts'
import { openBrowser, openReader, openSlowPage, readFrom, settle } from './browser.ts'
import { collectSamples, type Result } from './table.ts'

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

/** Measures cold and warm pages in a browser. */
export async function measurePages(bench: Bench): Promise<Result> {
  return await withServers(bench, null, async (servers) => {
    const samples = collectSamples('pages', {
      FCP: 'ms',
      LCP: 'ms',
      TBT: 'ms',
      CLS: '',
      requests: '',
      scripts: 'kB',
      'all bytes': 'kB',
    })
    const browser = await openBrowser()
    try {
      for (let run = 0; run < bench.runs(RUNS); run += 1)
        for (const screen of SCREENS)
          for (const { name, url, paths } of inTurn(servers, run)) {
            const reader = await openReader(browser, 'phone')
            for (const state of ['first visit', 'second visit'])
              samples.add({ row: `${screen}, ${state}`, build: name }, await view(reader, url + paths[screen]))
            await reader.close()
          }
    } finally {
      await browser.close()
    }
    return {
      section: 'pages',
      sentence:
        'Chromium as a phone, at rest before each load: processor ÷ 4, 1.6 Mbit/s down, 750 kbit/s up, 150 ms. Requests and bytes on the wire are counted until the page is quiet, what it fetches ahead included.',
      tables: [samples.table()],
    }
  })
}

/** The blocking time of long tasks: what each takes beyond 50 ms, counted from the first paint on. */
export function blockingTime(tasks: (readonly [from: number, to: number])[], firstPaint: number): number {
  return tasks.reduce((sum, [from, to]) => sum + Math.max(0, to - Math.max(from, firstPaint) - 50), 0)
}

// In the order of the columns.
async function view(reader: BrowserContext, url: string): Promise<number[]> {
  const slow = await openSlowPage(reader, WATCH)
  const response = await slow.page.goto(url, { waitUntil: 'load' })
  if (response?.status() !== 200) throw new Error(`${url} answered ${response?.status() ?? 'nothing'}, and not 200.`)
  await settle(slow)
  const { fcp, lcp, cls, tasks } = await readFrom(slow.page, { script: 'window.__seen', shape: seen })
  await slow.page.close()
  const { answers } = slow.traffic
  const kilobytes = (of: typeof answers) => of.reduce((sum, { bytes }) => sum + bytes / 1000, 0)
  const scripts = answers.filter(({ kind }) => kind === 'script')
  return [fcp, lcp, blockingTime(tasks, fcp), cls, answers.length, kilobytes(scripts), kilobytes(answers)]
}
