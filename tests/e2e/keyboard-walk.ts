import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A stop in the tab order and its accessibility problems. `key` is -1 if the element is inside the evidence panel. */
type Stop = { key: number; tag: string; name: string; faults: string[] }

const MAX_STOPS = 400

/**
 * Presses Tab until the element with this name has the focus. All elements on the way must be visible and show a focus
 * ring.
 */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let press = 0; press < MAX_STOPS; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(focusedStop)
    // After the last element, the focus leaves the page.
    if (stop === null) continue
    expect(stop.faults, stop.name).toEqual([])
    passed.push(stop.name)
    if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return
  }
  throw new Error(`Tab does not reach "${name}", only ${passed.join(', ')}.`)
}

/** Describes the focused element, or returns null if the focus is outside the page. */
export function focusedOn(page: Page): Promise<Stop | null> {
  return page.evaluate(focusedStop)
}

/** Presses Tab to the end of a page, then Shift+Tab back to its start. Returns a sentence for each fault. */
export async function walkFaults(page: Page): Promise<string[]> {
  const stops = await walk(page, 'Tab')
  const keys = stops.map(({ key }) => key)
  const back = (await walk(page, 'Shift+Tab')).map(({ key }) => key)
  return [
    ...new Set([
      ...stops.flatMap((stop) => stop.faults.map((fault) => `${named(stop)}: ${fault}`)),
      ...stops
        .filter(({ key }, index) => keys.indexOf(key) !== index)
        .map((stop) => `${named(stop)}: is reached twice`),
      ...(back.join() === keys.toReversed().join() ? [] : ['the way back has another order']),
      ...(await page.evaluate(unreached)),
    ]),
  ]
}

async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  const stops: Stop[] = []
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(focusedStop)
    if (stop === null) break
    // Evidence appears only while its citation has the focus.
    if (stop.key >= 0) stops.push(stop)
  }
  return stops
}

function named({ tag, name }: Stop): string {
  return `${tag} "${name.slice(0, 40)}"`
}

// Runs in the page: describes the focused element and tags it with a number in `data-stop`.
function focusedStop(): Stop | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  element.dataset['stop'] ??= String(document.querySelectorAll('[data-stop]').length)
  const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '') ?? element
  const { top, bottom, left, right } = element.getBoundingClientRect()
  // A card shows its link's focus ring, and a search box shows its field's.
  const hasRing = [element, ...document.querySelectorAll(':has(:focus-visible)')].some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return one.contains(element) && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  const isTall = bottom - top > innerHeight * 0.6
  const isInView = isTall || (top > -1 && bottom < innerHeight + 1 && left > -1 && right < innerWidth + 1)
  const isUncovered = [...element.getClientRects()].some((box) => {
    const x = (Math.max(0, box.left) + Math.min(box.right, innerWidth)) / 2
    const y = (Math.max(0, box.top) + Math.min(box.bottom, innerHeight)) / 2
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (element.contains(hit) || hit.contains(element))
  })
  return {
    key: element.closest('.evidence') ? -1 : Number(element.dataset['stop']),
    tag: element.tagName,
    name: (element.getAttribute('aria-label') ?? label.textContent).replaceAll(/\s+/g, ' ').trim(),
    faults: [
      ...(hasRing || element.closest('.ask, .search-field') ? [] : ['shows no focus']),
      ...(isInView ? [] : [`is out of view (${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight})`]),
      ...(isUncovered || !isInView ? [] : ['is covered']),
    ],
  }
}

// Runs in the page: finds elements that Tab should have reached.
function unreached(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, summary, [tabindex="0"]')]
    .filter((element) => element.tabIndex >= 0 && !element.closest('[inert], .evidence, [data-stop]'))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => `${element.tagName} "${element.textContent.trim().slice(0, 40)}" is not reached`)
}
