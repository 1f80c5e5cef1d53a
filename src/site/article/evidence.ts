import type { Evidence, Source } from '#blog/post.ts'
import { createAside, evidenceLayout, fillAside, placeAside } from '#site/article/evidence-aside.ts'
import { isPlainClick } from '#site/router.tsx'

// Delay before a hovered sentence shows its evidence. The same delay gives the pointer time to move onto visible
// evidence.
const POINTER_DELAY_MS = 300
const CITATIONS = '.prose :is(sup, .quiet) > a[href^="#s"]'

/**
 * Until `signal` is aborted, shows a sentence's evidence when the sentence is hovered or clicked, or when its citation
 * is focused. A click pins the evidence. Escape and the close button hide it, and the pointer can move onto it (WCAG
 * 2.2, 1.4.13). A citation without evidence remains a link to its source.
 */
export function showEvidence(
  element: HTMLElement,
  { evidence, sources, signal }: { evidence: readonly Evidence[]; sources: readonly Source[]; signal: AbortSignal },
): void {
  const quotesOf = new Map<HTMLAnchorElement, Evidence[]>()
  for (const [index, link] of element.querySelectorAll<HTMLAnchorElement>(CITATIONS).entries()) {
    const quotes = evidence.filter(({ citation }) => citation === index + 1)
    if (quotes.length > 0) quotesOf.set(link, quotes)
  }
  const body = element.querySelector<HTMLElement>('.article-body')
  if (quotesOf.size === 0 || body === null) return
  const aside = createAside(() => dismiss())
  body.append(aside)
  for (const link of quotesOf.keys()) {
    // Add the text only once, because this function may run again for the same links.
    if (link.ariaExpanded === null) link.ariaLabel += ': show the sentence'
    link.ariaExpanded = 'false'
    link.setAttribute('aria-controls', aside.id)
  }
  let shown: HTMLAnchorElement | null = null
  let pinned: HTMLAnchorElement | null = null
  let pointed: HTMLAnchorElement | null = null
  let isReturning = false
  let timer = 0

  function show(link: HTMLAnchorElement, isSentence = false): void {
    clearTimeout(timer)
    if (shown === link) return
    if (shown !== null) shown.ariaExpanded = 'false'
    shown = link
    link.ariaExpanded = 'true'
    // Not every browser supports the CSS Custom Highlight API.
    if ('highlights' in CSS) CSS.highlights.set('claim', new Highlight(claimOf(link)))
    // A sentence may have several citations.
    const links = isSentence
      ? [...quotesOf.keys()].filter((other) => other.parentElement === link.parentElement)
      : [link]
    fillAside(aside, { quotes: links.flatMap((one) => quotesOf.get(one) ?? []), sources })
    placeAside(aside, { link, claim: claimOf(link) })
  }

  function hide(): void {
    clearTimeout(timer)
    if (shown !== null) shown.ariaExpanded = 'false'
    shown = pinned = null
    if ('highlights' in CSS) CSS.highlights.delete('claim')
    aside.replaceChildren()
  }

  // Hides the evidence. If it was pinned or had the focus, returns the focus to its citation.
  function dismiss(): void {
    const back = aside.contains(document.activeElement) ? shown : pinned
    hide()
    if (back !== null) focus(back)
  }

  function focus(link: HTMLAnchorElement): void {
    isReturning = true
    link.focus({ preventScroll: true })
    isReturning = false
  }

  // Returns the citation under the pointer, or the first citation of the sentence under the pointer.
  function citationAtPointer({ target, clientX: x, clientY: y }: MouseEvent): HTMLAnchorElement | null {
    const block = target instanceof Element && !target.closest('a, button') && target.closest('.prose > *')
    if (!block) return citationAt(target)
    const isAtPointer = ({ left, right, top, bottom }: DOMRect) => left <= x && x <= right && top <= y && y <= bottom
    const links = [...quotesOf.keys()].filter((link) => block.contains(link))
    return links.find((link) => [...claimOf(link).getClientRects()].some(isAtPointer)) ?? null
  }

  function click(event: MouseEvent): void {
    const link = citationAtPointer(event)
    if (link !== null && quotesOf.has(link) && isPlainClick(event)) {
      // The click that ends a text selection must not open the evidence.
      if (citationAt(event.target) === null && getSelection()?.isCollapsed === false) return
      event.preventDefault()
      if (pinned === link) return hide()
      pinned = link
      show(link, citationAt(event.target) === null)
    } else if (shown !== null && link === null && !isInAside(event.target)) hide()
  }

  // The aside is the last element of the text, but Tab must reach it directly after its citation.
  function pressKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && shown !== null) return dismiss()
    if (event.key !== 'Tab' || shown === null) return
    const stops = [...aside.querySelectorAll<HTMLElement>('a, button')].filter((stop) => stop.checkVisibility())
    const [first, last] = [stops[0], stops.at(-1)]
    if (event.target === shown && !event.shiftKey && first) {
      event.preventDefault()
      first.focus({ preventScroll: evidenceLayout() === 'sheet' })
    } else if (event.target === first && event.shiftKey) {
      event.preventDefault()
      focus(shown)
      // Focus the citation first so that the browser then moves the focus to the link after it.
    } else if (event.target === last && !event.shiftKey) focus(shown)
  }

  function isInAside(target: EventTarget | null): boolean {
    return target instanceof Node && aside.contains(target)
  }

  function point(event: PointerEvent): void {
    // Hovering does not open a sheet, because the sheet would cover the pointer.
    if (event.pointerType !== 'mouse' || evidenceLayout() === 'sheet') return
    const link = isInAside(event.target) ? shown : citationAtPointer(event)
    if (link === pointed) return
    pointed = link
    clearTimeout(timer)
    if (link === shown) return
    const isSentence = citationAt(event.target) === null
    const next = () => (link !== null && quotesOf.has(link) ? show(link, isSentence) : leave())
    timer = window.setTimeout(next, isSentence ? POINTER_DELAY_MS : 0)
  }

  function leave(): void {
    if (pinned !== null) show(pinned)
    else if (shown !== null && !aside.contains(document.activeElement) && !shown.matches(':focus-visible')) hide()
  }

  function focusIn({ target }: FocusEvent): void {
    if (isReturning || isInAside(target)) return
    const link = citationAt(target)
    if (link !== null && quotesOf.has(link)) {
      if (link.matches(':focus-visible')) show(link)
      // A pinned aside in the margin covers nothing, so it can stay open.
    } else if (pinned === null || evidenceLayout() !== 'margin') hide()
  }

  document.addEventListener('pointermove', point, { signal })
  document.addEventListener('focusin', focusIn, { signal })
  document.addEventListener('click', click, { signal })
  document.addEventListener('keydown', pressKey, { signal })
  addEventListener('resize', () => shown && placeAside(aside, { link: shown, claim: claimOf(shown) }), { signal })
  signal.addEventListener('abort', () => {
    hide()
    aside.remove()
  })
}

// Returns the text between a citation and the previous citation in its block. This is the cited sentence, because every
// sentence has a citation.
function claimOf(link: HTMLAnchorElement): Range {
  const mark = link.parentElement ?? link
  const range = new Range()
  const quotation = mark.closest('figcaption')?.parentElement?.querySelector('blockquote')
  const block = quotation ?? mark.closest('p, li, td, th, dd, dt, caption, figcaption, blockquote')
  range.selectNodeContents(block ?? mark)
  if (quotation || !block) return range
  const marks = [...block.querySelectorAll(':is(sup, .quiet):has(> [href^="#s"])')]
  const previous = marks[marks.indexOf(mark) - 1]
  if (previous) range.setStartAfter(previous)
  range.setEndBefore(mark)
  return range
}

function citationAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(CITATIONS) : null
}
