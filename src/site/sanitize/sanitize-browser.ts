import DOMPurify from 'dompurify'
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

const purifier = DOMPurify(window)

const MATHML = 'http://www.w3.org/1998/Math/MathML'
const MATH_TAGS = new Set(ALLOWED_MATH_TAGS)
const ATTRIBUTES = [...ALLOWED_ATTRIBUTES, ...ALLOWED_SVG_ATTRIBUTES].map((name) => name.toLowerCase())

// A formula has rules of its own, as on the server (`keepFormula`).
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
  const names = isMath ? ALLOWED_MATH_ATTRIBUTES : ATTRIBUTES
  const judge = isMath ? allowedMathValue : allowedValue
  const kept = names.includes(name) ? judge(name, attribute.attrValue) : null
  if (kept === null) attribute.keepAttr = false
  else attribute.attrValue = kept
})

purifier.setConfig({
  ALLOWED_TAGS: [...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS, ...ALLOWED_MATH_TAGS, '#text'],
  ALLOWED_ATTR: [...ATTRIBUTES, ...ALLOWED_MATH_ATTRIBUTES],
  FORBID_CONTENTS: DROPPED_TAGS,
  // Ids are judged by value; any heading may be called "title" or "links", as on the server.
  SANITIZE_DOM: false,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
})

/**
 * What `sanitizeHtml` is on the server: article HTML without anything that could run or dress up as the site, bounded. A block
 * of it at a time, so that a press comes in between: each is clean by itself and closed, and so are all in a row.
 */
export async function sanitise(html: string): Promise<string> {
  // Not a document: an element named "body" would stand for the body of one.
  const parsed = Object.assign(document.createElement('template'), { innerHTML: boundedHtml(html) })
  const clean: string[] = []
  let began = performance.now()
  for (const block of parsed.content.childNodes) {
    clean.push(purifier.sanitize(block))
    if (performance.now() - began < SLICE) continue
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
  return clean.join('')
}

// How long a press waits at most while there is more than one block, in milliseconds.
const SLICE = 10
