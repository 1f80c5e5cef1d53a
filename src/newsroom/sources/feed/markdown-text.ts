import type { Nodes } from 'mdast'

/** Marks the place where text was cut off. */
export const CUT_MARK = '[…]'

/** Removes invisible characters and normalises line ends to line feeds. Keeps other white space. */
export function visibleCharacters(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\t\v\f]/g, ' ')
  return lines.toWellFormed().replace(UNSEEN, '')
}

// Matches zero-width characters, bidi controls, variation selectors, tags, private-use and control characters.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}]|(?!\n)\p{Cc}/gu

/** Puts text on one line, collapses white space and removes invisible characters. */
export function oneLine(text: string): string {
  return visibleCharacters(text).replace(/\s+/g, ' ').trim()
}

/** Cuts text to at most `length` UTF-16 code units without splitting a character. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}

/** Returns the text of Markdown nodes on one line. */
export function textOf(nodes: readonly Nodes[]): string {
  return nodes.map(rawTextOf).join('').replace(/\s+/g, ' ').trim()
}

/** Converts Markdown to plain text on one line, without block markers. */
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
