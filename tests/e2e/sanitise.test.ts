import fc from 'fast-check'
import { parseFragment, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import { part } from '../fixtures/random-html.ts'
import { openPage } from './browser.ts'
import { HARMLESS, HOSTILE } from './hostile-html.ts'
import { firstEdition } from './site.ts'

// Browsers must parse the sanitiser's output as the sanitiser does. Otherwise, a browser could find elements that the
// sanitiser did not check.

const TEXTS = 1_500

test('a browser parses sanitised HTML to the same tree as the sanitiser', async () => {
  const known = [...HOSTILE, ...HARMLESS].map(({ html }) => html)
  // A known text with a piece of HTML inserted at a random position.
  const mutated = fc
    .tuple(fc.constantFrom(...known.filter(({ length }) => length < 2_000)), fc.nat(), part)
    .map(([html, place, piece]) => html.slice(0, place % html.length) + piece + html.slice(place % html.length))
  const random = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''))
  const texts = [...known, ...fc.sample(fc.oneof(random, mutated), { numRuns: TEXTS, seed: Number(process.env.SEED) })]
  const sanitised = texts.map(sanitizeHtml)
  const { page } = await openPage(`${(await firstEdition()).url}/about`)
  const inBrowser = await page.evaluate(
    (all) => all.map((html) => Object.assign(document.createElement('div'), { innerHTML: html }).innerHTML),
    sanitised,
  )
  const differences = sanitised.flatMap((html, index) => {
    const onServer = serialize(parseFragment(html, { scriptingEnabled: false }))
    return inBrowser[index] === onServer ? [] : [{ html, inBrowser: inBrowser[index], onServer }]
  })
  expect([differences.length, differences.slice(0, 3)]).toEqual([0, []])
})
