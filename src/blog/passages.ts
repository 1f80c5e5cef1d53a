import { hash } from 'node:crypto'
import { defaultTreeAdapter, html as names, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import { longDate } from '#blog/date.ts'
import type { Correction } from '#blog/post.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type Block = { element: Element; parent: DefaultTreeAdapterTypes.ParentNode }

/** Maximum number of passages that a correction records. A correction that changes more is a new text, and is not marked. */
export const MAX_PASSAGES = 20

/** The id of a passage: the beginning of the SHA-256 of its words, in hex. */
export const PASSAGE = /^[0-9a-f]{12}$/

/** A correction with the ids of the passages that it changed. Old corrections do not have them. */
export type MarkedCorrection = Correction & { passages?: readonly string[] }

/**
 * Returns the ids of the passages that are new in an article's HTML. A passage is a paragraph, a list item, a table or a
 * similar block. Returns an empty list if there are more than `MAX_PASSAGES`. Ignores source numbers and the style of
 * quotes and dashes.
 */
export function changedPassages(before: string, after: string): string[] {
  const known = new Set(blocksOf(parseFragment(before)).map(fingerprint))
  const changed = new Set(blocksOf(parseFragment(after)).map(fingerprint)).difference(known)
  return changed.size > MAX_PASSAGES ? [] : [...changed]
}

/**
 * Adds a note next to each passage that a correction changed: the full note to the first passage, and a link to the note
 * to the others. Removes the classes of notes from the text itself, so that it cannot imitate one. Sanitised HTML stays
 * sanitised.
 */
export function markCorrections(html: string, corrections: readonly MarkedCorrection[]): string {
  if (!corrections.some(({ passages = [] }) => passages.length > 0) && !IMITATION.test(html)) return html
  const root = parseFragment(html)
  removeImitations(root)
  const blocks = new Map(blocksOf(root).map((block) => [fingerprint(block), block]))
  // If two corrections changed a passage, its current words are from the later one.
  const isMarked = new Set<Element>()
  for (const [index, correction] of [...corrections.entries()].toReversed()) {
    const places = (correction.passages ?? []).flatMap((passage) => blocks.get(passage) ?? [])
    const own = places.filter(({ element }) => !isMarked.has(element))
    for (const [place, block] of own.entries()) {
      isMarked.add(block.element)
      setBeside(block, place === 0 ? fullNote(correction, index + 1) : shortNote(correction, index + 1))
    }
  }
  return serialize(root)
}

// The classes of a note. The text of an article may contain them, too.
const IMITATION = /class="correct(?:ed|ion)"/

function removeImitations(parent: DefaultTreeAdapterTypes.ParentNode): void {
  for (const element of parent.childNodes.filter(isElement)) {
    element.attrs = element.attrs.filter(({ name, value }) => !IMITATION.test(`${name}="${value}"`))
    removeImitations(element)
  }
}

const CONTAINERS = new Set(['ul', 'ol', 'section'])

// Returns the blocks that a reader sees as one passage, in order.
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
  // A <sup> contains the number of a source.
  return isElement(node) && node.tagName !== 'sup' ? node.childNodes.map(textOf).join('') : ''
}

// The note is first, so that CSS can align it with the first line.
function setBeside({ element, parent }: Block, note: Element): void {
  const corrected = create('div', { class: 'corrected' }, [note])
  if (element.tagName === 'li') {
    defaultTreeAdapter.appendChild(corrected, create('div', {}, element.childNodes))
    element.childNodes = []
    defaultTreeAdapter.appendChild(element, corrected)
    return
  }
  parent.childNodes[parent.childNodes.indexOf(element)] = corrected
  corrected.parentNode = parent
  defaultTreeAdapter.appendChild(corrected, element)
}

function fullNote(correction: Correction, number: number): Element {
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
  for (const child of children) defaultTreeAdapter.appendChild(element, child)
  return element
}
