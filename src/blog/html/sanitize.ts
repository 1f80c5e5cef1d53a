import { hash } from 'node:crypto'
import { html as names, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_MATH_ATTRIBUTES,
  ALLOWED_MATH_TAGS,
  ALLOWED_MATH_VALUES,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  ALLOWED_TAGS,
  ALLOWED_VALUES,
  DROPPED_TAGS,
  RESERVED_IDS,
  RESERVED_ID_PATTERN,
  allowedMathValue,
  allowedValue,
} from '#blog/html/allow-list.ts'
import { boundedHtml } from '#blog/html/bounds.ts'

// To be raised with every change of what the code of this folder makes of a text; a test reminds of it.
const CODE_VERSION = 2

const TAG_LISTS = [ALLOWED_TAGS, ALLOWED_SVG_TAGS, ALLOWED_MATH_TAGS, DROPPED_TAGS]
const ATTRIBUTE_LISTS = [ALLOWED_ATTRIBUTES, ALLOWED_SVG_ATTRIBUTES, ALLOWED_MATH_ATTRIBUTES, RESERVED_IDS]
const VALUES = [...Object.values(ALLOWED_VALUES), ...Object.values(ALLOWED_MATH_VALUES)]
const PATTERNS = [RESERVED_ID_PATTERN, ...VALUES].map(String)

/** Names what `sanitizeHtml` does: the same version makes the same of the same text. */
export const SANITIZER_VERSION = `${CODE_VERSION}-${hash('sha256', JSON.stringify([TAG_LISTS, ATTRIBUTE_LISTS, PATTERNS])).slice(0, 12)}`

const TAGS = new Set([...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS])
// What is a part of a formula is nothing outside one.
const DROPPED = new Set([...DROPPED_TAGS, ...ALLOWED_MATH_TAGS])
const ATTRIBUTES = new Set([...ALLOWED_ATTRIBUTES, ...ALLOWED_SVG_ATTRIBUTES])

const MATH_TAGS = new Set(ALLOWED_MATH_TAGS)
const MATH_ATTRIBUTES = new Set(ALLOWED_MATH_ATTRIBUTES)

// What is nothing outside a table.
const TABLE_PARTS = new Set(['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'])

/**
 * Article HTML without anything that could run or dress up as the site, in the spelling of browsers. Bounded in size and
 * depth, and in time, whatever the text holds.
 */
export function sanitizeHtml(html: string): string {
  // The parser of browsers, without scripts as here.
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

// Goes through the parser's own tree and takes out of it: trees of another kind would take most of a cold page's time. What
// may not stay leaves its content to the element above it.
function keepAllowed(root: DefaultTreeAdapterTypes.DocumentFragment): void {
  const stack: Frame[] = [{ parent: root, nodes: root.childNodes, next: 0, isInTable: false }]
  root.childNodes = []
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { parent, isInTable } = frame
    const node = frame.nodes[frame.next++]
    if (node === undefined) stack.pop()
    else if ('value' in node) parent.childNodes.push(node)
    else if ('tagName' in node && isFormula(node)) parent.childNodes.push(keepFormula(node))
    // Comments and doctypes have no tag, and go.
    else if ('tagName' in node && !DROPPED.has(node.tagName)) {
      const { tagName, childNodes: nodes } = node
      const isAllowed = TAGS.has(tagName) && (isInTable || !TABLE_PARTS.has(tagName))
      if (isAllowed) {
        node.attrs = node.attrs.flatMap(allowedAttribute)
        node.childNodes = []
        parent.childNodes.push(node)
      }
      if (nodes.length > 0)
        stack.push({ parent: isAllowed ? node : parent, nodes, next: 0, isInTable: isInTable || tagName === 'table' })
    }
  }
}

function isFormula({ tagName, namespaceURI }: DefaultTreeAdapterTypes.Element): boolean {
  return tagName === 'math' && namespaceURI === names.NS.MATHML
}

// A formula has stricter rules, so that no parser finds anything else in it: what may not stay goes with its content, and
// that is all that a parser reads as HTML within a letter or a word.
function keepFormula(element: DefaultTreeAdapterTypes.Element): DefaultTreeAdapterTypes.Element {
  element.attrs = element.attrs.flatMap(allowedMathAttribute)
  element.childNodes = element.childNodes.flatMap((node): DefaultTreeAdapterTypes.ChildNode[] => {
    if ('value' in node) return [node]
    if (!('tagName' in node) || node.namespaceURI !== names.NS.MATHML) return []
    return MATH_TAGS.has(node.tagName) && !isFormula(node) ? [keepFormula(node)] : []
  })
  return element
}

// One with a prefix, such as `xlink:href`, is another attribute.
function allowedAttribute({ name, prefix, value }: DefaultTreeAdapterTypes.Element['attrs'][number]) {
  const allowed = !prefix && ATTRIBUTES.has(name) ? allowedValue(name, value.trim()) : null
  return allowed === null ? [] : [{ name, value: allowed }]
}

function allowedMathAttribute({ name, prefix, value }: DefaultTreeAdapterTypes.Element['attrs'][number]) {
  const allowed = !prefix && MATH_ATTRIBUTES.has(name) ? allowedMathValue(name, value.trim()) : null
  return allowed === null ? [] : [{ name, value: allowed }]
}
