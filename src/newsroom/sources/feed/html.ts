import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { visibleCharacters } from '#newsroom/sources/feed/characters.ts'
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

// A hidden element with nearly all of the text of a page waits for a script: an animation or a consent dialog.
const MOST_OF_PAGE = 0.8

function isHidden(element: Element, pageLength: number): boolean {
  const { tagName, properties } = element
  if (STRUCK_OUT.has(tagName)) return true
  const style = stylesOf(String(properties.style ?? ''))
  const hides =
    Boolean(properties.hidden) ||
    String(properties.ariaHidden ?? '')
      .trim()
      .toLowerCase() === 'true' ||
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

const STRUCK_OUT = new Set(['del', 's', 'strike'])

// The declarations of a style attribute. The last one of a property wins.
function stylesOf(style: string): Map<string, string> {
  if (style === '') return new Map()
  const plain = style
    .replace(/\/\*.*?(?:\*\/|$)/gs, '')
    .replace(/\\([0-9a-f]{1,5})\s?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .toLowerCase()
  return new Map(
    plain.split(';').map((declaration) => {
      const [name = '', value = ''] = declaration.split(':')
      return [
        name.trim(),
        value
          .replace(/!\s*important/, '')
          .replace(/\s+/g, ' ')
          .trim(),
      ] as const
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
  return 'children' in node ? node.children.reduce((sum, child) => sum + lengthOf(child), 0) : 0
}
