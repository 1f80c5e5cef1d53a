import type { Nodes } from 'mdast'

/** Marks the end of a text that was cut. */
export const CUT_MARK = '[…]'

/** The first `length` UTF-16 code units of a text, never half a character. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}

/** The text of Markdown nodes on one line. */
export function textOf(nodes: readonly Nodes[]): string {
  return nodes.map(rawTextOf).join('').replace(/\s+/g, ' ').trim()
}

/** Markdown without its marks, on one line: for a teaser or a comparison of words. */
export function plainLine(markdown: string): string {
  return markdown
    .replace(/^\s*(?:#{1,6} |> |- |\d+\. |\|?(?: ?-+ ?\|)+ ?-*|`{3,}.*$)/gm, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

function rawTextOf(node: Nodes): string {
  if ('value' in node) return node.value
  if (node.type === 'break') return ' '
  const inner = 'children' in node ? node.children.map(rawTextOf).join('') : ''
  return node.type === 'paragraph' || node.type === 'listItem' || node.type === 'heading' ? ` ${inner} ` : inner
}
