import { toString } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'
import { isReservedId } from '#blog/html/allow-list.ts'
import { withoutCitations } from '#text/citations.ts'
import type { Root } from 'hast'

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
