import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { formulaOf, separatedText } from '#newsroom/sources/feed/formulas.ts'
import { visibleCharacters } from '#newsroom/sources/feed/markdown-text.ts'
import type { Element, Nodes, Root, RootContent, Text } from 'hast'

/**
 * Parses HTML and removes everything that readers do not see: comments, hidden elements, struck-out text and invisible
 * characters. Writes formulas, superscripts, subscripts and check boxes as text. Does not run scripts.
 */
export function parseHtml(html: string, { isPage = false } = {}): Root {
  const tree = unified().use(rehypeParse, { fragment: !isPage }).parse(html)
  const reading = { pageLength: isPage ? lengthOf(tree) : Infinity, before: '', isRaised: false }
  return { ...tree, children: visibleNodes(tree.children, reading) }
}

// `before` is the last character before a node. `isRaised` is true if it belongs to a formula, superscript or subscript.
type Reading = { pageLength: number; before: string; isRaised: boolean }

// `isLink` is true for the only child of a link.
function visibleNodes<T extends RootContent>(nodes: T[], reading: Reading, { isLink = false } = {}): T[] {
  return nodes.filter((node) => {
    if (node.type === 'text') readText(node, reading)
    if (node.type !== 'element') return node.type !== 'comment'
    const isSeen = readElement(node, reading, isLink)
    // Keep the numbers before and after a removed element apart.
    reading.isRaised ||= !isSeen && /\d$/.test(reading.before)
    return isSeen
  })
}

function readText(node: Text, reading: Reading): void {
  const value = visibleCharacters(node.value.replaceAll('\t', '    ')).replace(/[^\S\n]/g, ' ')
  node.value = reading.isRaised && /^\d/.test(value) ? ` ${value}` : value
  reading.isRaised &&= value === ''
  reading.before = value.at(-1) ?? reading.before
}

// A hidden element with at least this fraction of a page's text is not treated as hidden, because a script
// probably shows it, for example after an animation or a consent dialog.
const MOST_OF_PAGE = 0.8

// Returns false if readers cannot see the element.
function readElement(element: Element, reading: Reading, isInLink: boolean): boolean {
  const { properties } = element
  const formula = formulaOf(element)
  if (formula !== null) replaceWith(element, formula, 'math')
  // An open task must not look finished.
  if (properties.type === 'checkbox') replaceWith(element, properties.checked ? '☑ ' : '☐ ')
  if (NEVER_SEEN.has(element.tagName)) return false
  const style = stylesOf(String(properties.style ?? ''))
  const isHidden = hidesAll(element, style)
  if (isHidden && lengthOf(element) < MOST_OF_PAGE * reading.pageLength) return false
  element.tagName = shownAs(element, style)
  // Remove the style of a visible element, because Readability skips elements that look hidden.
  element.properties = isHidden ? {} : { ...properties, style: undefined }

  const { before } = reading
  const isLink = element.tagName === 'a' && element.children.length === 1
  element.children = visibleNodes(element.children, reading, { isLink })
  if (!/^(?:su[bp]|math)$/.test(element.tagName)) return true
  const isNote = isInLink || element.children.some((child) => child.type === 'element' && child.tagName === 'a')
  const value = separatedText(element, { before, isNote })
  // Replace the element, because the page is parsed again after Readability has found its article, and signs must not
  // be added twice.
  replaceWith(element, value)
  reading.isRaised = true
  return true
}

function replaceWith(element: Element, value: string, tagName = 'span'): void {
  Object.assign(element, { tagName, children: [{ type: 'text', value }] })
}

// Struck-out text, and elements without readable text, which make up most of a large page's bytes.
const NEVER_SEEN = new Set(['del', 's', 'strike', 'script', 'style', 'svg', 'iframe', 'template', 'noscript'])

function hidesAll({ properties }: Element, style: Map<string, string>): boolean {
  return (
    Boolean(properties.hidden) ||
    properties.ariaHidden === 'true' ||
    style.get('display') === 'none' ||
    isZero(style.get('opacity')) ||
    isZero(style.get('font-size')) ||
    /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
    /line-through/.test(String(properties.style)) ||
    [properties.className].flat().includes('line-through')
  )
}

// Returns the name of the element that this one is styled to look like.
function shownAs({ tagName }: Element, style: Map<string, string>): string {
  if (tagName !== 'span') return tagName
  if (/^(?:block|flex|grid|list-item)/.test(style.get('display') ?? '')) return 'div'
  return { super: 'sup', sub: 'sub' }[style.get('vertical-align') ?? ''] ?? tagName
}

// Parses a style attribute. If it declares a property twice, the last declaration wins.
function stylesOf(style: string): Map<string, string> {
  const plain = style.replace(/\/\*.*?(?:\*\/|$)/gs, '').toLowerCase()
  const declarations = plain.matchAll(/([\w-]+)\s*:\s*([^;!]*)/g)
  return new Map(Array.from(declarations, ([, name = '', value = '']) => [name, value.trim()]))
}

function isZero(value = ''): boolean {
  return Number.parseFloat(value) === 0
}

function lengthOf(node: Nodes): number {
  if (node.type === 'text') return node.value.trim().length
  if (!('children' in node) || (node.type === 'element' && NEVER_SEEN.has(node.tagName))) return 0
  return node.children.reduce((sum, child) => sum + lengthOf(child), 0)
}
