import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import * as z from 'zod'
import { openReader, openSlowPage, readFrom, settle } from './browser.ts'
import { measured, type Table } from './result.ts'

// Event timing, as INP is defined: of the events of one interaction the longest counts. The browser rounds to 8 ms, and
// tells only of those that take 16 or more; a shorter one counts as 16.
const LISTEN = `(() => {
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

/** The longest interaction of each step of a scripted reader on a phone, and of all of them (INP), in milliseconds. */
export async function measureInteractions(options: {
  browser: Browser
  url: string
  runs: number
}): Promise<Table['rows']> {
  const { browser, url, runs } = options
  const steps = new Map<string, number[]>([...STEPS.map(([name]) => name), 'INP'].map((name) => [name, []]))
  for (let run = 0; run < runs; run += 1) {
    const reader = await openReader(browser, 'phone')
    try {
      const slow = await openSlowPage(reader, LISTEN)
      await slow.page.goto(url, { waitUntil: 'load' })
      await settle(slow)
      let told = 0
      let longest = SHORTEST
      for (const [name, act] of STEPS) {
        await act(slow.page)
        await settle(slow)
        // Events are told of after the frame that they led to.
        await pause(300)
        const all = await readFrom(slow.page, { script: 'window.__events', shape: events })
        const duration = Math.max(SHORTEST, ...all.slice(told).map((event) => event.duration))
        told = all.length
        longest = Math.max(longest, duration)
        steps.get(name)?.push(duration)
      }
      if (told === 0)
        throw new Error(`The browser told of no interaction at ${url}, though there were ${STEPS.length}.`)
      steps.get('INP')?.push(longest)
    } finally {
      await reader.close()
    }
  }
  return [...steps].map(([name, times]) => ({ name, cells: [measured(times, 'ms')] }))
}

// By its place: a locator's own tap runs scripts of Playwright's in the page while the browser handles the touch.
async function tap(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${page.url()} does not show what is to be tapped: ${target}.`)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}
