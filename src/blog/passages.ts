import { hash } from 'node:crypto'
import { defaultTreeAdapter, html as names, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import { longDate } from '#blog/date.ts'
import type { Correction } from '#blog/post.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type Block = { element: Element; parent: DefaultTreeAdapterTypes.ParentNode }

/**
 * Maximum number of passages recorded for a correction. A correction that changes more passages is not marked in the
 * text.
 */
export const MAX_PASSAGES = 20

/** Matches a passage's id: the first 12 hex digits of the SHA-256 of its words. */
export const PASSAGE = /^[0-9a-f]{12}$/

/** A correction with the ids of the passages that it changed. Old corrections do not have these ids. */
export type MarkedCorrection = Correction & { passages?: readonly string[] }

/**
 * Returns the ids of the passages that are new in an article's HTML, or an empty list if there are more than
 * `MAX_PASSAGES`. A passage is a paragraph, a list item, a table or a similar block. Ignores source numbers and the
 * style of quotes and dashes.
 */
export function changedPassages(before: string, after: string): string[] {
  const known = new Set(blocksOf(parseFragment(before)).map(fingerprint))
  const changed = new Set(blocksOf(parseFragment(after)).map(fingerprint)).difference(known)
  return changed.size > MAX_PASSAGES ? [] : [...changed]
}

/**
 * Adds a note to each passage that a correction changed: the full note to the first passage, and a link to this note to
 * the others. Removes these notes' class names from the article itself so that it cannot imitate a note. If the HTML is
 * sanitised, the result is too.
 */
export function markCorrections(html: string, corrections: readonly MarkedCorrection[]): string {
  if (!corrections.some(({ passages = [] }) => passages.length > 0) && !IMITATION.test(html)) return html
  const root = parseFragment(html)
  removeImitations(root)
  const blocks = new Map(blocksOf(root).map((block) => [fingerprint(block), block]))
  // If two corrections changed the same passage, its current words are from the later one.
  const isMarked = new Set<Element>()
  for (const [index, correction] of [...corrections.entries()].toReversed()) {
    const places = (correction.passages ?? []).flatMap((passage) => blocks.get(passage) ?? [])
    const own = places.filter(({ element }) => !isMarked.has(element))
    for (const [place, block] of own.entries()) {
      isMarked.add(block.element)
      setBeside(block, noteOf(correction, { number: index + 1, isFirst: place === 0 }))
    }
  }
  return serialize(root)
}

// A note's class names, which the allow-list also permits in an article's text.
const IMITATION = /class="correct(?:ed|ion)"/

function removeImitations(parent: DefaultTreeAdapterTypes.ParentNode): void {
  for (const element of parent.childNodes.filter(isElement)) {
    element.attrs = element.attrs.filter(({ name, value }) => !IMITATION.test(`${name}="${value}"`))
    removeImitations(element)
  }
}

const CONTAINERS = new Set(['ul', 'ol', 'section'])

// Returns an article's blocks in order. Readers see each block as one passage.
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
  // Skip <sup>, because it contains a source number.
  return isElement(node) && node.tagName !== 'sup' ? node.childNodes.map(textOf).join('') : ''
}

// Puts the note before the passage so that CSS can align it with the first line.
function setBeside({ element, parent }: Block, note: string): void {
  const corrected = parseFragment(`<div class="corrected">${note}</div>`).childNodes.find(isElement)
  if (corrected === undefined) return
  if (element.tagName === 'li') {
    const content = defaultTreeAdapter.createElement('div', names.NS.HTML, [])
    for (const child of element.childNodes) defaultTreeAdapter.appendChild(content, child)
    defaultTreeAdapter.appendChild(corrected, content)
    element.childNodes = [corrected]
  } else {
    parent.childNodes[parent.childNodes.indexOf(element)] = corrected
    defaultTreeAdapter.appendChild(corrected, element)
  }
}

// Returns the full note if this is the correction's first passage, otherwise a link to it.
function noteOf({ date, note }: Correction, { number, isFirst }: { number: number; isFirst: boolean }): string {
  const head = `Corrected ${longDate(date)}`
  if (!isFirst) return `<p class="correction"><b><a href="#correction-${number}">${head}</a></b></p>`
  const text = note.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const all = '<a href="/corrections">All corrections</a>'
  return `<p class="correction" id="correction-${number}"><b>${head}</b> ${text} ${all}</p>`
}

function isElement(node: Node): node is Element {
  return 'tagName' in node
}
