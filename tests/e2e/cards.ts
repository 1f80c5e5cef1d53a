import type { Locator } from 'playwright-core'

/** What a reader sees of a card: its lines of words in order, where its title leads, and the address of its picture. */
export type SeenCard = { words: string[]; href: string | null; picture: string | null }

/** Reads a card as it is rendered; what is not visible is not read. It is scrolled to: what is far away is not laid out. */
export function seen(card: Locator): Promise<SeenCard> {
  return card.evaluate(async (element: HTMLElement) => {
    for (const frame = () => new Promise(requestAnimationFrame); element.innerText.trim() === ''; await frame())
      element.scrollIntoView()
    return {
      words: element.innerText.split('\n').filter((line) => line.trim() !== ''),
      href: element.querySelector('h2 a, h3 a')?.getAttribute('href') ?? null,
      picture: element.querySelector('img')?.checkVisibility() ? (element.querySelector('img')?.src ?? null) : null,
    }
  })
}

/** The titles of the cards in a part of a page, in their order. */
export function titlesIn(part: Locator): Promise<string[]> {
  return part.locator('h2 a, h3 a').allTextContents()
}

/** How many lines of a text can be seen; lines that a clamp hides do not count. */
export function visibleLines(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { bottom } = element.getBoundingClientRect()
    const lines = [...range.getClientRects()].filter(({ top, height }) => top + height / 2 < bottom)
    return new Set(lines.map(({ top }) => Math.round(top))).size
  })
}
