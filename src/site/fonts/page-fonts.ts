/**
 * Loads the fonts that a page shows, which stand in its `noscript`, and sets its text in all of them at once: while the browser
 * knows of none, it neither looks for what stands in for it nor lays out the page for each. Lines in view are kept (`keepLines`).
 */
export async function showFonts(): Promise<void> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(/<style>([^<]*)/.exec(document.querySelector('noscript')?.textContent ?? '')?.[1] ?? '')
  const texts = textsByFont()
  const loads = [...sheet.cssRules].flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return []
    const read = (name: string) => rule.style.getPropertyValue(name)
    const family = read('font-family').replaceAll('"', '')
    const style = read('font-style') || 'normal'
    const unicodeRange = read('unicode-range') || 'U+0-10FFFF'
    if (!charactersIn(unicodeRange).test(texts.get(style + family) ?? '')) return []
    return new FontFace(family, read('src'), { style, weight: read('font-weight'), unicodeRange }).load()
  })
  const ends = await Promise.allSettled(loads)
  const add = () => {
    for (const end of ends) if (end.status === 'fulfilled') document.fonts.add(end.value)
  }
  requestAnimationFrame(() => {
    if (performance.getEntriesByName('first-contentful-paint').length > 0) keepLines(add)
    else add()
  })
}

function* shownTexts(): Generator<[text: string, element: HTMLElement]> {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const { parentElement, nodeValue } = node
    if (nodeValue?.trim() && parentElement?.checkVisibility()) yield [nodeValue, parentElement]
  }
}

// All that is shown in a font, by its style and family.
function textsByFont(): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [text, element] of shownTexts()) {
    const { fontStyle, fontFamily } = getComputedStyle(element)
    const font = fontStyle + fontFamily.replace(/,.*/, '').replaceAll('"', '')
    texts.set(font, (texts.get(font) ?? '') + text)
  }
  return texts
}

// Of a list such as `U+20-7E, U+A0`.
function charactersIn(unicodeRange: string): RegExp {
  const ranges = unicodeRange.replaceAll(/U\+|, */gi, ' ').replaceAll(/[\dA-F]+/gi, '\\u{$&}')
  return new RegExp(`[${ranges.replaceAll(' ', '')}]`, 'u')
}

// What a box may be higher or lower by, in pixels, without a line more or less in it.
const LESS_THAN_A_LINE = 8
// In em: none is wide enough to be seen.
const SPACINGS = [0.004, 0.008, 0.012, 0.016]

/*
 * However well what stands in for a font is measured, here and there a text takes a line more or less in the font itself, and
 * what is below it would move. Such a text has its letters set a little closer or wider.
 */
function keepLines(setFonts: () => void): void {
  const heights = new Map<HTMLElement, number>()
  for (const [, element] of shownTexts()) {
    let block: HTMLElement | null = element
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
    const box = block?.getBoundingClientRect()
    if (block && box && box.bottom > 0 && box.top < innerHeight) heights.set(block, box.height)
  }
  setFonts()
  for (const [block, height] of heights) {
    const growth = () => block.getBoundingClientRect().height - height
    const isHigher = growth() > 0
    const { letterSpacing, fontSize } = getComputedStyle(block)
    for (const spacing of SPACINGS) {
      if (Math.abs(growth()) < LESS_THAN_A_LINE) break
      const more = (isHigher ? -spacing : spacing) * parseFloat(fontSize)
      block.style.letterSpacing = `${(parseFloat(letterSpacing) || 0) + more}px`
    }
  }
}
