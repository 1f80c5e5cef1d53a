import { toString } from 'hast-util-to-string'
import remarkSmartypants from 'remark-smartypants'
import { unified } from 'unified'
import type { ElementContent, Root, Text } from 'hast'
import type { Node } from 'unist'
import { glue } from '#newsroom/publishing/render/glue.ts'

// Left as they are; quotes around them still see that something stands there.
const VERBATIM = new Set(['code', 'pre', 'kbd', 'svg'])
const INLINE = new Set(['a', 'strong', 'em', 'b', 'i', 'del', 'sup', 'sub', 'mark', 'abbr', 'br'])

// The nodes of Markdown that smartypants looks at.
type Mirror = Node & { value?: string; children?: Mirror[] }

/** Sets curly quotes, dashes, ellipses and blanks that do not break, in Markdown's text and in that of raw HTML alike, but never in code. */
export function setTypography(tree: Root): void {
  const texts: { original: Text; mirror: Mirror }[] = []

  // Smartypants knows Markdown trees only: it is given one of the same shape, and its words are taken over.
  function reflect(node: Root['children'][number] | ElementContent): Mirror[] {
    if (node.type === 'text') {
      const mirror = { type: 'text', value: node.value }
      texts.push({ original: node, mirror })
      return [mirror]
    }
    if (node.type !== 'element') return []
    if (VERBATIM.has(node.tagName)) return [{ type: 'inlineCode', value: toString(node) }]
    const type = INLINE.has(node.tagName) ? 'emphasis' : 'paragraph'
    return [{ type, children: node.children.flatMap(reflect) }]
  }

  const root: Mirror = { type: 'root', children: tree.children.flatMap(reflect) }
  unified().use(remarkSmartypants, { backticks: false }).runSync(root)
  for (const { original, mirror } of texts) original.value = glue(mirror.value ?? original.value)
}

/** A title or an excerpt, which is no Markdown, with curly quotes and apostrophes. */
export function setQuotes(text: string): string {
  const value: Mirror = { type: 'text', value: text }
  const root: Mirror = { type: 'root', children: [{ type: 'paragraph', children: [value] }] }
  unified().use(remarkSmartypants, { backticks: false, dashes: false, ellipses: false }).runSync(root)
  return value.value ?? text
}
