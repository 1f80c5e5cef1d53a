// Checks for readers with large text, reduced motion or no scripts. Each runs in the page and returns a
// sentence for each fault.

/** Finds texts that are cut off or overlap, at most `limit` of each. */
export function textFaults(limit: number): string[] {
  type Line = { text: string; box: Element; top: number; bottom: number; left: number; right: number }
  const lines: Line[] = []
  const cut: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!parent || text === '' || parent.closest('.vh, .skip, script, style, math, noscript')) continue
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }))
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { top, bottom, left, right } of range.getClientRects()) {
      if (right - left < 1) continue
      const line = { text: text.slice(0, 40), box: blockOf(parent), top, bottom, left, right }
      const fate = fateOf(line, parent)
      if (fate === 'cut') cut.push(`"${line.text}" is cut off`)
      if (fate === 'shown') lines.push(line)
    }
  }
  for (const picture of document.querySelectorAll('img')) {
    const { top, bottom, left, right, width } = picture.getBoundingClientRect()
    if (width > 0) lines.push({ text: 'a picture', box: picture, top, bottom, left, right })
  }
  for (const box of document.querySelectorAll('.search, .evidence:not(:empty), .results')) {
    const { bottom } = box.getBoundingClientRect()
    if (box.scrollWidth > box.clientWidth) cut.push(`${box.className} is wider than it can be`)
    if (getComputedStyle(box).position === 'fixed' && bottom > innerHeight + 1)
      cut.push(`${box.className} ends below the window`)
  }
  return [...cut.slice(0, limit), ...overlaps().slice(0, limit)]

  function blockOf(element: Element): Element {
    let block = element
    while (getComputedStyle(block).display.startsWith('inline') && block.parentElement) block = block.parentElement
    return block
  }

  // A completely hidden line is hidden on purpose. A partly hidden line is cut off.
  function fateOf({ top, bottom, left, right }: Line, parent: Element): 'shown' | 'hidden' | 'cut' {
    // Letters do not fill the complete height of a line.
    const slack = (bottom - top) * 0.3
    let isScrolled = false
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box)
      if (overflowX === 'visible' && overflowY === 'visible') {
        if (position === 'fixed') break
        continue
      }
      const edge = box.getBoundingClientRect()
      const isOutY = bottom - slack <= edge.top || top + slack >= edge.bottom
      const isOutX = right <= edge.left || left >= edge.right
      if (/auto|scroll/.test(overflowX) && (isOutX || left < edge.left || right > edge.right)) isScrolled = true
      if (/auto|scroll/.test(overflowY) && (isOutY || top < edge.top || bottom > edge.bottom)) isScrolled = true
      if (isScrolled) return 'hidden'
      if (/hidden|clip/.test(overflowY) && isOutY) return 'hidden'
      if (/hidden|clip/.test(overflowY) && (top + slack < edge.top - 1 || bottom - slack > edge.bottom + 1))
        return 'cut'
      if (/hidden|clip/.test(overflowX) && (left < edge.left - 1 || right > edge.right + 1)) return 'cut'
      if (position === 'fixed') break
    }
    return 'shown'
  }

  function overlaps(): string[] {
    const found = new Set<string>()
    const sorted = lines.toSorted((one, other) => one.top - other.top)
    sorted.forEach((line, index) => {
      for (const other of sorted.slice(index + 1)) {
        if (other.top >= line.bottom) break
        if (other.box === line.box || layerOf(other.box) !== layerOf(line.box)) continue
        const high = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top)
        const wide = Math.min(line.right, other.right) - Math.max(line.left, other.left)
        const least = Math.min(line.bottom - line.top, other.bottom - other.top)
        if (wide > 2 && high > least * 0.35) found.add(`"${line.text}" lies over "${other.text}"`)
      }
    })
    return [...found]
  }

  // These parts cover the page on purpose.
  function layerOf(element: Element): Element | null {
    return element.closest('.site-header, .search, .evidence')
  }
}

/** Finds elements with animations or transitions longer than 10 ms that scrolling does not drive. */
export function motions(): string[] {
  const found = new Set<string>()
  for (const element of document.querySelectorAll('*'))
    for (const part of [undefined, '::before', '::after']) {
      const style = getComputedStyle(element, part)
      const isScrolled = style.getPropertyValue('animation-timeline') !== 'auto'
      const last = (durations: string) => Math.max(...durations.split(',').map((one) => Number.parseFloat(one) * 1_000))
      const moves = style.animationName !== 'none' && !isScrolled && last(style.animationDuration) > 10
      if (moves || last(style.transitionDuration) > 10)
        found.add(`${element.tagName} ${element.className} ${part ?? ''}`)
    }
  if (getComputedStyle(document.documentElement).scrollBehavior !== 'auto') found.add('the page scrolls smoothly')
  return [...found]
}

/** Finds controls that do not work without scripts: buttons outside forms, and links to missing anchors. */
export function deadControls(): string[] {
  const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const buttons = [...document.querySelectorAll('button:not([popovertarget]), [role=button], input, select')].filter(
    (control) => visible(control) && !control.closest('form[action]'),
  )
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')].filter(({ href, hash }) => {
    const isHere = new URL(href).pathname === location.pathname && new URL(href).origin === location.origin
    return isHere && document.getElementById(decodeURIComponent(hash.slice(1))) === null
  })
  const empty = [...document.querySelectorAll('a:not([href]), .tools')].filter(visible)
  return [...buttons, ...links, ...empty].map(({ outerHTML }) => outerHTML.slice(0, 120))
}
