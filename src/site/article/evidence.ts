import type { Evidence, Source } from '#blog/post.ts'
import { claimBefore } from '#site/article/claim.ts'
import { evidenceAside, fillAside, placeAside, windowKind } from '#site/article/evidence-aside.ts'

// How long a pointer may take from a citation to its evidence, in milliseconds.
const GRACE = 250
const CITATIONS = '.prose sup a[id^="ref-"]'
const CLAIM = 'claim'

/**
 * Shows what the citations of an article rest on, until `signal` aborts: while one is pointed at or has the focus, and for good
 * when it is pressed. Escape and the cross put it away, and a pointer may move onto it (WCAG 2.2, 1.4.13). A citation
 * without evidence on record stays a link to its source.
 */
export function showEvidence(
  element: HTMLElement,
  record: { evidence: readonly Evidence[]; sources: readonly Source[]; signal: AbortSignal },
): void {
  const { evidence, sources, signal } = record
  const citations = [...element.querySelectorAll<HTMLAnchorElement>(CITATIONS)]
  const borne = new Map(
    citations.flatMap((link, index) => {
      const quotes = evidence.filter(({ citation }) => citation === index + 1)
      return quotes.length === 0 ? [] : [[link, quotes] as const]
    }),
  )
  const body = element.querySelector<HTMLElement>('.article-body')
  if (borne.size === 0 || body === null) return
  const aside = evidenceAside(() => dismiss())
  body.append(aside)
  for (const link of borne.keys()) {
    link.ariaLabel = `Source ${link.textContent}: show the sentence`
    link.ariaExpanded = 'false'
    link.setAttribute('aria-controls', aside.id)
  }
  let claim = new Range()
  let shown: HTMLAnchorElement | null = null
  let kept: HTMLAnchorElement | null = null
  let isReturning = false
  let timer = 0

  function show(link: HTMLAnchorElement): void {
    clearTimeout(timer)
    const quotes = borne.get(link)
    if (shown === link || quotes === undefined) return
    if (shown !== null) shown.ariaExpanded = 'false'
    shown = link
    link.ariaExpanded = 'true'
    claim = claimBefore(link, quotes[0]?.text.length ?? 0)
    // Browsers that cannot mark a range show the evidence alone.
    if ('highlights' in CSS) CSS.highlights.set(CLAIM, new Highlight(claim))
    fillAside(aside, { quotes, sources })
    placeAside(aside, { link, claim })
  }

  function hide(): void {
    clearTimeout(timer)
    if (shown !== null) shown.ariaExpanded = 'false'
    shown = kept = null
    if ('highlights' in CSS) CSS.highlights.delete(CLAIM)
    aside.replaceChildren()
  }

  // Puts it away by the keyboard or the cross: who kept it, or is in it, is taken back to its number.
  function dismiss(): void {
    const back = aside.contains(document.activeElement) ? shown : kept
    hide()
    if (back !== null) focus(back)
  }

  function focus(link: HTMLAnchorElement): void {
    isReturning = true
    link.focus({ preventScroll: true })
    isReturning = false
  }

  // After a pointer has left: what was kept before, or nothing.
  function settle(): void {
    if (kept !== null) show(kept)
    else if (!aside.contains(document.activeElement)) hide()
  }

  function press(event: MouseEvent): void {
    const link = citationAt(event.target)
    if (link !== null && borne.has(link) && isPlain(event)) {
      event.preventDefault()
      if (kept === link) return hide()
      kept = link
      show(link)
    } else if (shown !== null && link === null && !isIn(event.target)) hide()
  }

  // The aside stands at the end of the text, and comes behind its number for the keyboard.
  function step(event: KeyboardEvent): void {
    if (shown === null || event.key !== 'Tab') return
    const stops = [...aside.querySelectorAll<HTMLElement>('a, button')].filter((stop) => stop.checkVisibility())
    const [first, last] = [stops[0], stops.at(-1)]
    if (event.target === shown && !event.shiftKey && first) {
      event.preventDefault()
      first.focus({ preventScroll: windowKind() === 'sheet' })
    } else if (event.target === first && event.shiftKey) {
      event.preventDefault()
      focus(shown)
      // From its number, the browser goes on to what follows.
    } else if (event.target === last && !event.shiftKey) focus(shown)
  }

  function isIn(target: EventTarget | null): boolean {
    return target instanceof Node && aside.contains(target)
  }

  element.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      const link = citationAt(target)
      if (isIn(target)) clearTimeout(timer)
      // A sheet covers what the pointer is at.
      else if (link !== null && pointerType === 'mouse' && windowKind() !== 'sheet') show(link)
    },
    { signal },
  )
  element.addEventListener(
    'pointerout',
    ({ target, pointerType }) => {
      if (shown === null || pointerType !== 'mouse' || (citationAt(target) === null && !isIn(target))) return
      clearTimeout(timer)
      timer = window.setTimeout(settle, GRACE)
    },
    { signal },
  )
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (isReturning || isIn(target)) return
      const link = citationAt(target)
      if (link !== null && borne.has(link)) {
        if (link.matches(':focus-visible')) show(link)
        // In the margin it covers nothing.
      } else if (kept === null || windowKind() !== 'margin') hide()
    },
    { signal },
  )
  document.addEventListener('click', press, { signal })
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && shown !== null) dismiss()
      else step(event)
    },
    { signal },
  )
  addEventListener(
    'resize',
    () => {
      if (shown !== null) placeAside(aside, { link: shown, claim })
    },
    { signal },
  )
  signal.addEventListener('abort', () => {
    hide()
    aside.remove()
  })
  // Who was there before this was loaded.
  const waiting = citations.find((link) => link.matches(':is(:focus-visible, :hover)'))
  if (waiting !== undefined) show(waiting)
}

function citationAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(CITATIONS) : null
}

// A press that asks for another window is the browser's.
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
