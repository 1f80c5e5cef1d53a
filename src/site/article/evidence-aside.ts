import type { Evidence, Source } from '#blog/post.ts'
import { textFragment } from '#blog/text-fragment.ts'
import { lineIcon } from '#site/article/line-icon.ts'
import { datesOf } from '#site/article/source-dates.ts'

// Between what is shown and what it must not cover, in pixels.
const GAP = 8

/** Where the window has room for evidence: at its lower edge, below the line, or in the margin (`styles/evidence.css`). */
export function windowKind(): 'sheet' | 'popover' | 'margin' {
  if (matchMedia('(min-width: 80rem)').matches) return 'margin'
  return matchMedia('(min-width: 48rem)').matches ? 'popover' : 'sheet'
}

/** The one place for evidence of an article, empty; `onClose` is for its cross. */
export function evidenceAside(onClose: () => void): HTMLElement {
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

/** Says what bears a sentence: which source, its words, who published them and when, and where they stand. */
export function fillAside(
  aside: HTMLElement,
  { quotes, sources }: { quotes: readonly Evidence[]; sources: readonly Source[] },
): void {
  const index = quotes[0]?.source ?? 0
  const source = sources[index]
  const texts = [...new Set(quotes.map(({ quote }) => quote))]
  // A row of a table is told with the names of its columns.
  const isVerbatim = texts.every((text) => !text.includes(' | '))
  const which = element('p', 'which', [
    element('b', '', [`Source ${index + 1}`]),
    ` of ${sources.length}${isVerbatim ? ', word for word' : ''}`,
  ])
  const from = element('p', 'from', [
    element('b', '', [source?.publisher || source?.title || '']),
    capitalized(source === undefined ? '' : datesOf(source).join(' · ')),
  ])
  const close = element('button', 'close', [lineIcon(['m5 5 10 10M15 5 5 15'])])
  close.setAttribute('type', 'button')
  close.ariaLabel = 'Close'
  aside.replaceChildren(which, ...texts.map((text) => element('blockquote', '', [text])), from)
  if (source?.url) aside.append(linkTo(source.url, texts))
  aside.append(close)
}

/** Puts it beside its line, below it or at the lower edge of the window, and never over the sentence that it bears. */
export function placeAside(aside: HTMLElement, { link, claim }: { link: Element; claim: Range }): void {
  const [body, at, words] = [aside.parentElement, link, claim].map((place) => place?.getBoundingClientRect())
  if (!body || !at || !words) return
  // A number may stand apart from its sentence, or bear none.
  const said = words.height === 0 ? at : { top: Math.min(words.top, at.top), bottom: Math.max(words.bottom, at.bottom) }
  const height = aside.offsetHeight
  const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0
  const kind = windowKind()
  if (kind === 'sheet') {
    const covered = said.bottom + GAP - (innerHeight - height)
    if (covered > 0) scrollBy(0, Math.min(covered, Math.max(0, said.top - header - GAP)))
    return
  }
  let top = at.bottom + GAP
  if (kind === 'margin') {
    const first = aside.querySelector('.which')?.getBoundingClientRect().height ?? 0
    const level = (at.top + at.bottom - first) / 2
    top = topInMargin(level, { height, header })
    aside.style.setProperty('--line', `${level - top}px`)
  } else {
    const above = said.top - height - GAP
    if (top + height > innerHeight && above > header) top = above
  }
  aside.style.setProperty('--y', `${top - body.top}px`)
  aside.style.setProperty('--x', `${at.left - body.left}px`)
}

// Level with its line; where the window ends or something stands below, as far above it as has to be, but neither under the
// header nor on what stands in the margin already: that never moves.
function topInMargin(level: number, { height, header }: { height: number; header: number }): number {
  const taken = [...document.querySelectorAll('.article-cover, .prose .correction')].map((note) =>
    note.getBoundingClientRect(),
  )
  const above = taken.filter(({ bottom, top }) => top < level && bottom <= level).map(({ bottom }) => bottom)
  const below = taken.filter(({ top }) => top >= level).map(({ top }) => top)
  const lowest = Math.min(innerHeight, ...below) - height - GAP
  let top = Math.min(level, Math.max(lowest, header + GAP, ...above.map((bottom) => bottom + GAP)))
  for (const { top: start, bottom } of taken.toSorted((a, b) => a.top - b.top))
    if (start < top + height && bottom + GAP > top) top = bottom + GAP
  return top
}

function linkTo(url: string, texts: readonly string[]): HTMLElement {
  const address = textFragment(url, ...texts)
  const link = document.createElement('a')
  link.className = 'text-link'
  link.href = address
  link.textContent =
    address === url ? 'Open the source' : `Open at ${texts.length === 1 ? 'this sentence' : 'these sentences'}`
  return link
}

function element(name: string, className: string, children: (string | Node)[]): HTMLElement {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
