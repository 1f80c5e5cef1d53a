// Checks for readers with large text, reduced motion or no scripts. Each runs in the page and returns a
// sentence for each fault.

/** Finds texts that are cut off, at most `limit` of them. */
export function textFaults(limit: number): string[] {
  const cut: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!parent || text === '' || parent.closest('.vh, .skip, script, style, math, noscript')) continue
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects())
      if (line.width >= 1 && isCutOff(line, parent)) cut.push(`"${text.slice(0, 40)}" is cut off`)
  }
  for (const box of document.querySelectorAll('.search, .evidence:not(:empty), .results')) {
    if (box.scrollWidth > box.clientWidth) cut.push(`${box.className} is wider than it can be`)
    if (getComputedStyle(box).position === 'fixed' && box.getBoundingClientRect().bottom > innerHeight + 1)
      cut.push(`${box.className} ends below the window`)
  }
  return cut.slice(0, limit)

  // A completely hidden line is hidden on purpose, and a line in a scrolled box can be reached.
  function isCutOff({ top, bottom, left, right }: DOMRect, parent: Element): boolean {
    // Letters do not fill the complete height of a line.
    const slack = (bottom - top) * 0.3
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      const isOutX = left < edge.left - 1 || right > edge.right + 1
      const isOutY = top + slack < edge.top - 1 || bottom - slack > edge.bottom + 1
      const isHidden = bottom - slack <= edge.top || top + slack >= edge.bottom
      if (/auto|scroll/.test(overflowX) && isOutX) return false
      if (/auto|scroll/.test(overflowY) && isOutY) return false
      if (/hidden|clip/.test(overflowY) && isOutY) return !isHidden
      if (/hidden|clip/.test(overflowX) && isOutX) return true
      if (position === 'fixed') return false
    }
    return false
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
