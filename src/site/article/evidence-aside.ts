import type { Evidence, Source } from '#blog/post.ts'
import { textFragment } from '#blog/text-fragment.ts'
import { iconElement } from '#site/components/icons.tsx'
import { datesInWords } from '#site/article/sources.tsx'

// Minimum distance between the aside and other elements.
const GAP_PX = 8

/**
 * Returns where evidence appears: at the bottom of the viewport (`sheet`), below the cited line (`popover`), or in the
 * margin. The breakpoints must match those in `styles/evidence.css`.
 */
export function evidenceLayout(): 'sheet' | 'popover' | 'margin' {
  if (matchMedia('(min-width: 80rem)').matches) return 'margin'
  return matchMedia('(min-width: 48rem)').matches ? 'popover' : 'sheet'
}

/** Creates the empty aside that will show an article's evidence. */
export function createAside(onClose: () => void): HTMLElement {
  const aside = document.createElement('aside')
  aside.className = 'evidence'
  aside.id = 'evidence-note'
  aside.ariaLabel = 'Evidence'
  aside.ariaLive = 'polite'
  aside.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.close')) onClose()
  })
  return aside
}

/** Fills the aside with the quotes that support a sentence, grouped by source, with each source's dates and link. */
export function fillAside(
  aside: HTMLElement,
  { quotes, sources }: { quotes: readonly Evidence[]; sources: readonly Source[] },
): void {
  const close = element('button', 'close', [iconElement('cross')])
  close.setAttribute('type', 'button')
  close.ariaLabel = 'Close'
  const bySource = [...Map.groupBy(quotes, ({ source }) => source).values()]
  aside.replaceChildren(...bySource.flatMap((own) => partOf(own, sources)), close)
}

function partOf(quotes: readonly Evidence[], sources: readonly Source[]): HTMLElement[] {
  const index = quotes[0]?.source ?? 0
  const source = sources[index] ?? { title: '', publisher: '', url: '' }
  const { title, publisher, url } = source
  const texts = [...new Set(quotes.map(({ quote }) => quote))]
  // Quotes from table rows include the column names, so they are not verbatim.
  const isVerbatim = texts.every((text) => !text.includes(' | '))
  const which = element('p', 'which', [
    element('b', '', [`Source ${index + 1}`]),
    ` of ${sources.length}${isVerbatim ? ', word for word' : ''}`,
  ])
  const from = element('p', 'from', [element('b', '', [publisher || title]), datesInWords(source).join(' · ')])
  return [
    which,
    ...texts.map((text) => element('blockquote', '', [element('q', '', [text])])),
    from,
    ...(url ? [linkTo(url, title, texts)] : []),
  ]
}

/** Positions the aside according to `evidenceLayout`, so that it does not cover the claim. */
export function placeAside(aside: HTMLElement, { link, claim }: { link: Element; claim: Range }): void {
  const [body, line, words] = [aside.parentElement, link, claim].map((part) => part?.getBoundingClientRect())
  if (!body || !line || !words) return
  // The claim can be empty, and can start on a line before its citation.
  const claimTop = words.height === 0 ? line.top : Math.min(words.top, line.top)
  const claimBottom = words.height === 0 ? line.bottom : Math.max(words.bottom, line.bottom)
  const height = aside.offsetHeight
  const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0
  const layout = evidenceLayout()
  if (layout === 'sheet') {
    const covered = claimBottom + GAP_PX - (innerHeight - height)
    if (covered > 0) scrollBy(0, Math.min(covered, Math.max(0, claimTop - header - GAP_PX)))
    return
  }
  let top = line.bottom + GAP_PX
  if (layout === 'margin') {
    const firstLine = aside.querySelector('.which')?.getBoundingClientRect().height ?? 0
    const level = (line.top + line.bottom - firstLine) / 2
    top = topInMargin(level, { height, header })
    aside.style.setProperty('--line', `${level - top}px`)
  } else {
    const above = claimTop - height - GAP_PX
    if (top + height > innerHeight && above > header) top = above
  }
  aside.style.setProperty('--y', `${top - body.top}px`)
  aside.style.setProperty('--x', `${line.left - body.left}px`)
}

// Returns the position of the aside's top in the margin. It is level with the cited line, or higher if the end of the
// viewport or a note below leaves too little room. The aside is always below the header and never overlaps the cover
// image or a note.
function topInMargin(level: number, { height, header }: { height: number; header: number }): number {
  const taken = [...document.querySelectorAll('.article-cover, .prose .correction')].map((note) =>
    note.getBoundingClientRect(),
  )
  const above = taken.filter(({ bottom, top }) => top < level && bottom <= level).map(({ bottom }) => bottom)
  const below = taken.filter(({ top }) => top >= level).map(({ top }) => top)
  const lowest = Math.min(innerHeight, ...below) - height - GAP_PX
  let top = Math.min(level, Math.max(lowest, header + GAP_PX, ...above.map((bottom) => bottom + GAP_PX)))
  for (const { top: start, bottom } of taken.toSorted((a, b) => a.top - b.top))
    if (start < top + height && bottom + GAP_PX > top) top = bottom + GAP_PX
  return top
}

function linkTo(url: string, title: string, texts: readonly string[]): HTMLElement {
  const address = textFragment(url, ...texts)
  const textContent = `Open “${title}”${address === url ? '' : ' at this sentence'}`
  return Object.assign(document.createElement('a'), { className: 'text-link', href: address, textContent })
}

function element(name: string, className: string, children: (string | Node)[]): HTMLElement {
  const created = document.createElement(name)
  if (className !== '') created.className = className
  created.append(...children)
  return created
}
