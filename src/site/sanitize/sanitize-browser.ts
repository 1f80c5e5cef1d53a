import DOMPurify from 'dompurify'
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

const purifier = DOMPurify(window)

const MATHML = 'http://www.w3.org/1998/Math/MathML'
const MATH_TAGS = new Set(ALLOWED_MATH_TAGS)
const SVG = 'http://www.w3.org/2000/svg'
const HTML_ATTRIBUTES = [...ALLOWED_ATTRIBUTES, ...ALLOWED_SVG_ATTRIBUTES]
// DOMPurify passes attribute names in lowercase. Names such as "viewBox" are allowed in lowercase only on SVG elements.
const ATTRIBUTES = HTML_ATTRIBUTES.map((name) => name.toLowerCase())

// Formulas have stricter rules, as in `keepFormula` on the server.
purifier.addHook('uponSanitizeElement', (formula, { tagName }) => {
  if (tagName !== 'math' || !(formula instanceof Element)) return
  for (const element of formula.querySelectorAll('*')) {
    const { namespaceURI, localName } = element
    if (namespaceURI !== MATHML || !MATH_TAGS.has(localName) || localName === 'math') element.remove()
  }
})

purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  const name = attribute.attrName.toLowerCase()
  const isMath = element.namespaceURI === MATHML
  const names = isMath ? ALLOWED_MATH_ATTRIBUTES : element.namespaceURI === SVG ? ATTRIBUTES : HTML_ATTRIBUTES
  const value = names.includes(name) ? allowedValue({ name, value: attribute.attrValue, isMath }) : null
  if (value === null) attribute.keepAttr = false
  else attribute.attrValue = value
})

purifier.setConfig({
  ALLOWED_TAGS: [...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS, ...ALLOWED_MATH_TAGS, '#text'],
  ALLOWED_ATTR: [...ATTRIBUTES, ...ALLOWED_MATH_ATTRIBUTES],
  // DOMPurify would parse the values of other attributes as URLs and drop, for example, "Figure: a chart".
  ADD_URI_SAFE_ATTR: ATTRIBUTES.filter((name) => name !== 'href' && name !== 'src'),
  FORBID_CONTENTS: DROPPED_TAGS,
  // Off, because headings may have ids such as "title" or "links". `allowedValue` checks ids instead.
  SANITIZE_DOM: false,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
})

/** Sanitises the HTML of a remote backend by the same rules as `sanitizeHtml` on the server. */
export function sanitise(html: string): string {
  // Parse a fragment, because in a document an element named "body" would shadow `document.body`.
  const parsed = Object.assign(document.createElement('template'), { innerHTML: boundedHtml(html) })
  return purifier.sanitize(parsed.content)
}
