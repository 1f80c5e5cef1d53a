import { html as names, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_MATH_ATTRIBUTES,
  ALLOWED_MATH_TAGS,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  ALLOWED_TAGS,
  DROPPED_TAGS,
  allowedValue,
} from '#blog/html/allow-list.ts'
import { boundedHtml } from '#blog/html/bounds.ts'

const TAGS = new Set([...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS])
const SVG_TAGS = new Set(ALLOWED_SVG_TAGS)
// Elements of formulas are not allowed outside a formula.
const DROPPED = new Set([...DROPPED_TAGS, ...ALLOWED_MATH_TAGS].map((name) => name.toLowerCase()))
const ATTRIBUTES = new Set([...ALLOWED_ATTRIBUTES, ...ALLOWED_SVG_ATTRIBUTES])

const MATH_TAGS = new Set(ALLOWED_MATH_TAGS)
const MATH_ATTRIBUTES = new Set(ALLOWED_MATH_ATTRIBUTES)

// Elements that are allowed only in a table.
const TABLE_PARTS = new Set(['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'])

/**
 * Removes everything from article HTML that could run code or imitate a part of the site, and serialises the rest like
 * a browser. Size, depth and time are bounded for any input.
 */
export function sanitizeHtml(html: string): string {
  // Parse the content of `<noscript>` as elements, like a browser with scripts disabled.
  const root = parseFragment(boundedHtml(html), { scriptingEnabled: false })
  root.childNodes = allowedNodes(root.childNodes, root)
  return serialize(root)
}

// Filters the parser's nodes in place, because converting them would take most of the time for an uncached page. A
// removed element's content moves to its parent. `boundedHtml` limits the depth of the recursion.
function allowedNodes(
  nodes: DefaultTreeAdapterTypes.ChildNode[],
  parent: DefaultTreeAdapterTypes.ParentNode,
  isInTable = false,
): DefaultTreeAdapterTypes.ChildNode[] {
  return nodes.flatMap((node) => {
    if ('value' in node) return [node]
    // Comments and doctypes are dropped here, because they do not have a tag name.
    if (!('tagName' in node)) return []
    if (isFormula(node)) return [keepFormula(node)]
    const { tagName, childNodes } = node
    if (DROPPED.has(tagName.toLowerCase()) || isMisplaced(node, parent)) return []
    const isAllowed = TAGS.has(tagName) && (isInTable || !TABLE_PARTS.has(tagName))
    const content = allowedNodes(childNodes, isAllowed ? node : parent, isInTable || tagName === 'table')
    if (!isAllowed) return content
    node.attrs = allowedAttributes(node)
    node.childNodes = content
    return [node]
  })
}

// True for an SVG shape outside an SVG figure, and for any other element inside one. Both are removed with their
// content.
function isMisplaced(
  { tagName, namespaceURI }: DefaultTreeAdapterTypes.Element,
  parent: DefaultTreeAdapterTypes.ParentNode,
): boolean {
  const isInDrawing = 'namespaceURI' in parent && parent.namespaceURI === names.NS.SVG
  if (!TAGS.has(tagName)) return false
  if (namespaceURI !== names.NS.SVG) return isInDrawing || SVG_TAGS.has(tagName)
  return isInDrawing ? tagName !== 'a' && !SVG_TAGS.has(tagName) : tagName !== 'svg'
}

function isFormula({ tagName, namespaceURI }: DefaultTreeAdapterTypes.Element): boolean {
  return tagName === 'math' && namespaceURI === names.NS.MATHML
}

// Formulas have stricter rules, because parsers accept HTML inside some MathML elements. Forbidden elements are removed
// with their content.
function keepFormula(element: DefaultTreeAdapterTypes.Element): DefaultTreeAdapterTypes.Element {
  element.attrs = allowedAttributes(element)
  element.childNodes = element.childNodes.flatMap((node): DefaultTreeAdapterTypes.ChildNode[] => {
    if ('value' in node) return [node]
    if (!('tagName' in node) || node.namespaceURI !== names.NS.MATHML) return []
    return MATH_TAGS.has(node.tagName) && !isFormula(node) ? [keepFormula(node)] : []
  })
  return element
}

// Attributes with a prefix, such as `xlink:href`, are not allowed.
function allowedAttributes({ attrs, namespaceURI }: DefaultTreeAdapterTypes.Element) {
  const isMath = namespaceURI === names.NS.MATHML
  const allowedNames = isMath ? MATH_ATTRIBUTES : ATTRIBUTES
  return attrs.flatMap(({ name, prefix, value }) => {
    const allowed = !prefix && allowedNames.has(name) ? allowedValue({ name, value: value.trim(), isMath }) : null
    return allowed === null ? [] : [{ name, value: allowed }]
  })
}
