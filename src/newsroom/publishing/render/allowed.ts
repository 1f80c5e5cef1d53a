import { SKIP, visit } from 'unist-util-visit'
import {
  ALLOWED_MATH_TAGS,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  DROPPED_TAGS,
  PLAIN_TAGS,
} from '#blog/html/allow-list.ts'
import type { Root } from 'hast'
import type { Options } from 'rehype-sanitize'

const SHAPES = ALLOWED_SVG_TAGS.filter((name) => name !== 'svg')

// A figure's geometry and stroke attributes, named as in the syntax tree. Its colours come only from classes.
const DRAWN = [...ALLOWED_SVG_ATTRIBUTES, 'width', 'height'].map((name) =>
  name
    .replace('dasharray', 'dash-array')
    .replace(/line(cap|join)/, 'line-$1')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)
const COLOURS = /^(?:f-(?:ink|muted|faint|pencil|red|green|gold|paper)|s-(?:ink|muted|faint|pencil|red|green|gold))$/
const CLASSES: [string, ...(string | RegExp)[]] = ['className', COLOURS, 'small', 'mono']

const NOTE_ID = /^fn(?:ref)?-[a-z0-9-]+$/

/** The elements and attributes that an author may use. Everything else is dropped, but its text is kept. */
export const ALLOWED: Options = {
  tagNames: ['h1', ...PLAIN_TAGS, ...ALLOWED_SVG_TAGS],
  attributes: {
    ...Object.fromEntries(SHAPES.map((shape) => [shape, [...DRAWN, CLASSES]])),
    svg: ['viewBox', 'ariaLabel', ['role', 'img'], CLASSES],
    // Allows the links between a footnote and its references.
    a: ['href', ['id', NOTE_ID], ['ariaLabel', /^Back to reference [\d-]+$/]],
    li: [['id', NOTE_ID]],
    abbr: ['title'],
    ol: ['start'],
    pre: ['dataFile', 'dataLanguage', 'dataOutput', 'dataSpoken'],
    th: [['align', 'left', 'right', 'center']],
    td: [['align', 'left', 'right', 'center']],
  },
  clobber: [],
  protocols: { href: ['http', 'https'] },
  ancestors: {
    ...Object.fromEntries(SHAPES.map((shape) => [shape, ['svg']])),
    ...Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td', 'caption'].map((part) => [part, ['table']])),
  },
  // Formulas are written as TeX, and only code creates MathML.
  strip: [...DROPPED_TAGS, ...ALLOWED_MATH_TAGS],
}

// Matches a web page, or another article on this blog: `/post/{category}/{id}`.
const DESTINATION = /^(?:https?:\/\/|\/post\/[^/\\?#]+\/[^/\\?#]+$)/i
const NOTE_LINK = /^#fn(?:ref)?-[a-z0-9-]+$/

/**
 * Unwraps links unless they lead to the web, an article or a footnote. If `links` is false, keeps only footnote links.
 */
export function removeForeignMarkup(tree: Root, { links = true }: { links?: boolean } = {}): void {
  visit(tree, 'element', (node, index, parent) => {
    if (parent === undefined || index === undefined) return undefined
    if (node.tagName === 'svg') return SKIP
    const href = String(node.properties.href ?? '')
    if (node.tagName !== 'a' || NOTE_LINK.test(href) || (links && DESTINATION.test(href))) return undefined
    parent.children.splice(index, 1, ...node.children)
    return index
  })
}
