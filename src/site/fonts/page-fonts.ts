/**
 * Loads the fonts that a page shows, which stand in its `noscript`, and sets its text in them once all are there: while the
 * browser knows of none, it does not look for what stands in for it. Lines in view are kept (`keepLines`).
 */
export async function showFonts(): Promise<void> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(/<style>([^<]*)/.exec(document.querySelector('noscript')?.textContent ?? '')?.[1] ?? '')
  const faces = [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSFontFaceRule ? [readFace(rule.style)] : []))
  // No page is without upright letters. Only the others have to be looked for.
  const loads = faces.filter(({ isUsual }) => isUsual).map(load)
  // In a task of its own, so that a press comes in between.
  if (isPainted()) await new Promise((resolve) => setTimeout(resolve))
  for (const face of faces) if (!face.isUsual && isShown(face)) loads.push(load(face))
  const ends = await Promise.allSettled(loads)
  const loaded = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  // Nothing is in view that could move, and the first frame has all of them.
  if (!isPainted()) return loaded.forEach((face) => document.fonts.add(face))
  const heights = heightsInView()
  // A family in each task, so that a press comes in between.
  for (const family of new Set(loaded.map((face) => face.family)))
    setTimeout(() => {
      for (const face of loaded) if (face.family === family) document.fonts.add(face)
      keepLines(heights)
    })
}

function isPainted(): boolean {
  return performance.getEntriesByName('first-contentful-paint').length > 0
}

function readFace(rule: CSSStyleDeclaration) {
  const read = (name: string) => rule.getPropertyValue(name)
  const style = read('font-style') || 'normal'
  const range = read('unicode-range')
  const family = read('font-family').replaceAll('"', '')
  const isUsual = style === 'normal' && range.includes('-7E')
  return { family, src: read('src'), style, weight: read('font-weight'), unicodeRange: range || 'U+0-10FFFF', isUsual }
}

type Face = ReturnType<typeof readFace>

function load({ family, src, style, weight, unicodeRange }: Face): Promise<FontFace> {
  return new FontFace(family, src, { style, weight, unicodeRange }).load()
}

// Asked of what it skips (`content-visibility`), the browser styles a whole section, so only what may be in the font is.
function isShown({ family, style, unicodeRange }: Face): boolean {
  const characters = charactersIn(unicodeRange)
  for (const root of style === 'italic' ? slanted() : [document.body])
    for (const [text, element] of textsIn(root)) {
      if (!characters.test(text) || !element.checkVisibility()) continue
      const { fontStyle, fontFamily } = getComputedStyle(element)
      if (fontStyle === style && fontFamily.replace(/,.*/, '').replaceAll('"', '') === family) return true
    }
  return false
}

// All that may be in italics: by a rule of the page, and what browsers set so.
function slanted(): NodeListOf<Element> {
  // What an extension of the browser links to cannot be read.
  const own = [...document.styleSheets].filter(({ href }) => href === null || href.startsWith(location.origin))
  const selectors = own.flatMap(({ cssRules }) => [...slanting(cssRules)])
  return document.querySelectorAll(['em,i,cite,var,dfn,address', ...selectors].join())
}

function* slanting(rules: CSSRuleList): Generator<string> {
  for (const rule of rules)
    if (rule instanceof CSSGroupingRule) yield* slanting(rule.cssRules)
    else if (rule instanceof CSSStyleRule && (rule.style.font + rule.style.fontStyle).includes('italic'))
      yield rule.selectorText
}

function* textsIn(root: Node): Generator<[text: string, element: HTMLElement]> {
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const { parentElement, nodeValue } = node
    if (nodeValue?.trim() && parentElement) yield [nodeValue, parentElement]
  }
}

// Of a list such as `U+20-7E, U+A0`.
function charactersIn(unicodeRange: string): RegExp {
  const ranges = unicodeRange.replaceAll(/U\+|, */gi, ' ').replaceAll(/[\dA-F]+/gi, '\\u{$&}')
  return new RegExp(`[${ranges.replaceAll(' ', '')}]`, 'u')
}

// Of each text in view the block that it is in, and how high that is, in pixels.
function heightsInView(): Map<HTMLElement, number> {
  const heights = new Map<HTMLElement, number>()
  for (const [, element] of textsIn(document.body)) {
    if (!element.checkVisibility({ contentVisibilityAuto: true })) continue
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
