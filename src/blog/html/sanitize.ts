import { html as names, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_MATH_ATTRIBUTES,
  ALLOWED_MATH_TAGS,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  ALLOWED_TAGS,
  DROPPED_TAGS,
  allowedMathValue,
  allowedValue,
} from '#blog/html/allow-list.ts'
import { boundedHtml } from '#blog/html/bounds.ts'

const TAGS = new Set([...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS])
const SVG_TAGS = new Set(ALLOWED_SVG_TAGS)
// Parts of a formula are not allowed outside a formula.
const DROPPED = new Set([...DROPPED_TAGS, ...ALLOWED_MATH_TAGS].map((name) => name.toLowerCase()))
const ATTRIBUTES = new Set([...ALLOWED_ATTRIBUTES, ...ALLOWED_SVG_ATTRIBUTES])

const MATH_TAGS = new Set(ALLOWED_MATH_TAGS)
const MATH_ATTRIBUTES = new Set(ALLOWED_MATH_ATTRIBUTES)

// Elements that are allowed only in a table.
const TABLE_PARTS = new Set(['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'])

/**
 * Removes everything from article HTML that could run code or imitate a part of the site, and serialises it like a
 * browser. Size, depth and time are bounded for any input.
 */
export function sanitizeHtml(html: string): string {
  // Parse the content of `<noscript>` as elements, like a browser with scripts disabled.
  const root = parseFragment(boundedHtml(html), { scriptingEnabled: false })
  keepAllowed(root)
  return serialize(root)
}

type Frame = {
  parent: DefaultTreeAdapterTypes.ParentNode
  nodes: DefaultTreeAdapterTypes.ChildNode[]
  next: number
  isInTable: boolean
}

// Filters the parser's tree in place, because converting it would take most of the time for an uncached page. The
// content of a removed element moves to its parent.
function keepAllowed(root: DefaultTreeAdapterTypes.DocumentFragment): void {
  const stack: Frame[] = [{ parent: root, nodes: root.childNodes, next: 0, isInTable: false }]
  root.childNodes = []
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { parent, isInTable } = frame
    const node = frame.nodes[frame.next++]
    if (node === undefined) stack.pop()
    else if ('value' in node) parent.childNodes.push(node)
    else if ('tagName' in node && isFormula(node)) parent.childNodes.push(keepFormula(node))
    // Comments and doctypes are dropped here, because they do not have a tag name.
    else if ('tagName' in node && !DROPPED.has(node.tagName.toLowerCase()) && !isMisplaced(node, parent)) {
      const { tagName, childNodes: nodes } = node
      const isAllowed = TAGS.has(tagName) && (isInTable || !TABLE_PARTS.has(tagName))
      if (isAllowed) {
        node.attrs = allowedAttributes(node, ATTRIBUTES, allowedValue)
        node.childNodes = []
        parent.childNodes.push(node)
      }
      if (nodes.length > 0)
        stack.push({ parent: isAllowed ? node : parent, nodes, next: 0, isInTable: isInTable || tagName === 'table' })
    }
  }
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

// Formulas have stricter rules, because parsers read HTML inside some MathML elements. Forbidden elements are removed
// with their content.
function keepFormula(element: DefaultTreeAdapterTypes.Element): DefaultTreeAdapterTypes.Element {
  element.attrs = allowedAttributes(element, MATH_ATTRIBUTES, allowedMathValue)
  element.childNodes = element.childNodes.flatMap((node): DefaultTreeAdapterTypes.ChildNode[] => {
    if ('value' in node) return [node]
    if (!('tagName' in node) || node.namespaceURI !== names.NS.MATHML) return []
    return MATH_TAGS.has(node.tagName) && !isFormula(node) ? [keepFormula(node)] : []
  })
  return element
}

// Attributes with a prefix, such as `xlink:href`, are not allowed.
function allowedAttributes(
  { attrs }: DefaultTreeAdapterTypes.Element,
  names: ReadonlySet<string>,
  valueOf: (name: string, value: string) => string | null,
) {
  return attrs.flatMap(({ name, prefix, value }) => {
    const allowed = !prefix && names.has(name) ? valueOf(name, value.trim()) : null
    return allowed === null ? [] : [{ name, value: allowed }]
  })
}
