import { h } from 'hastscript'
import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { isReservedId } from '#blog/html/allow-list.ts'
import { WHAT_CHANGES } from '#newsroom/article/render-markdown.ts'
import { CITATION, withoutCitations } from '#text/citations.ts'
import type { Root } from 'hast'
import { fold } from '#text/words.ts'

const LEVELS: Record<string, string> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' }

// Matches the ids that other elements of an article use.
const NUMBERED = /^(?:r|ref|fn|table)(?:-?\d+)+$/

/** Adds an id to each heading: its text as a slug, unique within the article and different from the page's own ids. */
export function nameHeadings(tree: Root): void {
  const used = new Set<string>()
  visit(tree, 'element', (node) => {
    const level = LEVELS[node.tagName]
    if (level === undefined) return
    node.tagName = level
    const name = idOf(slugOf(withoutCitations(toString(node))))
    let id = name
    for (let count = 2; used.has(id); count++) id = `${name}-${count}`
    used.add(id)
    node.properties.id = id
  })
}

function idOf(slug: string): string {
  if (slug === '') return 'section'
  return isReservedId(slug) || NUMBERED.test(slug) || /^\d/.test(slug) ? `section-${slug}` : slug
}

/** Returns the words of a text in lowercase ASCII, separated by hyphens. */
export function slugOf(text: string): string {
  return fold(text)
    .replace(/[\p{M}']/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Converts a paragraph that starts with a bold "What changes:" to a section with that label as its heading. */
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

// Matches the end of a quotation and its speaker: `” — Name, office [S1]`. Text that ends like a sentence is not a
// speaker.
const SPEAKER = /^([^]*[”"])\s+[—–]\s+([^\n”"»]{1,120}(?<![.!?]))$/

/** Converts a quotation with a speaker to a figure. Its caption has the name in bold and the office on its own line. */
export function setSpeakers(tree: Root): void {
  visit(tree, 'element', (quote, index, parent) => {
    if (quote.tagName !== 'blockquote' || parent === undefined || index === undefined) return undefined
    const paragraph = quote.children.findLast((child) => child.type === 'element')
    const last = paragraph?.children.at(-1)
    const [, words, speaker] = (last?.type === 'text' && SPEAKER.exec(last.value)) || []
    if (last?.type !== 'text' || words === undefined || speaker === undefined) return undefined
    last.value = words
    const [cited = ''] = speaker.match(CITATION) ?? []
    const [name = '', ...office] = withoutCitations(speaker).split(', ')
    const caption = [h('b', name), ...(office.length === 0 ? [] : [h('br'), office.join(', ')]), cited]
    parent.children.splice(index, 1, h('figure.said', [quote, h('figcaption', caption)]))
    return [SKIP, index + 1]
  })
}
