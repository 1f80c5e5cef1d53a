import type { Element, Root } from 'hast'
import { find, html as htmlSchema, svg as svgSchema } from 'property-information'
import rehypeParse from 'rehype-parse'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  ALLOWED_TAGS,
  DROPPED_TAGS,
  allowedValue,
} from '#site/data/allowed.ts'

const properties = [
  ...ALLOWED_ATTRIBUTES.map((name) => find(htmlSchema, name).property),
  ...ALLOWED_SVG_ATTRIBUTES.map((name) => find(svgSchema, name).property),
]

const pipeline = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeSanitize, {
    tagNames: [...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS],
    attributes: { '*': properties },
    strip: DROPPED_TAGS,
    clobber: [],
    // Addresses are judged by value below.
    protocols: {},
  })
  .use(() => (tree: Root) => visit(tree, 'element', keepAllowedValues))
  .use(rehypeStringify)
  .freeze()

/** Article HTML without anything that could run or dress up as the site, on the server. */
export async function sanitise(html: string): Promise<string> {
  return String(await pipeline.process(html))
}

function keepAllowedValues(element: Element): void {
  for (const [property, value] of Object.entries(element.properties)) {
    const { attribute } = find(htmlSchema, property)
    const text = Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value ?? '')
    const kept = allowedValue(attribute, text.trim())
    if (kept === null) delete element.properties[property]
    else if (kept !== text) element.properties[property] = kept
  }
}
