import type { Page } from 'playwright-core'

/** An element that got the focus, and the faults found there. */
type Stop = { key: number; name: string; isBeside: boolean; box: Box; region: string; faults: string[] }
type Box = { top: number; bottom: number; left: number; right: number }

declare global {
  // Elements that have had the focus.
  interface Window {
    stops?: Element[]
  }
}

const MAX_STOPS = 400

/** Goes through a page with Tab to its end and back. Resolves to a sentence for each fault. */
export async function walkFaults(page: Page): Promise<string[]> {
  const there = await walk(page, 'Tab')
  const faults = there.flatMap(({ name, faults: own }) => own.map((fault) => `${name}: ${fault}`))
  // Evidence appears only while its citation has the focus.
  const fixed = there.filter(({ isBeside }) => !isBeside)
  const keys = fixed.map(({ key }) => key)
  keys.forEach((key, index) => {
    if (keys.indexOf(key) !== index) faults.push(`${fixed[index]?.name}: is reached twice`)
  })
  fixed.forEach((stop, index) => {
    const before = fixed[index - 1]
    // The focus may move upwards only into the next column.
    if (!before || before.region !== stop.region) return
    if (stop.box.bottom <= before.box.top && stop.box.left < before.box.right - 1)
      faults.push(`${stop.name}: is above "${before.name}" and comes after it`)
  })
  for (const missed of await page.evaluate(unreached)) faults.push(`${missed}: is not reached`)
  const back = await walk(page, 'Shift+Tab')
  const returned = back.filter(({ isBeside }) => !isBeside).map(({ key }) => key)
  if (returned.join() !== keys.toReversed().join()) {
    const odd = [...new Set(keys).symmetricDifference(new Set(returned))]
    const names = odd.map((key) => [...there, ...back].find((stop) => stop.key === key)?.name)
    faults.push(`the way back is another one: ${names.join(', ') || 'in another order'}`)
  }
  return [...new Set(faults)]
}

async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  const stops: Stop[] = []
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(look)
    if (stop === null) break
    stops.push(stop)
  }
  return stops
}

// Runs in the page: describes the focused element, its position and its visibility.
function look(): Stop | null {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  window.stops ??= []
  const known = window.stops
  if (!known.includes(element)) known.push(element)
  const label = element.getAttribute('aria-label') ?? element.textContent
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const boxes = [...element.getClientRects()]
  return {
    key: known.indexOf(element),
    name: `${element.tagName} "${label.replaceAll(/\s+/g, ' ').trim().slice(0, 40)}"`,
    isBeside: element.closest('.evidence') !== null,
    box: { top: top + scrollY, bottom: bottom + scrollY, left, right },
    region: element.closest('header.site-header, main, footer, .skip, .copy-line')?.className ?? '',
    faults: [...ringFaults(), ...placeFaults()],
  }

  // A card shows the focus of its link, and a search box the focus of its field.
  function ringFaults(): string[] {
    const ring = [element, ...document.querySelectorAll(':has(:focus-visible), :focus-within')].find((one) => {
      if (one === null || (one !== element && !one.contains(element))) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    if (!ring) return element?.closest('.ask, .search-field') ? [] : ['shows no focus']
    const { outlineWidth, outlineOffset } = getComputedStyle(ring)
    const out = Math.max(0, Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth))
    const edge = ring.getBoundingClientRect()
    for (let box = ring.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const margin = overflowX === 'clip' ? Number.parseFloat(getComputedStyle(box).overflowClipMargin) || 0 : 0
      const { x, y, width, height } = box.getBoundingClientRect()
      const clip = new DOMRect(x - margin, y - margin, width + 2 * margin, height + 2 * margin)
      const sides = [
        overflowX !== 'visible' && edge.left - out < clip.left - 1 && 'start',
        overflowX !== 'visible' && edge.right + out > clip.right + 1 && 'end',
        overflowY !== 'visible' && edge.top - out < clip.top - 1 && 'top',
        overflowY !== 'visible' && edge.bottom + out > clip.bottom + 1 && 'bottom',
      ].filter(Boolean)
      if (sides.length > 0) return [`its ring is clipped at ${sides.join(' and ')}`]
    }
    return []
  }

  function placeFaults(): string[] {
    const isTall = bottom - top > innerHeight * 0.6
    if (!isTall && (top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1))
      return [`is out of sight (${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight})`]
    const isHit = boxes.some((box) => {
      const x = Math.max(0, box.left) + (Math.min(box.right, innerWidth) - Math.max(0, box.left)) / 2
      const y = Math.max(0, box.top) + (Math.min(box.bottom, innerHeight) - Math.max(0, box.top)) / 2
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (element?.contains(hit) || hit.contains(element))
    })
    return isHit ? [] : ['is covered']
  }
}

// Runs in the page: finds elements that Tab should have reached.
function unreached(): string[] {
  const known = window.stops ?? []
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, summary, [tabindex="0"]')]
    .filter(
      (element) =>
        element.tabIndex >= 0 &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[inert], .evidence') &&
        !known.includes(element),
    )
    .map((element) => `${element.tagName} "${element.textContent.trim().slice(0, 40)}"`)
}
