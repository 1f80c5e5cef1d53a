import { SKIP, visit } from 'unist-util-visit'
import type { ElementContent, Root } from 'hast'

const UNTOUCHED = new Set(['code', 'pre', 'kbd', 'svg', 'math'])

// A number and what it is of, or two short names: 64-bit, I/O. Where a browser breaks no line, as in SHA-256, there is nothing to do.
const COMPOUND = /(?<![\p{L}\p{N}/-])(?:\d[\d.,]*-\p{L}[\p{L}\p{N}]*|\p{Lu}\p{L}*\/\p{Lu}\p{L}*)(?![\p{L}\p{N}/-])/gu

// A long one may be parted, as the lines of a phone are short.
const LONGEST = 12

/** Keeps short compounds on one line. They stay in plain characters: what is copied or looked for on the page is what was written. */
export function keepCompounds(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && UNTOUCHED.has(node.tagName)) return SKIP
    if (node.type !== 'text' || parent === undefined || index === undefined) return undefined
    const parts = split(node.value)
    if (parts.length === 1) return undefined
    parent.children.splice(index, 1, ...parts)
    return index + parts.length
  })
}

function split(text: string): ElementContent[] {
  const parts: ElementContent[] = []
  let end = 0
  for (const { 0: value, index } of text.matchAll(COMPOUND)) {
    if (value.length > LONGEST) continue
    const children: ElementContent[] = [{ type: 'text', value }]
    parts.push({ type: 'text', value: text.slice(end, index) })
    parts.push({ type: 'element', tagName: 'span', properties: { className: ['nb'] }, children })
    end = index + value.length
  }
  return [...parts, { type: 'text', value: text.slice(end) }]
}
