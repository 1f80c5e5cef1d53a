import type { Evidence, Source } from '#blog/post.ts'
import { textFragment } from '#blog/text-fragment.ts'

// How long a pointer may take from a citation to its note, in milliseconds.
const GRACE = 250
const GAP = 8
const CITATIONS = '.prose sup a[id^="ref-"]'

/**
 * Shows at each citation of an article, while it is pointed at or has the focus, what it rests on, until `signal` aborts.
 * Escape puts the note away, and a pointer may move onto it (WCAG 2.2, 1.4.13).
 */
export function showEvidence(
  element: HTMLElement,
  record: { evidence: readonly Evidence[]; sources: readonly Source[]; signal: AbortSignal },
): void {
  const { evidence, sources, signal } = record
  if (evidence.length === 0 || !('popover' in HTMLElement.prototype)) return
  const note = document.createElement('div')
  note.className = 'evidence-note'
  note.id = 'evidence-note'
  note.popover = 'manual'
  note.setAttribute('role', 'note')
  let shown: HTMLAnchorElement | null = null
  let timer = 0

  function show(link: HTMLAnchorElement): void {
    clearTimeout(timer)
    const number = [...element.querySelectorAll(CITATIONS)].indexOf(link) + 1
    const quotes = evidence.filter(({ citation }) => citation === number)
    if (shown === link || quotes.length === 0) return
    hide()
    note.replaceChildren(...quotes.map((quote) => entry(quote, sources[quote.source])))
    // Behind its citation, so that it comes next for the keyboard.
    link.closest('sup')?.after(note)
    note.showPopover()
    place(note, link)
    link.setAttribute('aria-describedby', note.id)
    shown = link
  }

  function hide(): void {
    clearTimeout(timer)
    shown?.removeAttribute('aria-describedby')
    shown = null
    note.remove()
  }

  // To move the focus may scroll the page.
  function follow(): void {
    const at = shown?.getBoundingClientRect()
    if (shown === null || at === undefined) return
    if (at.bottom < 0 || at.top > innerHeight) hide()
    else place(note, shown)
  }

  function hideSoon(): void {
    clearTimeout(timer)
    timer = window.setTimeout(hide, GRACE)
  }

  element.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      const link = citationAt(target)
      if (note.contains(asNode(target))) clearTimeout(timer)
      else if (pointerType === 'mouse' && link !== null) show(link)
    },
    { signal },
  )
  element.addEventListener(
    'pointerout',
    ({ target }) => {
      if (shown !== null && (citationAt(target) !== null || note.contains(asNode(target)))) hideSoon()
    },
    { signal },
  )
  element.addEventListener(
    'focusin',
    ({ target }) => {
      const link = citationAt(target)
      if (link !== null) show(link)
      else if (!note.contains(asNode(target))) hide()
    },
    { signal },
  )
  element.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget === null) hideSoon()
    },
    { signal },
  )
  document.addEventListener('keydown', ({ key }) => void (key === 'Escape' && hide()), { signal })
  addEventListener('scroll', follow, { passive: true, signal })
  signal.addEventListener('abort', hide)
  // Who was there before this was loaded.
  const waiting = element.querySelector<HTMLAnchorElement>(`${CITATIONS}:is(:focus, :hover)`)
  if (waiting !== null) show(waiting)
}

function citationAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(CITATIONS) : null
}

function asNode(target: EventTarget | null): Node | null {
  return target instanceof Node ? target : null
}

function entry({ quote: text }: Evidence, source: Source | undefined): HTMLElement {
  const quote = document.createElement('q')
  quote.textContent = text
  const link = document.createElement('a')
  link.href = textFragment(source?.url ?? '', text)
  link.textContent = source?.publisher || source?.title || ''
  const line = document.createElement('p')
  line.append(quote, ' ', ...(source?.url ? [link] : [link.textContent]))
  return line
}

// Above the citation, or below it where there is no room; never over an edge.
function place(note: HTMLElement, link: HTMLAnchorElement): void {
  const at = link.getBoundingClientRect()
  const { width, height } = note.getBoundingClientRect()
  const above = at.top - height - GAP
  const left = Math.max(GAP, Math.min(at.left - width / 3, document.documentElement.clientWidth - width - GAP))
  note.style.setProperty('left', `${left}px`)
  note.style.setProperty('top', `${above >= GAP ? above : at.bottom + GAP}px`)
}
