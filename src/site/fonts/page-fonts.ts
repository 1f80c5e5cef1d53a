/**
 * Loads the fonts that a page shows, which stand in its `noscript`, and sets its text in all of them at once: while the browser
 * knows of none, it neither looks for what stands in for it nor lays out the page for each. Lines in view are kept (`keepLines`).
 * Looking at texts takes turns with what else the browser has to do, `slice` milliseconds each.
 */
export async function showFonts(slice: number): Promise<void> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(/<style>([^<]*)/.exec(document.querySelector('noscript')?.textContent ?? '')?.[1] ?? '')
  const faces = [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSFontFaceRule ? [readFace(rule.style)] : []))
  // No page is without upright letters. Only the others have to be looked for.
  const loads = faces.filter(({ isUsual }) => isUsual).map(load)
  const texts = await textsByFont(slice)
  for (const face of faces)
    if (!face.isUsual && charactersIn(face.unicodeRange).test(texts.get(face.style + face.family) ?? ''))
      loads.push(load(face))
  const ends = await Promise.allSettled(loads)
  // What a frame can do without is not done in it.
  const heights =
    performance.getEntriesByName('first-contentful-paint').length > 0 ? heightsInView() : new Map<HTMLElement, number>()
  requestAnimationFrame(() => {
    for (const end of ends) if (end.status === 'fulfilled') document.fonts.add(end.value)
    keepLines(heights)
  })
}

function readFace(rule: CSSStyleDeclaration) {
  const read = (name: string) => rule.getPropertyValue(name)
  const style = read('font-style') || 'normal'
  const range = read('unicode-range')
  const family = read('font-family').replaceAll('"', '')
  const isUsual = style === 'normal' && range === ''
  return { family, src: read('src'), style, weight: read('font-weight'), unicodeRange: range || 'U+0-10FFFF', isUsual }
}

function load({ family, src, style, weight, unicodeRange }: ReturnType<typeof readFace>): Promise<FontFace> {
  return new FontFace(family, src, { style, weight, unicodeRange }).load()
}

function* shownTexts(options?: CheckVisibilityOptions): Generator<[text: string, element: HTMLElement]> {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const { parentElement, nodeValue } = node
    if (nodeValue?.trim() && parentElement?.checkVisibility(options)) yield [nodeValue, parentElement]
  }
}

// All that is shown in a font, by its style and family. The browser styles what it has not yet shown of the page for this.
async function textsByFont(slice: number): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  let began = performance.now()
  for (const [text, element] of shownTexts()) {
    const { fontStyle, fontFamily } = getComputedStyle(element)
    const font = fontStyle + fontFamily.replace(/,.*/, '').replaceAll('"', '')
    texts.set(font, (texts.get(font) ?? '') + text)
    if (performance.now() - began < slice) continue
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
  return texts
}

// Of a list such as `U+20-7E, U+A0`.
function charactersIn(unicodeRange: string): RegExp {
  const ranges = unicodeRange.replaceAll(/U\+|, */gi, ' ').replaceAll(/[\dA-F]+/gi, '\\u{$&}')
  return new RegExp(`[${ranges.replaceAll(' ', '')}]`, 'u')
}

// Of each text in view the block that it is in, and how high that is, in pixels.
function heightsInView(): Map<HTMLElement, number> {
  const heights = new Map<HTMLElement, number>()
  for (const [, element] of shownTexts({ contentVisibilityAuto: true })) {
    let block: HTMLElement | null = element
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
    const box = block?.getBoundingClientRect()
    if (block && box && box.bottom > 0 && box.top < innerHeight) heights.set(block, box.height)
  }
  return heights
}

// What a box may be higher or lower by, in pixels, without a line more or less in it.
const LESS_THAN_A_LINE = 8
// In em: none is wide enough to be seen.
const SPACINGS = [0.004, 0.008, 0.012, 0.016]

/*
 * However well what stands in for a font is measured, here and there a text takes a line more or less in the font itself, and
 * what is below it would move. Such a text has its letters set a little closer or wider.
 */
function keepLines(heights: Map<HTMLElement, number>): void {
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
