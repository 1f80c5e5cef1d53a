import { h } from 'hastscript'
import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { isReservedId } from '#blog/html/allow-list.ts'
import { WHAT_CHANGES } from '#newsroom/article/render-markdown.ts'
import { CITATION, withoutCitations } from '#text/citations.ts'
import type { Element, ElementContent, Root } from 'hast'

const LEVELS: Record<string, string> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' }

// Ids of other elements in an article.
const NUMBERED = /^(?:r|ref|fn|table)(?:-?\d+)+$/

/** Gives headings h2 to h4 an id made of their words, unique in the article and unlike any other of the page. */
export function nameHeadings(tree: Root): void {
  const used = new Set<string>()
  visit(tree, 'element', (node) => {
    const level = LEVELS[node.tagName]
    if (level === undefined) return
    node.tagName = level
    const slug = slugOf(withoutCitations(toString(node)))
    let id = slug
    for (let count = 2; used.has(id); count++) id = `${slug}-${count}`
    used.add(id)
    node.properties.id = id
  })
}

function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (words === '') return 'section'
  return isReservedId(words) || NUMBERED.test(words) || /^\d/.test(words) ? `section-${words}` : words
}

/** Turns a paragraph that begins with a bold "What changes:" into a section with these words as its heading. */
export function setChanges(tree: Root): void {
  for (const paragraph of tree.children) {
    if (paragraph.type !== 'element' || paragraph.tagName !== 'p') continue
    const [label, ...rest] = paragraph.children
    if (label?.type !== 'element' || label.tagName !== 'strong' || toString(label) !== WHAT_CHANGES) continue
    const [first] = rest
    if (first?.type === 'text') first.value = first.value.trimStart()
    Object.assign(paragraph, h('section.changes', h('h2', WHAT_CHANGES.slice(0, -1)), h('p', rest)))
    return
  }
}

/**
 * Separates the speaker from a quotation. A blockquote that ends with a line `— Name, office`, or with `“…” — Name, office`,
 * becomes a figure with the speaker as its caption, the name in bold and the office on its own line.
 */
export function setSpeakers(tree: Root): void {
  visit(tree, 'element', (quote, index, parent) => {
    if (quote.tagName !== 'blockquote' || parent === undefined || index === undefined) return undefined
    const speaker = takeSpeaker(quote)
    if (speaker === null) return undefined
    parent.children.splice(index, 1, h('figure.said', [quote, h('figcaption', setOffice(speaker))]))
    return [SKIP, index + 1]
  })
}

// A dash at the start of a line, or after the closing quotation mark.
const DASH = /(^|\n|[”"»])[^\S\n]*(?:[—–]|--)[^\S\n]+(?=\S)/g

// A longer text, or one that ends like a sentence, is not a speaker.
const MAX_SPEAKER = 120

function takeSpeaker(quote: Element): ElementContent[] | null {
  const paragraphs = quote.children.filter((child) => child.type === 'element')
  const last = paragraphs.at(-1)
  if (last?.tagName !== 'p') return null
  const place = last.children.findLastIndex((child) => child.type === 'text' && child.value.search(DASH) >= 0)
  const text = last.children[place]
  const dash = text?.type === 'text' ? [...text.value.matchAll(DASH)].at(-1) : undefined
  if (text?.type !== 'text' || dash === undefined) return null

  const words = text.value.slice(0, dash.index + (dash[1] ?? '').length).trimEnd()
  const first = { type: 'text' as const, value: text.value.slice(dash.index + dash[0].length) }
  const speaker = [first, ...last.children.slice(place + 1)]
  const name = withoutCitations(toString(h('p', speaker)))
  if (/[\n”"»]|[.!?]$/.test(name) || name.length > MAX_SPEAKER) return null
  const isAlone = place === 0 && words === ''
  // A dash before the only words belongs to them. A dash inside a line must follow a quotation mark.
  if (isAlone ? paragraphs.length === 1 : dash[1] === '') return null

  if (isAlone) quote.children.splice(quote.children.indexOf(last), 1)
  else last.children = [...last.children.slice(0, place), { type: 'text', value: words }]
  return speaker
}

function setOffice([first, ...rest]: ElementContent[]): ElementContent[] {
  if (first?.type !== 'text') return rest
  const citation = first.value.search(CITATION)
  const whole = citation < 0 ? first.value : first.value.slice(0, citation)
  const name = whole.split(', ', 1)[0] ?? ''
  const office = first.value.slice(name.length).replace(/^, /, '')
  const isOffice = whole.length > name.length
  return [h('b', name), ...(isOffice ? [h('br')] : []), { type: 'text', value: office }, ...rest]
}
