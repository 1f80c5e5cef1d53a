import type { Evidence, Source } from '#blog/post.ts'
import { claimBefore } from '#site/article/claim.ts'
import { createAside, evidenceLayout, fillAside, placeAside } from '#site/article/evidence-aside.ts'
import { isPlainClick } from '#site/router.tsx'

// The time that a pointer may take to move from a citation to its evidence.
const HIDE_DELAY_MS = 250
const CITATIONS = '.prose sup a[id^="ref-"]'
const CLAIM = 'claim'

/**
 * Shows the evidence of a citation that is hovered, focused or clicked, until `signal` aborts. A clicked one stays pinned.
 * Escape and the close button hide it, and the pointer may move onto it (WCAG 2.2, 1.4.13). Citations without evidence stay
 * links to their source.
 */
export function showEvidence(
  element: HTMLElement,
  record: { evidence: readonly Evidence[]; sources: readonly Source[]; signal: AbortSignal },
): void {
  const { evidence, sources, signal } = record
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
    link.ariaLabel = `Source ${link.textContent}: show the sentence`
    link.ariaExpanded = 'false'
    link.setAttribute('aria-controls', aside.id)
  }
  let claim = new Range()
  let shown: HTMLAnchorElement | null = null
  let pinned: HTMLAnchorElement | null = null
  let isReturning = false
  let timer = 0

  function show(link: HTMLAnchorElement): void {
    clearTimeout(timer)
    const quotes = quotesOf.get(link)
    if (shown === link || quotes === undefined) return
    if (shown !== null) shown.ariaExpanded = 'false'
    shown = link
    link.ariaExpanded = 'true'
    claim = claimBefore(link, quotes[0]?.text.length ?? 0)
    // Not every browser supports highlights.
    if ('highlights' in CSS) CSS.highlights.set(CLAIM, new Highlight(claim))
    fillAside(aside, { quotes, sources })
    placeAside(aside, { link, claim })
  }

  function hide(): void {
    clearTimeout(timer)
    if (shown !== null) shown.ariaExpanded = 'false'
    shown = pinned = null
    if ('highlights' in CSS) CSS.highlights.delete(CLAIM)
    aside.replaceChildren()
  }

  // Hides the evidence. If it is pinned or has the focus, the focus returns to its citation.
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

  function leave(): void {
    if (pinned !== null) show(pinned)
    else if (!aside.contains(document.activeElement)) hide()
  }

  function click(event: MouseEvent): void {
    const link = citationAt(event.target)
    if (link !== null && quotesOf.has(link) && isPlainClick(event)) {
      event.preventDefault()
      if (pinned === link) return hide()
      pinned = link
      show(link)
    } else if (shown !== null && link === null && !isInAside(event.target)) hide()
  }

  // The aside is at the end of the text, but Tab reaches it directly after its citation.
  function moveFocus(event: KeyboardEvent): void {
    if (shown === null || event.key !== 'Tab') return
    const stops = [...aside.querySelectorAll<HTMLElement>('a, button')].filter((stop) => stop.checkVisibility())
    const [first, last] = [stops[0], stops.at(-1)]
    if (event.target === shown && !event.shiftKey && first) {
      event.preventDefault()
      first.focus({ preventScroll: evidenceLayout() === 'sheet' })
    } else if (event.target === first && event.shiftKey) {
      event.preventDefault()
      focus(shown)
      // From the citation, the browser itself moves on to the next link.
    } else if (event.target === last && !event.shiftKey) focus(shown)
  }

  function isInAside(target: EventTarget | null): boolean {
    return target instanceof Node && aside.contains(target)
  }

  function hover({ target, pointerType }: PointerEvent): void {
    const link = citationAt(target)
    if (isInAside(target)) clearTimeout(timer)
    // A sheet would cover the pointer.
    else if (link !== null && pointerType === 'mouse' && evidenceLayout() !== 'sheet') show(link)
  }

  function unhover({ target, pointerType }: PointerEvent): void {
    if (shown === null || pointerType !== 'mouse' || (citationAt(target) === null && !isInAside(target))) return
    clearTimeout(timer)
    timer = window.setTimeout(leave, HIDE_DELAY_MS)
  }

  function focusIn({ target }: FocusEvent): void {
    if (isReturning || isInAside(target)) return
    const link = citationAt(target)
    if (link !== null && quotesOf.has(link)) {
      if (link.matches(':focus-visible')) show(link)
      // A pinned aside in the margin covers nothing, so it can stay.
    } else if (pinned === null || evidenceLayout() !== 'margin') hide()
  }

  function pressKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && shown !== null) dismiss()
    else moveFocus(event)
  }

  function replace(): void {
    if (shown !== null) placeAside(aside, { link: shown, claim })
  }

  element.addEventListener('pointerover', hover, { signal })
  element.addEventListener('pointerout', unhover, { signal })
  document.addEventListener('focusin', focusIn, { signal })
  document.addEventListener('click', click, { signal })
  document.addEventListener('keydown', pressKey, { signal })
  addEventListener('resize', replace, { signal })
  signal.addEventListener('abort', () => {
    hide()
    aside.remove()
  })
  // A citation may have been hovered or focused before hydration.
  for (const link of quotesOf.keys()) if (link.matches(':is(:focus-visible, :hover)')) show(link)
}

function citationAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(CITATIONS) : null
}
