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

// The geometry and the strokes of a figure, with the names that the tree uses. Its colours come only from classes.
const DRAWN = [...ALLOWED_SVG_ATTRIBUTES, 'width', 'height'].map((name) =>
  name
    .replace('dasharray', 'dash-array')
    .replace(/line(cap|join)/, 'line-$1')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)
const COLOURS = /^(?:f-(?:ink|muted|faint|pencil|red|green|gold|paper)|s-(?:ink|muted|faint|pencil|red|green|gold))$/
const CLASSES: [string, ...(string | RegExp)[]] = ['className', COLOURS, 'small', 'mono']

/** The part of the allow-list that an author may use. Everything else is dropped, but its text is kept. */
export const ALLOWED: Options = {
  tagNames: ['h1', ...PLAIN_TAGS, ...ALLOWED_SVG_TAGS],
  attributes: {
    ...Object.fromEntries(SHAPES.map((shape) => [shape, [...DRAWN, CLASSES]])),
    svg: ['viewBox', 'ariaLabel', ['role', 'img'], CLASSES],
    a: ['href'],
    abbr: ['title'],
    ol: ['start'],
    pre: ['dataFile', 'dataLanguage', 'dataOutput', 'dataSpoken'],
    th: [['align', 'left', 'right', 'center']],
    td: [['align', 'left', 'right', 'center']],
  },
  protocols: { href: ['http', 'https'] },
  ancestors: {
    ...Object.fromEntries(SHAPES.map((shape) => [shape, ['svg']])),
    ...Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td', 'caption'].map((part) => [part, ['table']])),
  },
  // Formulas are written as TeX. Only code makes MathML.
  strip: [...DROPPED_TAGS, ...ALLOWED_MATH_TAGS],
}

// A page on the web, or another article of this blog: `/post/{category}/{id}`.
const DESTINATION = /^(?:https?:\/\/|\/post\/[^/\\?#]+\/[^/\\?#]+$)/i

/** Unwraps links that lead neither to the web nor to another article, or all links if `links` is false. */
export function removeForeignMarkup(tree: Root, { links = true }: { links?: boolean } = {}): void {
  visit(tree, 'element', (node, index, parent) => {
    if (parent === undefined || index === undefined) return undefined
    if (node.tagName === 'svg') return SKIP
    if (node.tagName !== 'a' || (links && DESTINATION.test(String(node.properties.href ?? '')))) return undefined
    parent.children.splice(index, 1, ...node.children)
    return index
  })
}
