import { hash } from 'node:crypto'
import { defaultTreeAdapter, html as names, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import { longDate } from '#blog/date.ts'
import type { Correction } from '#blog/post.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type Block = { element: Element; parent: DefaultTreeAdapterTypes.ParentNode }

/** As many passages as a correction records; one that changes more is a new text, which no mark in it explains. */
export const MOST_PASSAGES = 20

/** What names a passage: the beginning of the SHA-256 of its words, in hex. */
export const PASSAGE = /^[0-9a-f]{12}$/

/** A correction with the passages that it brought; one from before these were recorded has none. */
export type MarkedCorrection = Correction & { passages?: readonly string[] }

/**
 * The passages of an article's HTML that an earlier one did not have, paragraphs and items of lists, tables and the like as a
 * whole; none where there are more than `MOST_PASSAGES`. Numbers of sources and the shape of quotes and dashes are no change.
 */
export function changedPassages(before: string, after: string): string[] {
  const known = new Set(blocksOf(parseFragment(before)).map(fingerprint))
  const changed = new Set(blocksOf(parseFragment(after)).map(fingerprint)).difference(known)
  return changed.size > MOST_PASSAGES ? [] : [...changed]
}

/**
 * Article HTML with a note beside each passage that a correction changed: the whole note at the first, at the others a link to
 * it. A passage that is not in the text any more has no note, and nothing in the text passes for one. Sanitised HTML stays
 * sanitised.
 */
export function markCorrections(html: string, corrections: readonly MarkedCorrection[]): string {
  if (!corrections.some(({ passages = [] }) => passages.length > 0) && !IMITATION.test(html)) return html
  const root = parseFragment(html)
  removeImitations(root)
  const blocks = new Map(blocksOf(root).map((block) => [fingerprint(block), block]))
  // Of two corrections of one passage, the words that stand there are the later one's.
  const isMarked = new Set<Element>()
  for (const [index, correction] of [...corrections.entries()].toReversed()) {
    const places = (correction.passages ?? []).flatMap((passage) => blocks.get(passage) ?? [])
    const own = places.filter(({ element }) => !isMarked.has(element))
    for (const [place, block] of own.entries()) {
      isMarked.add(block.element)
      setBeside(block, place === 0 ? wholeNote(correction, index + 1) : shortNote(correction, index + 1))
    }
  }
  return serialize(root)
}

// What a note is known by; the text may have it in its own words as well.
const IMITATION = /class="correct(?:ed|ion)"/

function removeImitations(parent: DefaultTreeAdapterTypes.ParentNode): void {
  for (const element of parent.childNodes.filter(isElement)) {
    element.attrs = element.attrs.filter(({ name, value }) => !IMITATION.test(`${name}="${value}"`))
    removeImitations(element)
  }
}

const CONTAINERS = new Set(['ul', 'ol', 'section'])

// What a reader takes for one passage, in order.
function blocksOf(parent: DefaultTreeAdapterTypes.ParentNode): Block[] {
  return parent.childNodes.flatMap((element) => {
    if (!isElement(element)) return []
    return CONTAINERS.has(element.tagName) ? blocksOf(element) : [{ element, parent }]
  })
}

function fingerprint({ element }: Block): string {
  const words = textOf(element)
    .normalize('NFKC')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
  return hash('sha256', words.trim()).slice(0, 12)
}

function textOf(node: Node): string {
  if ('value' in node) return node.value
  // What stands there is the number of a source.
  return isElement(node) && node.tagName !== 'sup' ? node.childNodes.map(textOf).join('') : ''
}

// The note comes first, so that it can stand level with the first line.
function setBeside({ element, parent }: Block, note: Element): void {
  const corrected = create('div', { class: 'corrected' }, [note])
  if (element.tagName === 'li') {
    append(corrected, create('div', {}, element.childNodes))
    element.childNodes = []
    append(element, corrected)
    return
  }
  parent.childNodes[parent.childNodes.indexOf(element)] = corrected
  corrected.parentNode = parent
  append(corrected, element)
}

function wholeNote(correction: Correction, number: number): Element {
  const note = correction.note.trim()
  const all = create('a', { href: '/corrections' }, [text('All corrections')])
  const children = [create('b', {}, [text(head(correction))]), text(` ${note} `), all]
  return create('p', { class: 'correction', id: `correction-${number}` }, children)
}

function shortNote(correction: Correction, number: number): Element {
  const link = create('a', { href: `#correction-${number}` }, [text(head(correction))])
  return create('p', { class: 'correction' }, [create('b', {}, [link])])
}

function head({ date }: Correction): string {
  return `Corrected ${longDate(date)}`.trim()
}

function isElement(node: Node): node is Element {
  return 'tagName' in node
}

function text(value: string): DefaultTreeAdapterTypes.TextNode {
  return { nodeName: '#text', value, parentNode: null }
}

function create(name: string, attributes: Record<string, string>, children: Node[]): Element {
  const attrs = Object.entries(attributes).map(([key, value]) => ({ name: key, value }))
  const element = defaultTreeAdapter.createElement(name, names.NS.HTML, attrs)
  for (const child of children) append(element, child)
  return element
}

function append(parent: Element, child: Node): void {
  defaultTreeAdapter.appendChild(parent, child)
}
