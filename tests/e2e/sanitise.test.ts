import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import { part } from '../fixtures/random-html.ts'
import { openPage } from './browser.ts'
import { HARMLESS, HOSTILE } from './hostile-html.ts'
import { firstEdition } from './site.ts'

// The server's and the browser's sanitiser must return the same HTML. Otherwise hydration would change a page.

const TEXTS = 1_500

test('server and browser sanitise any HTML to the same tree', async () => {
  const known = [...HOSTILE, ...HARMLESS].map(({ html }) => html)
  // A known text with a piece of HTML inserted at a random position.
  const mutated = fc
    .tuple(fc.constantFrom(...known.filter(({ length }) => length < 2_000)), fc.nat(), part)
    .map(([html, place, piece]) => html.slice(0, place % html.length) + piece + html.slice(place % html.length))
  const random = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''))
  const texts = [...known, ...fc.sample(fc.oneof(random, mutated), { numRuns: TEXTS, seed: Number(process.env.SEED) })]
  const script = readdirSync('dist/client/assets').find((name) => /^sanitize-browser-.*\.js$/.test(name))
  const { page } = await openPage(`${(await firstEdition()).url}/about`)
  // A string, because the test runner would replace a call of `import`.
  const sanitiser = await page.evaluateHandle<{ sanitise: (html: string) => string }>(`import('/assets/${script}')`)
  const differences = await page.evaluate(
    ({ sanitiser: { sanitise }, pairs }) => {
      // Pages insert both results as HTML, so compare their trees.
      const parsed = (html: string) => Object.assign(document.createElement('div'), { innerHTML: html }).innerHTML
      return pairs.flatMap(([html, onServer]) => {
        const [one, other] = [parsed(sanitise(html)), parsed(onServer)]
        return one === other ? [] : [{ html, inBrowser: one, onServer: other }]
      })
    },
    { sanitiser, pairs: texts.map((html) => [html, sanitizeHtml(html)] as const) },
  )
  expect([differences.length, differences.slice(0, 3)]).toEqual([0, []])
})
