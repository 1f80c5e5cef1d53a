import type { Page } from 'playwright-core'

/** An element that got the focus, and the faults found there. Its key is -1 if it is part of the evidence. */
type Stop = { key: number; name: string; faults: string[] }

const MAX_STOPS = 400

/** Goes through a page with Tab to its end and back. Resolves to a sentence for each fault. */
export async function walkFaults(page: Page): Promise<string[]> {
  const stops = await walk(page, 'Tab')
  const keys = stops.map(({ key }) => key)
  const back = (await walk(page, 'Shift+Tab')).map(({ key }) => key)
  return [
    ...new Set([
      ...stops.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)),
      ...stops.filter(({ key }, index) => keys.indexOf(key) !== index).map(({ name }) => `${name}: is reached twice`),
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

// Runs in the page: describes the focused element, and numbers it in the attribute `data-stop`.
function focusedStop(): Stop | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  element.dataset['stop'] ??= String(document.querySelectorAll('[data-stop]').length)
  const label = element.getAttribute('aria-label') ?? element.textContent
  const { top, bottom, left, right } = element.getBoundingClientRect()
  // A card shows the focus of its link, and a search box the focus of its field.
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
    name: `${element.tagName} "${label.replaceAll(/\s+/g, ' ').trim().slice(0, 40)}"`,
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
