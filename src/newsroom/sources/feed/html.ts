import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import type { Element, Nodes, Root } from 'hast'

/**
 * Parses HTML and removes everything that its reader does not see: comments, hidden elements, struck-out text and
 * invisible characters. Scripts do not run.
 */
export function parseHtml(html: string, { isPage = false } = {}): Root {
  const tree = unified().use(rehypeParse, { fragment: !isPage }).parse(html)
  const length = isPage ? lengthOf(tree) : Infinity
  visit(tree, (node, index, parent) => {
    if (node.type === 'text')
      node.value = visibleCharacters(node.value.replaceAll('\t', '    ')).replace(/[^\S\n]/g, ' ')
    if (parent === undefined || index === undefined) return undefined
    const isUnseen = node.type === 'comment' || (node.type === 'element' && isHidden(node, length))
    if (!isUnseen) return undefined
    parent.children.splice(index, 1)
    return index
  })
  return tree
}

/** Removes invisible characters from a text. Line ends become `\n`; other white space stays. */
export function visibleCharacters(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\t\v\f]/g, ' ')
  return lines.toWellFormed().replace(UNSEEN, '')
}

// Zero-width characters, bidi controls, variation selectors, tags, private use and control characters.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}]|(?!\n)\p{Cc}/gu

// A hidden element with nearly all of the text of a page waits for a script: an animation or a consent dialog.
const MOST_OF_PAGE = 0.8

function isHidden(element: Element, pageLength: number): boolean {
  const { tagName, properties } = element
  if (UNREAD.has(tagName)) return true
  const style = stylesOf(String(properties.style ?? ''))
  const hides =
    Boolean(properties.hidden) ||
    /^\s*true\s*$/i.test(String(properties.ariaHidden ?? '')) ||
    style.get('display') === 'none' ||
    /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
    isZero(style.get('opacity')) ||
    (style.get('font') ?? '').split(' ').some((part) => isZero(part.split('/')[0])) ||
    (isZero(style.get('font-size')) && !setsSizeBelow(element)) ||
    /line-through/.test(`${style.get('text-decoration')} ${style.get('text-decoration-line')}`)
  if (!hides || lengthOf(element) < MOST_OF_PAGE * pageLength) return hides
  // Otherwise, the search for the article would leave it out.
  element.properties = {}
  return false
}

// Struck-out text, and elements without text for readers. In large pages, they are most of the bytes.
const UNREAD = new Set(['del', 's', 'strike', 'script', 'style', 'noscript', 'template', 'svg', 'iframe'])

// The declarations of a style attribute. The last one of a property wins.
function stylesOf(style: string): Map<string, string> {
  const plain = style
    .replace(/\/\*.*?(?:\*\/|$)|!\s*important/gs, '')
    .replace(/\\([0-9a-f]{1,5})\s?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  const declarations = plain.toLowerCase().split(';')
  return new Map(
    declarations.map((declaration) => {
      const [name = '', value = ''] = declaration.split(':')
      return [name.trim(), value.replace(/\s+/g, ' ').trim()] as const
    }),
  )
}

// `0`, `0px`, `0.00em`, `.0%`.
function isZero(value: string | undefined): boolean {
  return /^[+-]?(?:0+\.?0*|\.0+)(?:[a-z]+|%)?$/.test(value ?? '')
}

// E-mails set a size of zero on their containers and a real one on the text inside.
function setsSizeBelow(element: Element): boolean {
  return element.children.some(
    (child) => child.type === 'element' && (/font/.test(String(child.properties.style ?? '')) || setsSizeBelow(child)),
  )
}

function lengthOf(node: Nodes): number {
  if (node.type === 'text') return node.value.trim().length
  if (node.type === 'element' && UNREAD.has(node.tagName)) return 0
  return 'children' in node ? node.children.reduce((sum, child) => sum + lengthOf(child), 0) : 0
}
