import type { Locator } from 'playwright-core'

/** Titles of the cards in a part of a page. */
export function titlesIn(part: Locator): Promise<string[]> {
  return part.locator('h2 a, h3 a').allTextContents()
}

/** Number of visible lines of a text, without the lines that `line-clamp` hides. */
export function visibleLines(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { bottom } = element.getBoundingClientRect()
    const lines = [...range.getClientRects()].filter(({ top, height }) => top + height / 2 < bottom)
    return new Set(lines.map(({ top }) => Math.round(top))).size
  })
}
