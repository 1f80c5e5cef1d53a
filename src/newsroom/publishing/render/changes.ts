import { toString } from 'hast-util-to-string'
import { WHAT_CHANGES } from '#newsroom/article/render-markdown.ts'
import type { Element, Root } from 'hast'

/** Turns a paragraph that begins with a bold "What changes:" into a section with these words as its heading. */
export function setChanges(tree: Root): void {
  for (const paragraph of tree.children) {
    if (paragraph.type !== 'element' || paragraph.tagName !== 'p') continue
    const [label, ...rest] = paragraph.children
    if (label?.type !== 'element' || label.tagName !== 'strong' || toString(label) !== WHAT_CHANGES) continue
    const [first] = rest
    if (first?.type === 'text') first.value = first.value.trimStart()
    const heading: Element = {
      type: 'element',
      tagName: 'h2',
      properties: {},
      children: [{ type: 'text', value: WHAT_CHANGES.slice(0, -1) }],
    }
    const text: Element = { type: 'element', tagName: 'p', properties: {}, children: rest }
    Object.assign(paragraph, { tagName: 'section', properties: { className: ['changes'] }, children: [heading, text] })
    return
  }
}
